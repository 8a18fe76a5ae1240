import { paths } from '../lib/paths.js';
import { useSession } from '../lib/session.js';

export interface NavigationItem {
  to: string;
  text: string;
}

const GUEST: NavigationItem[] = [
  { to: paths.pricing, text: 'Pricing' },
  { to: paths.login, text: 'Sign In' },
  { to: paths.register, text: 'Register' },
];
const MEMBER: NavigationItem[] = [
  { to: paths.dashboard, text: 'Dashboard' },
  { to: paths.platforms, text: 'Your Platforms' },
  { to: paths.account, text: 'Account' },
];

const ADMIN: NavigationItem[] = [...MEMBER, { to: paths.admin, text: 'Admin' }];

export function useNavigationItems(): NavigationItem[] {
  const { token, user } = useSession();
  if (token === null) return GUEST;
  return user?.isAdmin === true ? ADMIN : MEMBER;
}
