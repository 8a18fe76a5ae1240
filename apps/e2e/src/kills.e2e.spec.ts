import { PLATFORM_IDS } from '@segue/contracts';
import { FreshSongs, numbersOf } from '@segue/testing';
import { end, random, SEED } from './support/deaths.js';
import { callsReached, noMoreTrouble } from './support/fault-program.js';
import { PatientMember } from './support/patient-member.js';
import { clearUpstreamCalls, control } from './support/simulator.js';
import { client } from './support/system.js';

const SONGS = 300;
const PROGRAMS = ['sync', 'connectors'] as const;
/** Slow enough for a kill to meet a write under way. */
const LATENCY_MS = 20;
/** Every point takes half an hour: two of them, drawn anew in each run, are among the tests. */
const EVERY_POINT = process.env.SEGUE_E2E_KILL_POINTS === 'every';
/** Apple Music needs some 18 calls for the playlist: 12 look-ups, itself, 3 writes, and reading back. */
const CREATING_CALLS = 17;
const creatingPoints = EVERY_POINT
  ? Array.from({ length: CREATING_CALLS }, (_, done) => done + 1)
  : [1 + Math.floor(random() * CREATING_CALLS)];
/**
 * Apple Music needs three calls or more for each of the 60 groups. The next kill comes late enough for the groups to have
 * come further; all rounds together meet every call.
 */
const [ADDING_CALLS, CALLS_BETWEEN_KILLS] = [180, 18];
const addingPoints = EVERY_POINT
  ? Array.from({ length: CALLS_BETWEEN_KILLS }, (_, first) => ({
      calls: Array.from({ length: ADDING_CALLS / CALLS_BETWEEN_KILLS }, (_, n) => 1 + first + n * CALLS_BETWEEN_KILLS),
    }))
  : [{ calls: [10 + Math.floor(random() * 60), 75 + Math.floor(random() * 30)] }];
const songs = new FreshSongs(client(), 2_000_000);

beforeAll(() => void process.stderr.write(`Kill points of SEGUE_E2E_SEED=${SEED}\n`));
afterEach(async () => {
  await setLatency(0);
  await noMoreTrouble();
});

async function setLatency(ms: number): Promise<void> {
  for (const platform of PLATFORM_IDS) await control('PUT', `/control/latency/${platform}`, { ms });
}

const difference = (held: readonly unknown[], wanted: readonly unknown[]) => ({
  missing: wanted.filter((id) => !held.includes(id)).length,
  tooMany: held.length - new Set(held).size,
});

describe('killed in the middle', () => {
  it.each(PROGRAMS.flatMap((program) => creatingPoints.map((killedAfter) => ({ program, killedAfter }))))(
    '$program leaves a playlist of 300 songs that is made once, each song once and in order, after $killedAfter calls',
    async ({ program, killedAfter }) => {
      const block = numbersOf(await songs.take(SONGS));
      const members = await Promise.all(PLATFORM_IDS.map((platform) => PatientMember.on(platform)));
      await setLatency(LATENCY_MS);
      await clearUpstreamCalls();
      const making = members.map((member) => member.create('Made', block));
      await callsReached('apple', killedAfter);
      await end(program);
      const outcomes = await Promise.all(making);
      for (const [place, member] of members.entries()) {
        const lists = await member.playlistsNamed('Made');
        const added = outcomes[place]?.added.length;
        const report = { killedAfter, platform: member.platform, errors: member.errors, lists: lists.length, added };
        expect({ ...report, held: lists[0] }).toEqual({ ...report, lists: 1, added: SONGS, held: member.idsOf(block) });
      }
    },
  );

  it.each(addingPoints)(
    'both programs leave 300 songs added one by one there once each, after $calls calls',
    async ({ calls }) => {
      const block = numbersOf(await songs.take(SONGS));
      const members = await Promise.all(PLATFORM_IDS.map((platform) => PatientMember.on(platform)));
      await clearUpstreamCalls();
      const adding = members.map((member) => member.addAll(block));
      for (const [kills, killedAfter] of calls.entries()) {
        await callsReached('apple', killedAfter);
        await end(PROGRAMS[kills % PROGRAMS.length] as string);
      }
      const outcomes = await Promise.all(adding);
      for (const [place, member] of members.entries()) {
        const [held = []] = await member.playlistsNamed('Mine');
        const written = block.filter((_, n) => outcomes[place]?.[n]?.added.length === 1);
        const report = { platform: member.platform, errors: member.errors };
        expect({
          ...report,
          ...difference(held, member.idsOf(written)),
          written: written.length,
          held: held.length,
        }).toEqual({
          ...report,
          ...{ missing: 0, tooMany: 0, written: SONGS, held: SONGS },
        });
      }
    },
    EVERY_POINT ? 600_000 : undefined,
  );
});
