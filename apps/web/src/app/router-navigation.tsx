import { type ReactNode, useMemo } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { type Navigation, NavigationContext } from '../lib/navigation.js';
import { useStableCallback } from '../lib/use-stable-callback.js';

/** Inside the app the router takes care of every link. */
export function RouterNavigation({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const go = useStableCallback((to: string) => void navigate(to));
  const navigation = useMemo<Navigation>(() => ({ Link, go, pathname }), [go, pathname]);
  return <NavigationContext value={navigation}>{children}</NavigationContext>;
}
