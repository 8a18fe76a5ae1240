import * as admin from './admin.js';
import * as auth from './auth.js';
import * as billing from './billing.js';
import * as connectors from './connectors.js';
import type { Endpoint } from './endpoint.js';
import * as gateway from './gateway.js';
import { OPERATION_ROUTES } from './operations.js';
import * as sync from './sync.js';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'owner' in value;

/** Every route there is, by the name of its constant. */
export const ROUTES: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  [admin, auth, billing, connectors, gateway, sync, OPERATION_ROUTES]
    .flatMap((contract) => Object.entries<unknown>(contract))
    .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
);
