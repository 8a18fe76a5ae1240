import { TextLink } from '../components/text-link.js';
import { useTitle } from '../components/use-title.js';
import { RequestResetForm } from '../features/auth/request-reset-form.js';
import { paths } from '../lib/paths.js';

export function RequestResetPage() {
  useTitle('Reset your password');
  return (
    <>
      <h1 className="text-2xl">Reset your password</h1>
      <p className="mt-2 mb-6 text-sm text-muted">We send a link to your email address.</p>
      <RequestResetForm />
      <p className="mt-6 text-sm text-muted">
        Remembered it? <TextLink to={paths.login}>Login</TextLink>
      </p>
    </>
  );
}
