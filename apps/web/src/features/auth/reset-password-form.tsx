import { NewPasswordFields } from '@segue/contracts';
import { type FormEvent, useState } from 'react';
import { Button } from '../../components/button.js';
import { Field } from '../../components/field.js';
import { ErrorBox } from '../../components/notice.js';
import { refusalOf, setNewPassword } from './api.js';

interface ResetPasswordFormProps {
  token: string;
  onDone: (message: string) => void;
}

export function ResetPasswordForm({ token, onDone }: ResetPasswordFormProps) {
  const [newPassword, setPassword] = useState('');
  const [confirmed, setConfirmed] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (newPassword !== confirmed) return setRefusal('Passwords do not match');
    const checked = NewPasswordFields.safeParse({ newPassword });
    if (!checked.success) return setRefusal(`The password ${checked.error.issues[0]?.message ?? 'is not valid'}.`);
    setRefusal(null);
    setBusy(true);
    try {
      onDone((await setNewPassword(token, newPassword)).message);
    } catch (error) {
      setRefusal(refusalOf(error, 'Something went wrong'));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form onSubmit={submit} className="space-y-5">
      <ErrorBox message={refusal} />
      <Field
        label="New password"
        type="password"
        autoComplete="new-password"
        required
        value={newPassword}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Field
        label="Confirm password"
        type="password"
        autoComplete="new-password"
        required
        value={confirmed}
        onChange={(event) => setConfirmed(event.target.value)}
      />
      <Button type="submit" size="large" className="w-full" busy={busy}>
        Reset password
      </Button>
    </form>
  );
}
