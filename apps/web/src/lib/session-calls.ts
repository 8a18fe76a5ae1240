import { billingStatus, logout, pathOf } from '@segue/contracts';
import { call } from './api.js';
import type { BillingStatus } from './session.js';

export const fetchBillingStatus = (): Promise<BillingStatus> => call(billingStatus);

/** Best effort, and with the token given: by now it is gone from storage. */
export async function endSession(token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  try {
    await fetch(pathOf(logout), { method: logout.method, headers, keepalive: true });
  } catch {
    // The token dies by itself within a day.
  }
}
