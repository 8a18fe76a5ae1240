import type { billingStatus, ResponseOf } from '@segue/contracts';
import { createContext, use } from 'react';
import type { SessionUser } from './token.js';

export type BillingStatus = ResponseOf<typeof billingStatus>;

/** Who is signed in and what their plan allows. */
export interface Session {
  token: string | null;
  user: SessionUser | null;
  subscriptionStatus: BillingStatus['subscriptionStatus'] | null;
  cancelAtPeriodEnd: boolean;
  nextBillingDate: string | null;
  lastPlaylistUpdate: BillingStatus['lastPlaylistUpdate'];
  statusLoading: boolean;
}

export interface SessionActions {
  /** Stores the token, loads the plan, and lets the guest pages lead on to `destination` (the dashboard unless said). */
  signIn(token: string, destination?: string): void;
  /** Goes on with a newer token of the same session. */
  replaceToken(token: string): void;
  signOut(): void;
  /** Asks for the plan again without covering the screen, unless it was asked for less than `freshMs` ago. */
  refreshStatus(freshMs?: number): Promise<void>;
}

export interface SessionValue extends Session, SessionActions {
  /** Where a guest page leads on to once somebody is signed in. */
  destination: string | null;
}

export const SessionContext = createContext<SessionValue | null>(null);

export function useSession(): SessionValue {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession needs a SessionProvider above it');
  return session;
}
