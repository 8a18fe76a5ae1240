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
  it.each(PROGRAMS)(
    '%s leaves a playlist of 300 songs that is made once, each song once and in order',
    async (program) => {
      const block = numbersOf(await songs.take(SONGS));
      const members = await Promise.all(PLATFORM_IDS.map((platform) => PatientMember.on(platform)));
      await setLatency(LATENCY_MS);
      await clearUpstreamCalls();
      const making = members.map((member) => member.create('Made', block));
      // Apple Music needs some 18 calls for it: 12 look-ups, the playlist, 3 writes, and reading back.
      const killedAfter = 1 + Math.floor(random() * 17);
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

  it('both programs leave 300 songs added one by one there once each', async () => {
    const block = numbersOf(await songs.take(SONGS));
    const members = await Promise.all(PLATFORM_IDS.map((platform) => PatientMember.on(platform)));
    await clearUpstreamCalls();
    const adding = members.map((member) => member.addAll(block));
    // Apple Music needs three calls or more for each of the 60 groups.
    const killedAfter = [10 + Math.floor(random() * 60), 75 + Math.floor(random() * 30)];
    for (const [place, program] of PROGRAMS.entries()) {
      await callsReached('apple', killedAfter[place] ?? 0);
      await end(program);
    }
    const outcomes = await Promise.all(adding);
    for (const [place, member] of members.entries()) {
      const [held = []] = await member.playlistsNamed('Mine');
      const written = block.filter((_, n) => outcomes[place]?.[n]?.added.length === 1);
      const report = { killedAfter, platform: member.platform, errors: member.errors };
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
  });
});
