import { TextLink } from '../components/text-link.js';
import { type PageHead, useHeadTags } from '../components/use-head-tags.js';
import { RequestResetForm } from '../features/auth/request-reset-form.js';
import { paths } from '../lib/paths.js';

export const REQUEST_RESET_HEAD: PageHead = {
  title: 'Reset your password | Segue',
  description:
    'Forgot the password of your Segue account? We send a link to your e-mail address with which you choose a new one.',
};

export function RequestResetPage() {
  useHeadTags(REQUEST_RESET_HEAD);
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
