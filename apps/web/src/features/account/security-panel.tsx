import { NewPassword } from '@segue/contracts';
import { type FormEvent, useState } from 'react';
import { Button } from '../../components/button.js';
import { Card } from '../../components/card.js';
import { Field } from '../../components/field.js';
import { ErrorBox } from '../../components/notice.js';
import { useToasts } from '../../components/toasts.js';
import { useSession } from '../../lib/session.js';
import { refusalOf, savePassword } from './api.js';

export function SecurityPanel() {
  const [open, setOpen] = useState(false);
  return (
    <Card>
      <h2 className="text-xl">Security</h2>
      <div className="mt-5">
        {open ? (
          <PasswordForm onClose={() => setOpen(false)} />
        ) : (
          <Button look="quiet" onClick={() => setOpen(true)}>
            Change Password
          </Button>
        )}
      </div>
    </Card>
  );
}

const EMPTY = { current: '', next: '', confirmed: '' };

function PasswordForm({ onClose }: { onClose: () => void }) {
  const [values, setValues] = useState(EMPTY);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { replaceToken } = useSession();
  const toasts = useToasts();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (values.next !== values.confirmed) return setRefusal('Passwords do not match');
    const checked = NewPassword.safeParse(values.next);
    if (!checked.success) return setRefusal(`The new password ${checked.error.issues[0]?.message ?? 'is not valid'}.`);
    setRefusal(null);
    setBusy(true);
    try {
      // All other sessions end with the change; this one goes on with the token of the answer.
      replaceToken((await savePassword(values.current, values.next)).token);
      toasts.good('Password changed successfully');
      onClose();
    } catch (error) {
      setRefusal(refusalOf(error, 'Failed to change password'));
      setBusy(false);
    }
  }

  const field = (name: keyof typeof EMPTY, label: string, autoComplete: string) => (
    <Field
      label={label}
      type="password"
      autoComplete={autoComplete}
      required
      value={values[name]}
      onChange={(event) => setValues({ ...values, [name]: event.target.value })}
    />
  );

  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-5">
      <ErrorBox message={refusal} />
      {field('current', 'Current Password', 'current-password')}
      {field('next', 'New Password', 'new-password')}
      {field('confirmed', 'Confirm Password', 'new-password')}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy}>
          Save Password
        </Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
