import { billingStatus, logout, pathOf } from '@segue/contracts';
import { call } from './api.js';
import type { BillingStatus } from './session.js';
import { readToken, userOf } from './token.js';

let ahead: { token: string; status: Promise<BillingStatus> } | null = null;

/** Asks for the plan before anything is drawn: the first `fetchBillingStatus` of this session gets that answer. */
export function askAhead(token: string): void {
  if (userOf(token, Date.now()) === null) return;
  ahead = { token, status: call(billingStatus) };
  // Who fetches it hears of a failure.
  ahead.status.catch(() => undefined);
}

export function fetchBillingStatus(): Promise<BillingStatus> {
  const asked = ahead?.token === readToken() ? ahead?.status : undefined;
  ahead = null;
  return asked ?? call(billingStatus);
}

/** Best effort, and with the token given: by now it is gone from storage. */
export async function endSession(token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  try {
    await fetch(pathOf(logout), { method: logout.method, headers, keepalive: true });
  } catch {
    // The token dies by itself within a day.
  }
}
