import { exportAccount, exportActivity, exportBilling, exportChanges, exportConnections } from '@segue/contracts';
import { call } from '../../lib/api.js';

/** Who keeps something about a member, and how to ask them. Each service answers for itself; a new one is a line here. */
const PARTS: Record<string, () => Promise<unknown>> = {
  account: () => call(exportAccount),
  billing: () => call(exportBilling),
  platforms: () => call(exportConnections),
  changes: () => call(exportChanges),
  activity: () => call(exportActivity),
};

/** All parts, or the error of the first that is missing: half of it would look like all of it. */
export async function collectExports(at: Date): Promise<Record<string, unknown>> {
  const parts = await Promise.all(Object.entries(PARTS).map(async ([name, ask]) => [name, await ask()] as const));
  return { exportedAt: at.toISOString(), ...Object.fromEntries(parts) };
}

/** `segue-data-2026-11-20.json`. */
export const fileNameOf = (at: Date): string => `segue-data-${at.toISOString().slice(0, 10)}.json`;
