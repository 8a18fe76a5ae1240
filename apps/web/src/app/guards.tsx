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

export function GuestsOnly() {
  const { user, destination } = useSession();
  return user === null ? <Outlet /> : <Navigate to={destination ?? paths.dashboard} replace />;
}
