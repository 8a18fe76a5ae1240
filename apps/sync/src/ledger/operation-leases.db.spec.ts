import { createTestDatabase, eventually, TestClock, TestTokens } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import { startSync, type Sync } from '../testing/start-sync.js';
import { Ledger, type OpenOperation } from './ledger.js';

let sync: Sync;
const user = { _id: randomUUID() };

beforeAll(async () => {
  const url = (await createTestDatabase()).urlOf('sync');
  sync = await startSync(url, new TestClock(), new TestTokens().findSigningKey);
});
afterAll(() => sync.stop());

async function anOperation(playlistId: string): Promise<string> {
  const request = { kind: 'add', platform: 'apple', playlistId, playlistName: '', key: null, body: null } as const;
  return ((await sync.app.get(Ledger).open(user, request)) as OpenOperation).operation.id;
}

async function leaseOf(operation: string): Promise<Date> {
  const rows = await sync.database.query('SELECT lease_expires_at FROM operations WHERE id = $1', [operation]);
  return (rows as [{ lease_expires_at: Date }])[0].lease_expires_at;
}

describe('the leases of operations under way', () => {
  it('are renewed while a write has one of them locked', async () => {
    const [written, other] = [await anOperation('p.one'), await anOperation('p.other')];
    const before = await leaseOf(other);
    await sync.database.transaction(async (tx) => {
      await tx.query('SELECT id FROM operations WHERE id = $1 FOR UPDATE', [written]);
      await eventually(async () => expect(+(await leaseOf(other))).toBeGreaterThan(+before), 15_000);
    });
  });
});
