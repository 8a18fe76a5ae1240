import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { ResetRequestFields } from '@segue/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../components/button.js';
import { EmailField } from '../../components/field.js';
import { ErrorBox, Notice } from '../../components/notice.js';
import { PrerenderedForm } from '../../components/prerendered-form.js';
import { askForReset, refusalOf } from './api.js';

export function RequestResetForm() {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [answer, setAnswer] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: standardSchemaResolver(ResetRequestFields),
    defaultValues: { email: '' },
  });

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
    <PrerenderedForm onSubmit={submit}>
      <ErrorBox message={refusal} />
      <div role="status">{answer !== null && <Notice tone="good">{answer}</Notice>}</div>
      <EmailField problem={formState.errors.email?.message} {...register('email')} />
      <Button type="submit" size="large" className="w-full" busy={formState.isSubmitting}>
        Send reset link
      </Button>
    </PrerenderedForm>
  );
}
