import { paths } from '../../lib/paths.js';
import { useSession } from '../../lib/session.js';

/** Where the start button of the pricing page leads. */
export function useStartPath(): string {
  const { user, token, subscriptionStatus } = useSession();
  if (user === null) return paths.register;
  if (token === null) return paths.login;
  return subscriptionStatus === 'active' ? paths.dashboard : paths.plans;
}
