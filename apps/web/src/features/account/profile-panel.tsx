import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { ProfileFields, type User } from '@segue/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../components/button.js';
import { Card } from '../../components/card.js';
import { useDialogs } from '../../components/dialogs.js';
import { EmailField, Field } from '../../components/field.js';
import { ErrorBox } from '../../components/notice.js';
import { useToasts } from '../../components/toasts.js';
import { useSession } from '../../lib/session.js';
import { deleteAccount, profileQuery, refusalOf, saveProfile } from './api.js';

export function ProfilePanel() {
  const { data: user, isError } = useQuery(profileQuery);
  const toasts = useToasts();
  useEffect(() => {
    if (isError) toasts.bad('Failed to load profile. Please try again later.');
  }, [isError, toasts]);

  return (
    <Card>
      <h2 className="text-xl">Profile Information</h2>
      <div className="mt-5">
        {user !== undefined && <ProfileForm user={user} />}
        {user === undefined && isError && <p className="text-muted">Your profile could not be loaded.</p>}
        {user === undefined && !isError && (
          <div aria-hidden="true" className="space-y-5">
            <div className="skeleton h-16" />
            <div className="skeleton h-16" />
          </div>
        )}
      </div>
      <div className="mt-6 border-t border-line pt-4">
        <DeleteAccount />
      </div>
    </Card>
  );
}

function ProfileForm({ user }: { user: User }) {
  const [editing, setEditing] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { replaceToken } = useSession();
  const toasts = useToasts();
  const queryClient = useQueryClient();
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: standardSchemaResolver(ProfileFields),
    values: { name: user.name, email: user.email },
  });

  const submit = handleSubmit(async (body) => {
    setRefusal(null);
    try {
      const { token, ...saved } = await saveProfile(body);
      replaceToken(token);
      queryClient.setQueryData(profileQuery.queryKey, saved);
      setEditing(false);
      toasts.good('Profile updated successfully');
    } catch (error) {
      setRefusal(refusalOf(error, 'Failed to update profile'));
    }
  });

  function cancel() {
    reset({ name: user.name, email: user.email });
    setRefusal(null);
    setEditing(false);
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-5">
      <ErrorBox message={refusal} />
      <Field
        label="Name"
        autoComplete="name"
        required
        readOnly={!editing}
        problem={formState.errors.name?.message}
        {...register('name')}
      />
      <EmailField readOnly={!editing} problem={formState.errors.email?.message} {...register('email')} />
      <div className="flex flex-wrap gap-2">
        {editing ? (
          <>
            <Button key="save" type="submit" busy={formState.isSubmitting}>
              Save Changes
            </Button>
            <Button key="cancel" look="quiet" onClick={cancel}>
              Cancel
            </Button>
          </>
        ) : (
          <Button key="edit" look="quiet" onClick={() => setEditing(true)}>
            Edit Profile
          </Button>
        )}
      </div>
    </form>
  );
}

function DeleteAccount() {
  const dialogs = useDialogs();
  const { signOut } = useSession();
  const [busy, setBusy] = useState(false);

  async function run() {
    const question = 'Do you want to delete your account? This action cannot be undone.';
    if (!(await dialogs.question(question, { title: 'Delete Account', final: true }))) return;
    setBusy(true);
    try {
      await deleteAccount();
    } catch {
      setBusy(false);
      await dialogs.error('Account deletion failed.');
      return;
    }
    await dialogs.success('Account deleted successfully');
    signOut();
  }

  return (
    <button
      type="button"
      disabled={busy}
      onClick={() => void run()}
      className="min-h-8 rounded text-sm font-semibold text-danger underline underline-offset-3 hover:no-underline disabled:opacity-55"
    >
      Delete Account
    </button>
  );
}
