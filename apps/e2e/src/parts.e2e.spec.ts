import { PLATFORM_IDS } from '@segue/contracts';
import { FreshSongs, numbersOf } from '@segue/testing';
import { end, pidsBeside, PROGRAMS, random, SEED, untilWell } from './support/deaths.js';
import { callsReached } from './support/fault-program.js';
import { PatientMember } from './support/patient-member.js';
import { clearUpstreamCalls } from './support/simulator.js';
import { client, ENGINES } from './support/system.js';

const SONGS = 60;
const songs = new FreshSongs(client(), 3_000_000);
/** PostgreSQL always, RabbitMQ and Redis where they are servers of their own. */
const engines = ENGINES();
/** Programs die alike in both modes, and one run of all of them is long enough. */
const dying = engines.length > 1 ? [...PROGRAMS, ...engines] : engines;

beforeAll(() => void process.stderr.write(`Moments of SEGUE_E2E_SEED=${SEED}\n`));

/** While a member of each platform adds songs one by one, something happens; afterwards each song stands there once. */
async function whileSongsAreAdded(somethingHappens: () => Promise<void>): Promise<void> {
  const block = numbersOf(await songs.take(SONGS));
  const members = await Promise.all(PLATFORM_IDS.map((platform) => PatientMember.on(platform)));
  await clearUpstreamCalls();
  const adding = members.map((member) => member.addAll(block));
  // Apple Music needs three calls or more for each of the twelve groups.
  const after = 4 + Math.floor(random() * 20);
  const happening = callsReached('apple', after).then(somethingHappens);
  await Promise.all([...adding, happening]);
  for (const member of members) {
    const [held] = await member.playlistsNamed('Mine');
    const report = { after, platform: member.platform, errors: member.errors };
    expect({ ...report, held: [...(held ?? [])].sort() }).toEqual({ ...report, held: member.idsOf(block).sort() });
  }
  await untilWell();
}

describe('while songs are added', () => {
  it.each(dying)('the death of %s loses and doubles nothing, and ends no other program', async (name) => {
    const others = pidsBeside(name);
    await whileSongsAreAdded(() => end(name));
    expect(pidsBeside(name)).toEqual(others);
  });

  it.each([
    ['fast', 'SIGINT'],
    ['immediate', 'SIGQUIT'],
  ] as const)('a %s restart of PostgreSQL loses and doubles nothing, and ends no program', async (_, signal) => {
    const programs = pidsBeside();
    await whileSongsAreAdded(() => end('postgres', signal));
    expect(pidsBeside()).toEqual(programs);
  });

  it('the death of everything at once loses and doubles nothing', async () => {
    await whileSongsAreAdded(async () => {
      await Promise.all([...PROGRAMS, ...engines].map((name) => end(name)));
    });
  });

  it('each program told to end and started again, one after another, loses and doubles nothing', async () => {
    await whileSongsAreAdded(async () => {
      for (const name of PROGRAMS) await end(name, 'SIGTERM');
    });
  });
});
