import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { currentConsent } from '../lib/consent.js';

/** Tells of every change of page, if the visitor allows analytics. The page that was loaded counted at the gateway. */
export function useVisitBeacon(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (currentConsent().details.analytics) void send(pathname);
  }, [pathname]);
}

const send = async (path: string): Promise<void> => (await import('../lib/visit-calls.js')).sendVisit(path);
