import { MINIMUM_AGE_YEARS } from '@segue/contracts';
import { TextLink } from '../components/text-link.js';
import { useTitle } from '../components/use-title.js';
import { RegisterForm } from '../features/auth/register-form.js';
import { paths } from '../lib/paths.js';
import { useSession } from '../lib/session.js';

export function RegisterPage() {
  useTitle('Register');
  const { signIn } = useSession();
  return (
    <>
      <h1 className="mb-6 text-2xl">Create your account</h1>
      <RegisterForm onToken={(token) => signIn(token, paths.plans)} />
      <div className="mt-6 space-y-1.5 text-sm text-muted">
        <p>
          By signing up you confirm that you are {MINIMUM_AGE_YEARS} or older and accept the{' '}
          <TextLink to={paths.termsOfService}>Terms of Service</TextLink> and the{' '}
          <TextLink to={paths.privacyPolicy}>Privacy Policy</TextLink>.
        </p>
        <p>
          Already a member? <TextLink to={paths.login}>Login</TextLink>
        </p>
      </div>
    </>
  );
}
