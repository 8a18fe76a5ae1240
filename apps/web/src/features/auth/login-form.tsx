import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../components/button.js';
import { Field } from '../../components/field.js';
import { NoScriptNote } from '../../components/no-script-note.js';
import { ErrorBox } from '../../components/notice.js';
import { LoginFields } from '../../lib/form-fields.js';
import { useHydrated } from '../../lib/use-hydrated.js';
import { refusalOf, signInWith } from './api.js';

export function LoginForm({ onToken }: { onToken: (token: string) => void }) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: standardSchemaResolver(LoginFields),
    defaultValues: { email: '', password: '' },
  });

  const hydrated = useHydrated();
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
    <form onSubmit={submit} noValidate>
      <NoScriptNote />
      <fieldset disabled={!hydrated} className="space-y-5">
        <ErrorBox message={refusal} />
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          required
          problem={formState.errors.email?.message}
          {...register('email')}
        />
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
      </fieldset>
    </form>
  );
}
