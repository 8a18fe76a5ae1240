import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { contact, ContactFields } from '@segue/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../components/button.js';
import { EmailField, Field, TextArea } from '../../components/field.js';
import { PrerenderedForm } from '../../components/prerendered-form.js';
import { call } from '../../lib/api.js';

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
    <PrerenderedForm onSubmit={submit}>
      <Field label="Name" autoComplete="name" required problem={errors.name?.message} {...register('name')} />
      <EmailField problem={errors.email?.message} {...register('email')} />
      <TextArea label="Message" rows={6} required problem={errors.message?.message} {...register('message')} />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" size="large" busy={status === 'loading'}>
          Send
        </Button>
        <p role="status" className={`text-sm font-medium ${COLOURS[status]}`}>
          {SENTENCES[status]}
        </p>
      </div>
    </PrerenderedForm>
  );
}
