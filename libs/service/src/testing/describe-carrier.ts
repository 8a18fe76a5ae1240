import { eventually } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import { currentRequestId, inRequest } from '../logging/request-context.js';
import { answerParkedCommand } from '../events/parked-command.js';
import type { EventStage } from './event-stage.js';

/** What every carrier of events has to do, whatever it is made of. */
export function describeCarrier(stage: () => EventStage): void {
  beforeEach(() => stage().begin());
  afterEach(() => stage().end());

  describe('an event', () => {
    it('published in a transaction is heard once, after the commit, with its request', async () => {
      await stage().startRelay();
      let requestId: string | null = null;
      stage().onDeleted(async (event) => {
        requestId = currentRequestId();
        stage().heard.push(event);
      });
      const userId = await inRequest('request-1', () => stage().tellDeleted());
      await eventually(() => expect(stage().heard).toHaveLength(1));
      await stage().allHeard();
      expect(stage().heard).toEqual([
        {
          id: expect.any(String),
          name: 'user.deleted',
          occurredAt: '2026-06-01T12:00:00.000Z',
          requestId: 'request-1',
          payload: { userId },
        },
      ]);
      expect(requestId).toBe('request-1');
    });

    it('of a transaction that was rolled back is never heard', async () => {
      await stage().startRelay();
      await expect(stage().rollBack({ userId: randomUUID() })).rejects.toThrow('changed its mind');
      const after = await stage().tellDeleted();
      await eventually(() => expect(stage().usersHeard()).toContain(after));
      await stage().allHeard();
      expect(stage().usersHeard()).toEqual([after]);
    });

    it('published while no relay runs is told when one starts', async () => {
      const userId = await stage().tellDeleted();
      await stage().startRelay();
      await eventually(() => expect(stage().usersHeard()).toEqual([userId]));
      await stage().stopRelays();
      const later = await stage().tellDeleted();
      expect(stage().usersHeard()).toEqual([userId]);
      await stage().startRelay();
      await eventually(() => expect(stage().usersHeard()).toEqual([userId, later]));
    });

    it('is heard once although three relays compete for it', async () => {
      await Promise.all([stage().startRelay(), stage().startRelay(), stage().startRelay()]);
      const users = await Promise.all(Array.from({ length: 30 }, () => stage().tellDeleted()));
      await eventually(() => expect(stage().heard.length).toBeGreaterThanOrEqual(30));
      await stage().allHeard();
      expect(stage().usersHeard().sort()).toEqual(users.sort());
    });
  });

  describe('a handler that fails', () => {
    it('is tried again until it works, while other events flow', async () => {
      await stage().startRelay();
      const unlucky = randomUUID();
      let failures = 0;
      stage().onDeleted(async (event) => {
        if (event.payload.userId === unlucky && failures < 2) {
          failures += 1;
          throw new Error('not yet');
        }
        stage().heard.push(event);
      });
      await stage().tellDeleted(unlucky);
      const others = [await stage().tellDeleted(), await stage().tellDeleted()];
      await eventually(() => expect(stage().usersHeard()).toEqual(expect.arrayContaining(others)));
      await eventually(async () => {
        await stage().under.tryAgainNow();
        expect(stage().usersHeard()).toContain(unlucky);
      });
      expect(failures).toBe(2);
    });

    it('is left alone after eight tries, and the event is parked until somebody replays it', async () => {
      await stage().startRelay();
      const poison = randomUUID();
      let tries = 0;
      let isMended = false;
      stage().onDeleted(async (event) => {
        if (event.payload.userId === poison && !isMended) {
          tries += 1;
          throw new Error('never');
        }
        stage().heard.push(event);
      });
      await stage().tellDeleted(poison);
      const { parked } = stage().under;
      await eventually(async () => {
        await stage().under.tryAgainNow();
        expect(await parked.list('billing', 10)).toHaveLength(1);
      }, 30_000);
      expect(tries).toBe(8);
      const after = await stage().tellDeleted();
      await eventually(() => expect(stage().usersHeard()).toEqual([after]));
      await eventually(async () => {
        const metrics = await (await fetch(`${stage().hearing.url}/metrics`)).text();
        expect(metrics).toMatch(/^events_parked_total [1-9]/m);
        expect(metrics).toMatch(/^outbox_events_waiting 0$/m);
      });
      const [kept] = await parked.list('billing', 10);
      expect(kept).toMatchObject({ attempts: 8, event: { name: 'user.deleted', payload: { userId: poison } } });
      expect(kept?.lastError).toContain('never');
      expect(await parked.list('admin', 10)).toEqual([]);
      const shown = await answerParkedCommand(['list', 'billing'], parked);
      expect(shown).toMatch(/^user\.deleted .+: 8 attempts, .*never\n1 parked\.$/);
      expect(shown).not.toContain(poison);
      isMended = true;
      expect(await answerParkedCommand(['replay', 'billing'], parked)).toBe('1 replayed.');
      await eventually(() => expect(stage().usersHeard()).toEqual([after, poison]));
      expect(await parked.list('billing', 10)).toEqual([]);
      expect(await parked.replay('billing')).toBe(0);
    }, 60_000);
  });
}
