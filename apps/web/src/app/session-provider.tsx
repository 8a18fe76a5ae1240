import { type ReactNode, startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ScreenSpinner } from '../components/spinner.js';
import { onEndedSession } from '../lib/ended-session.js';
import { useNavigation } from '../lib/navigation.js';
import { paths } from '../lib/paths.js';
import { type BillingStatus, type Session, SessionContext, type SessionValue } from '../lib/session.js';
import { forgetMember, STORAGE } from '../lib/storage.js';
import { readToken, storeToken, userOf } from '../lib/token.js';

/** The longest pause a browser's timer can keep, in ms. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const NO_STATUS = {
  subscriptionStatus: null,
  cancelAtPeriodEnd: false,
  nextBillingDate: null,
  lastPlaylistUpdate: null,
} satisfies Partial<Session>;
const SIGNED_OUT: Session = { token: null, user: null, statusLoading: false, ...NO_STATUS };

/** A stored token that is not expired means signed in; any other is thrown away. */
function restoredSession(): Session {
  const token = readToken();
  const user = token === null ? null : userOf(token, Date.now());
  if (user === null) {
    if (token !== null) forgetMember();
    return SIGNED_OUT;
  }
  return { ...SIGNED_OUT, token, user, statusLoading: true };
}

// A visitor without a token calls no route of the API, and need not fetch how.
const loadStatus = async (): Promise<BillingStatus> => (await import('../lib/session-calls.js')).fetchBillingStatus();
const endOnServer = async (token: string): Promise<void> => (await import('../lib/session-calls.js')).endSession(token);

export function SessionProvider({ children }: { children: ReactNode }) {
  const [session, setSession] = useState(restoredSession);
  const [destination, setDestination] = useState<string | null>(null);
  const { go } = useNavigation();
  const { token, user } = session;
  // Answers that belong to a session that has ended meanwhile are dropped.
  const currentToken = useRef(token);

  const askedAtMs = useRef(Number.NEGATIVE_INFINITY);

  const refreshStatus = useCallback(async (freshMs = 0) => {
    if (Date.now() - askedAtMs.current < freshMs) return;
    askedAtMs.current = Date.now();
    const asked = currentToken.current;
    let status: Partial<Session> = {};
    try {
      status = await loadStatus();
    } catch (error) {
      console.error('Failed to fetch subscription status', error);
    }
    if (currentToken.current === asked) setSession((old) => ({ ...old, ...status, statusLoading: false }));
  }, []);

  const begin = useCallback(
    (next: string) => {
      const nextUser = userOf(next, Date.now());
      if (nextUser === null) return;
      storeToken(next);
      currentToken.current = next;
      setSession({ ...SIGNED_OUT, token: next, user: nextUser, statusLoading: true });
      void refreshStatus();
    },
    [refreshStatus],
  );

  const leave = useCallback(
    (to: string) => {
      forgetMember();
      currentToken.current = null;
      go(to);
      // Together with the way out, or a guard would see a guest on a member's page and send them to the sign-in page.
      startTransition(() => {
        setDestination(null);
        setSession(SIGNED_OUT);
      });
    },
    [go],
  );

  const value = useMemo<SessionValue>(
    () => ({
      ...session,
      destination,
      refreshStatus,
      signIn(next, leadTo) {
        setDestination(leadTo ?? null);
        begin(next);
      },
      replaceToken(next) {
        const nextUser = userOf(next, Date.now());
        if (nextUser === null) return;
        storeToken(next);
        currentToken.current = next;
        setSession((old) => ({ ...old, token: next, user: nextUser }));
      },
      signOut() {
        if (token !== null) void endOnServer(token);
        leave(paths.home);
      },
    }),
    [session, destination, refreshStatus, begin, leave, token],
  );

  useEffect(() => {
    if (currentToken.current !== null) void refreshStatus();
  }, [refreshStatus]);

  useEffect(() => onEndedSession(() => leave(paths.login)), [leave]);

  useEffect(() => {
    if (user === null) return;
    const leftMs = Math.max(0, user.exp * 1000 - Date.now());
    const timer = setTimeout(() => leave(paths.login), Math.min(leftMs, LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  }, [user, leave]);

  useEffect(() => {
    // Signed out in another tab.
    const follow = (event: StorageEvent) => {
      if (event.key === STORAGE.token && event.newValue === null && currentToken.current !== null) leave(paths.home);
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [leave]);

  return (
    <SessionContext value={value}>
      {session.statusLoading && <ScreenSpinner />}
      {/* Behind the spinner the screen already asks for what it will show, instead of after the plan has come. */}
      <div hidden={session.statusLoading} className="contents">
        {children}
      </div>
    </SessionContext>
  );
}
