import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { contact } from '@segue/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../components/button.js';
import { Field, TextArea } from '../../components/field.js';
import { call } from '../../lib/api.js';
import { ContactFields } from '../../lib/form-fields.js';
import { useHydrated } from '../../lib/use-hydrated.js';
import { NoScriptNote } from '../../components/no-script-note.js';

type Status = 'idle' | 'loading' | 'success' | 'error';

const SENTENCES: Record<Status, string> = {
  idle: '',
  loading: 'Sending...',
  success: 'Message sent successfully!',
  error: 'Something went wrong. Try again.',
};
const COLOURS: Record<Status, string> = { idle: '', loading: 'text-muted', success: 'text-good', error: 'text-danger' };

export function ContactForm() {
  const [status, setStatus] = useState<Status>('idle');
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: standardSchemaResolver(ContactFields),
    defaultValues: { name: '', email: '', message: '' },
  });
  const { errors } = formState;
  const hydrated = useHydrated();

  const submit = handleSubmit(async (body) => {
    setStatus('loading');
    try {
      await call(contact, { body });
      reset();
      setStatus('success');
    } catch {
      setStatus('error');
    }
  });

  return (
    <form onSubmit={submit} noValidate>
      <NoScriptNote />
      <fieldset disabled={!hydrated} className="space-y-5">
        <Field label="Name" autoComplete="name" required problem={errors.name?.message} {...register('name')} />
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          required
          problem={errors.email?.message}
          {...register('email')}
        />
        <TextArea label="Message" rows={6} required problem={errors.message?.message} {...register('message')} />
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" size="large" busy={status === 'loading'}>
            Send
          </Button>
          <p role="status" className={`text-sm font-medium ${COLOURS[status]}`}>
            {SENTENCES[status]}
          </p>
        </div>
      </fieldset>
    </form>
  );
}
