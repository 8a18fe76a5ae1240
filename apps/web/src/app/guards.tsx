import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { paths } from '../lib/paths.js';
import { useSession } from '../lib/session.js';

/** Where a guest wanted to go before they were asked to sign in. */
export interface GuestState {
  from?: string;
}

export function MembersOnly() {
  const { token, user } = useSession();
  const { pathname, search } = useLocation();
  if (token !== null && user !== null) return <Outlet />;
  return <Navigate to={paths.login} replace state={{ from: pathname + search } satisfies GuestState} />;
}

/** The token's word is enough to show the screen: every call it makes is checked by the server. */
export function AdminsOnly() {
  const { token, user } = useSession();
  return token !== null && user?.isAdmin === true ? <Outlet /> : <Navigate to={paths.home} replace />;
}

export function GuestsOnly() {
  const { user, destination } = useSession();
  return user === null ? <Outlet /> : <Navigate to={destination ?? paths.dashboard} replace />;
}
