import { PLATFORM_IDS, type PlatformId, type WriteOutcome } from '@segue/contracts';
import { FreshSongs, numbersOf } from '@segue/testing';
import { ADDRESS, makeTrouble, noMoreTrouble, type Trouble, troubleLeft, troubleMet } from './support/fault-program.js';
import { PatientMember } from './support/patient-member.js';
import { control } from './support/simulator.js';
import { client } from './support/system.js';

const writing = { method: 'POST', path: ADDRESS.tracks } as const;
const reading = { method: 'GET', path: ADDRESS.tracks } as const;
/** Longer than anything is slept inside a request. */
const LONG_SECONDS = 11;
/** An access token of Spotify lives for an hour. */
const AFTER_AN_HOUR = { offsetSeconds: 3_700 };
const QUOTA_EXCEEDED = { error: { status: 429, message: 'Too many requests', reason: 'QUOTA_EXCEEDED' } };
/** Time for something else to happen while a call is under way. */
const SLOW = { delayMs: 1_000 };

const revoke = (platform: PlatformId, listener: string) =>
  control('POST', `/control/listeners/${platform}/${listener}/revoke`);

const TROUBLES: Trouble[] = [
  { name: 'a 429 that asks for a second', isAlone: true, ...writing, fault: { retryAfter: 1, times: 2 } },
  {
    name: 'a 429 that asks for longer than anybody waits',
    isAlone: true,
    ...writing,
    fault: { retryAfter: LONG_SECONDS },
  },
  { name: 'a 429 that names no time', isAlone: true, ...writing, fault: { status: 429, times: 2 } },
  { name: 'a 429 while reading', isAlone: true, ...reading, fault: { status: 429, times: 2 } },
  {
    name: 'a used-up quota',
    isAlone: true,
    platforms: ['spotify'],
    ...writing,
    fault: { status: 429, body: QUOTA_EXCEEDED, retryAfter: LONG_SECONDS },
  },
  { name: 'a 500 that was applied', ...writing, fault: { status: 500, applied: true } },
  { name: 'a 500 that was not', ...writing, fault: { status: 500 } },
  { name: 'a connection that dies after the write', ...writing, fault: { drop: true, applied: true } },
  { name: 'a connection that dies before the write', ...writing, fault: { drop: true } },
  { name: 'an answer that does not come in time', ...writing, fault: { delayMs: 20_000 } },
  { name: 'an answer cut in half after the write', ...writing, platforms: ['spotify'], fault: { truncate: true } },
  { name: 'a page cut in half', ...reading, fault: { truncate: true } },
  { name: 'a page that cannot be read for a while', ...reading, fault: { status: 503, times: 3 } },
  { name: 'a list that shows a write late', ...writing, fault: { late: 3 } },
  {
    name: 'a write that is silently dropped',
    ...writing,
    fault: { silentlyIgnore: true },
    loses: true,
  },
  { name: 'a revoked consent', isAlone: true, ...writing, fault: SLOW, meanwhile: revoke },
  {
    name: 'an access token that expires',
    isAlone: true,
    platforms: ['spotify'],
    ...writing,
    fault: SLOW,
    meanwhile: () => control('PUT', '/control/clock', AFTER_AN_HOUR),
  },
];

const NOTHING_MADE: Trouble[] = [
  {
    name: 'a 500 after the playlist was made',
    method: 'POST',
    path: ADDRESS.playlists,
    fault: { status: 500, applied: true },
  },
  {
    name: 'a connection that dies before the playlist was made',
    method: 'POST',
    path: ADDRESS.playlists,
    fault: { drop: true },
  },
];

const SONGS = 300;
const ADDED_WELL_FIRST = 20;
const PATIENCE_MS = 300_000;
const songs = new FreshSongs(client(), 1_000_000);

const platformsOf = ({ platforms = PLATFORM_IDS }: Trouble): readonly PlatformId[] => platforms;
/** Both platforms at once: they share no trouble, and half the time is waiting. */
async function onEach(trouble: Trouble, work: (platform: PlatformId) => Promise<void>): Promise<void> {
  const done = await Promise.allSettled(platformsOf(trouble).map(work));
  const failed = done.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  if (failed.length > 1)
    throw new AggregateError(
      failed.map(({ reason }) => reason),
      failed.map(({ reason }) => reason.message).join('\n'),
    );
  if (failed[0]) throw failed[0].reason;
}

/** How a playlist differs from what it should be, small enough to read; all empty when it does not. */
function differences(held: readonly unknown[], wanted: readonly unknown[]) {
  const left = [...held];
  const missing = wanted.filter((id) => {
    const at = left.indexOf(id);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
  const sameSongs = missing.length === 0 && left.length === 0;
  const firstMisplaced = sameSongs ? held.findIndex((id, place) => id !== wanted[place]) : -1;
  return { missing: missing.length, tooMany: left.length, firstMisplaced };
}
const NONE = { missing: 0, tooMany: 0, firstMisplaced: -1 };

async function meanwhile(trouble: Trouble, member: PatientMember): Promise<void> {
  if (!trouble.meanwhile) return;
  await troubleMet(member);
  await trouble.meanwhile(member.platform, member.listener);
}

/** The places of the request that the answer says were written. Fails unless each place is in exactly one list. */
function writtenPlaces({ added, failed, mismatched }: WriteOutcome, asked: number): number[] {
  const places = (list: ReadonlyArray<{ sourceIndex: number }>) => list.map(({ sourceIndex }) => sourceIndex);
  const all = [...places(added), ...places(failed), ...places(mismatched)].sort((a, b) => a - b);
  expect(all).toEqual(Array.from({ length: asked }, (_, place) => place));
  return [...places(added), ...places(mismatched)].sort((a, b) => a - b);
}

/** 300 songs, one call each, as a bulk add does. */
async function addInTrouble(trouble: Trouble, platform: PlatformId): Promise<void> {
  const member = await PatientMember.on(platform);
  const block = numbersOf(await songs.take(SONGS));
  await makeTrouble(member, trouble, ADDED_WELL_FIRST);
  const during = meanwhile(trouble, member);
  const outcomes = await member.addAll(block);
  await during;
  const written = block.filter((_, place) => writtenPlaces(outcomes[place] as WriteOutcome, 1).length === 1);
  const [held = []] = await member.playlistsNamed('Mine');
  const report = {
    platform,
    errors: member.errors,
    unmet: await troubleLeft(member),
    ...differences(held, member.idsOf(written)),
    unwritten: block.length - written.length,
  };
  expect(report).toEqual({ ...report, ...NONE, unmet: 0, ...(!trouble.loses && { unwritten: 0 }) });
}

/** A playlist of 300 songs. */
async function makeInTrouble(trouble: Trouble, platform: PlatformId): Promise<void> {
  const member = await PatientMember.on(platform);
  const block = numbersOf(await songs.take(SONGS));
  const isMaking = trouble.path === ADDRESS.playlists;
  await makeTrouble(member, trouble, isMaking || trouble.method === 'GET' ? 0 : 1);
  const during = meanwhile(trouble, member);
  const writtenBy = (answer: WriteOutcome) =>
    writtenPlaces(answer, block.length).map((place) => block[place] as number);
  // What a platform dropped and a repeat brings in stands at the end.
  const expected = trouble.loses ? { missing: 0, tooMany: 0 } : NONE;
  // What is told stands there when it is told, also where the same request goes on afterwards.
  const outcome = await member.create('Made', block, async (told) => {
    const [there = []] = await member.playlistsNamed('Made');
    expect(differences(there, member.idsOf(writtenBy(told)))).toMatchObject(expected);
  });
  await during;
  const written = writtenBy(outcome);
  const [held = [], ...others] = await member.playlistsNamed('Made');
  const report = {
    platform,
    errors: member.errors,
    unmet: await troubleLeft(member),
    others: others.length,
    ...differences(held, member.idsOf(written)),
    unwritten: block.length - written.length,
  };
  expect(report).toEqual({ ...report, ...expected, unmet: 0, others: 0, ...(!trouble.loses && { unwritten: 0 }) });
}

const ADDED = 'songs added one by one stand there once, and the report says so';
const MADE = 'a playlist is made once and holds what the report says';
const isAlone = (trouble: Trouble) => trouble.isAlone === true;
const isBeside = (trouble: Trouble) => !isAlone(trouble);

describe('300 songs: after trouble of one member, beside others who have theirs', () => {
  const started = new Map<string, Promise<void>>();
  const start = (name: string, trouble: Trouble, work: typeof addInTrouble) => {
    const done = onEach(trouble, (platform) => work(trouble, platform));
    // Each is judged by its own test.
    done.catch(() => undefined);
    started.set(`${name} ${trouble.name}`, done);
  };
  const [adding, making] = [TROUBLES.filter(isBeside), [...TROUBLES, ...NOTHING_MADE].filter(isBeside)];
  beforeAll(() => {
    for (const trouble of adding) start(ADDED, trouble, addInTrouble);
    for (const trouble of making) start(MADE, trouble, makeInTrouble);
  });
  afterAll(noMoreTrouble);

  it.each(adding)(`${ADDED}: $name`, ({ name }) => started.get(`${ADDED} ${name}`), PATIENCE_MS);
  it.each(making)(`${MADE}: $name`, ({ name }) => started.get(`${MADE} ${name}`), PATIENCE_MS);
});

describe('300 songs: after trouble that is had alone', () => {
  afterEach(noMoreTrouble);
  const troubles = TROUBLES.filter(isAlone);
  it.each(troubles)(`${ADDED}: $name`, (trouble) => onEach(trouble, (platform) => addInTrouble(trouble, platform)));
  it.each(troubles)(`${MADE}: $name`, (trouble) => onEach(trouble, (platform) => makeInTrouble(trouble, platform)));
});
