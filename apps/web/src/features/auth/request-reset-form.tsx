import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../components/button.js';
import { Field } from '../../components/field.js';
import { NoScriptNote } from '../../components/no-script-note.js';
import { ErrorBox, Notice } from '../../components/notice.js';
import { ResetRequestFields } from '../../lib/form-fields.js';
import { useHydrated } from '../../lib/use-hydrated.js';
import { askForReset, refusalOf } from './api.js';

export function RequestResetForm() {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [answer, setAnswer] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: standardSchemaResolver(ResetRequestFields),
    defaultValues: { email: '' },
  });

  const hydrated = useHydrated();
  const submit = handleSubmit(async ({ email }) => {
    setRefusal(null);
    setAnswer(null);
    try {
      setAnswer((await askForReset(email)).message);
    } catch (error) {
      setRefusal(refusalOf(error, 'Ups, Something went wrong'));
    }
  });

  return (
    <form onSubmit={submit} noValidate>
      <NoScriptNote />
      <fieldset disabled={!hydrated} className="space-y-5">
        <ErrorBox message={refusal} />
        <div role="status">{answer !== null && <Notice tone="good">{answer}</Notice>}</div>
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          required
          problem={formState.errors.email?.message}
          {...register('email')}
        />
        <Button type="submit" size="large" className="w-full" busy={formState.isSubmitting}>
          Send reset link
        </Button>
      </fieldset>
    </form>
  );
}
