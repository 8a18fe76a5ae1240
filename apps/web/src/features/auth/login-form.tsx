import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { LoginFields } from '@segue/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../components/button.js';
import { EmailField, Field } from '../../components/field.js';
import { ErrorBox } from '../../components/notice.js';
import { PrerenderedForm } from '../../components/prerendered-form.js';
import { refusalOf, signInWith } from './api.js';

export function LoginForm({ onToken }: { onToken: (token: string) => void }) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: standardSchemaResolver(LoginFields),
    defaultValues: { email: '', password: '' },
  });

  const submit = handleSubmit(async (credentials) => {
    setRefusal(null);
    try {
      const { token } = await signInWith(credentials);
      onToken(token);
    } catch (error) {
      setRefusal(refusalOf(error, 'Invalid email or password'));
    }
  });

  return (
    <PrerenderedForm onSubmit={submit}>
      <ErrorBox message={refusal} />
      <EmailField problem={formState.errors.email?.message} {...register('email')} />
      <Field
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        problem={formState.errors.password?.message}
        {...register('password')}
      />
      <Button type="submit" size="large" className="w-full" busy={formState.isSubmitting}>
        Login
      </Button>
    </PrerenderedForm>
  );
}
