import { useLocation } from 'react-router-dom';
import { TextLink } from '../components/text-link.js';
import { type PageHead, useHeadTags } from '../components/use-head-tags.js';
import { LoginForm } from '../features/auth/login-form.js';
import { paths } from '../lib/paths.js';
import { useSession } from '../lib/session.js';

/** Where the guest was sent away from. Only our own addresses count: history state can hold anything. */
function originOf(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('from' in state)) return undefined;
  return typeof state.from === 'string' && /^\/[^/\\]/.test(state.from) ? state.from : undefined;
}

export const LOGIN_HEAD: PageHead = {
  title: 'Login | Segue',
  description:
    'Sign in to Segue to see your playlists on Spotify and Apple Music, compare them and bring them in step.',
};

export function LoginPage() {
  useHeadTags(LOGIN_HEAD);
  const { signIn } = useSession();
  const { state } = useLocation();
  return (
    <>
      <h1 className="mb-6 text-2xl">Welcome back</h1>
      <LoginForm onToken={(token) => signIn(token, originOf(state))} />
      <div className="mt-6 space-y-1.5 text-sm text-muted">
        <p>
          New here? <TextLink to={paths.register}>Register</TextLink>
        </p>
        <p>
          <TextLink to={paths.requestPasswordReset}>Forgot your password?</TextLink>
        </p>
      </div>
    </>
  );
}
