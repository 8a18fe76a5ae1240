import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { withdraw, WithdrawalFields } from '@segue/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../components/button.js';
import { EmailField, Field } from '../../components/field.js';
import { ErrorBox, Notice } from '../../components/notice.js';
import { PrerenderedForm } from '../../components/prerendered-form.js';
import { call, messageOf } from '../../lib/api.js';
import { formatDate } from '../../lib/text.js';

interface Declaration {
  name: string;
  email: string;
}

/** Two steps, as the law asks: say who you are, then confirm. */
export function WithdrawalForm() {
  const [declaration, setDeclaration] = useState<Declaration | null>(null);
  const [receivedAt, setReceivedAt] = useState<string | null>(null);
  const form = useForm({ resolver: standardSchemaResolver(WithdrawalFields), defaultValues: { name: '', email: '' } });
  const { errors } = form.formState;

  if (receivedAt !== null && declaration !== null) {
    return (
      <div role="status">
        <Notice tone="good">
          Your withdrawal was received on {formatDate(receivedAt)}. A receipt with its content, date and time is on its
          way to {declaration.email}.
        </Notice>
      </div>
    );
  }
  if (declaration !== null) {
    return <Confirmation declaration={declaration} onBack={() => setDeclaration(null)} onReceived={setReceivedAt} />;
  }
  return (
    <PrerenderedForm onSubmit={form.handleSubmit(setDeclaration)}>
      <Field label="Name" autoComplete="name" required problem={errors.name?.message} {...form.register('name')} />
      <EmailField
        hint="The one of your account: the receipt goes there."
        problem={errors.email?.message}
        {...form.register('email')}
      />
      <Button type="submit" size="large">
        Continue
      </Button>
    </PrerenderedForm>
  );
}

interface ConfirmationProps {
  declaration: Declaration;
  onBack: () => void;
  onReceived: (receivedAt: string) => void;
}

function Confirmation({ declaration, onBack, onReceived }: ConfirmationProps) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function send() {
    setRefusal(null);
    setBusy(true);
    try {
      onReceived((await call(withdraw, { body: declaration })).receivedAt);
    } catch (error) {
      setRefusal(messageOf(error, 'Something went wrong. Try again.'));
      setBusy(false);
    }
  }

  return (
    <div className="space-y-5">
      <ErrorBox message={refusal} />
      <blockquote className="rounded-2xl bg-sunken px-5 py-4 leading-relaxed break-words">
        I hereby withdraw from my contract for Segue Premium.
        <br />
        Name: {declaration.name}
        <br />
        E-mail of the account: {declaration.email}
      </blockquote>
      <div className="flex flex-wrap gap-2">
        <Button size="large" busy={busy} onClick={() => void send()}>
          Confirm withdrawal
        </Button>
        <Button look="quiet" size="large" disabled={busy} onClick={onBack}>
          Back
        </Button>
      </div>
    </div>
  );
}
