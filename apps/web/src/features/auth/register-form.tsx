import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { PASSWORD_MIN_CHARACTERS, RegistrationFields } from '@segue/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../components/button.js';
import { EmailField, Field } from '../../components/field.js';
import { ErrorBox } from '../../components/notice.js';
import { PrerenderedForm } from '../../components/prerendered-form.js';
import { refusalOf, registerMember, signInWith } from './api.js';

/** Registers and signs in at once. */
export function RegisterForm({ onToken }: { onToken: (token: string) => void }) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: standardSchemaResolver(RegistrationFields),
    defaultValues: { name: '', email: '', password: '' },
  });
  const { errors } = formState;

  const submit = handleSubmit(async ({ name, email, password }) => {
    setRefusal(null);
    try {
      await registerMember({ name, email, password });
    } catch (error) {
      setRefusal(refusalOf(error, 'Registration failed'));
      return;
    }
    try {
      const { token } = await signInWith({ email, password });
      onToken(token);
    } catch (error) {
      setRefusal(refusalOf(error, 'Login failed after registration'));
    }
  });

  return (
    <PrerenderedForm onSubmit={submit}>
      <ErrorBox message={refusal} />
      <Field label="Name" autoComplete="name" required problem={errors.name?.message} {...register('name')} />
      <EmailField problem={errors.email?.message} {...register('email')} />
      <Field
        label="Password"
        type="password"
        autoComplete="new-password"
        required
        hint={`At least ${PASSWORD_MIN_CHARACTERS} characters.`}
        problem={errors.password?.message}
        {...register('password')}
      />
      <Button type="submit" size="large" className="w-full" busy={formState.isSubmitting}>
        Sign Up
      </Button>
    </PrerenderedForm>
  );
}
