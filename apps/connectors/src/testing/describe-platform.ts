import { isPlatformError } from '../platforms/platform-error.js';
import type { MemberAccess, Platform, TrackPage } from '../platforms/platform.js';

/** A world in which every platform has to behave alike. */
export interface PlatformWorld {
  readonly platform: Platform;
  readonly access: MemberAccess;
  /** A playlist of the member that fills two pages and a bit, with `songs` in order. */
  readonly longPlaylistId: string;
  readonly songs: readonly { readonly id: string; readonly isrc: string; readonly name: string }[];
  readonly emptyPlaylistId: string;
  /** Listed, but not to be changed by us. */
  readonly closedPlaylistId: string;
  readonly unknownPlaylistId: string;
  readonly absentIsrc: string;
  /** The next call of the platform is answered 429 and asks to wait an hour. */
  throttle(): void | Promise<void>;
  /** So many calls of the platform are answered 200 with this text. */
  talkNonsense(text: string, times: number): void | Promise<void>;
}

/** Answers whose text is none of a platform's: a proxy's page, and what broke off on its way. */
const NO_JSON = ['<!doctype html><title>Just a moment</title>', '', '{"items":[{"it', 'OK'];
/** Answers that can be read and say nothing a platform says. */
const NO_ANSWER = ['null', '7', '[]', '{}', '{"items":7,"data":7,"tracks":7,"total":"many"}', '{"error":{}}'];

/** What every connector promises, whatever it talks to. */
export function describePlatform(name: string, world: () => Promise<PlatformWorld>): void {
  describe(`${name} as a platform`, () => {
    let w: PlatformWorld;
    beforeEach(async () => {
      w = await world();
    });

    it('tells who the member is', async () => {
      const profile = await w.platform.profile(w.access);
      expect(profile.displayName).not.toBe('');
      expect(profile.storefront).not.toBe('');
    });

    it('lists playlists with what may be done to them', async () => {
      const playlists = (await all(w.platform.playlists(w.access))).flat();
      const byId = new Map(playlists.map((playlist) => [playlist.id, playlist]));
      expect(byId.get(w.longPlaylistId)).toMatchObject({ platform: w.platform.id, readable: true, editable: true });
      expect(byId.get(w.closedPlaylistId)).toMatchObject({ editable: false, restriction: expect.any(String) });
      expect(playlists.every((playlist) => playlist.name !== '')).toBe(true);
    });

    it('reads one playlist', async () => {
      const playlist = await w.platform.playlist(w.access, w.longPlaylistId);
      expect(playlist).toMatchObject({ id: w.longPlaylistId, restriction: null });
    });

    it('reads all tracks in order with normalised ISRCs', async () => {
      const tracks = entriesOf(await all(w.platform.tracks(w.access, w.longPlaylistId))).map(({ track }) => track);
      expect(tracks.map(({ isrc }) => isrc)).toEqual(w.songs.map(({ isrc }) => isrc));
      expect(tracks.map(({ position }) => position)).toEqual(w.songs.map((_, index) => index));
    });

    it('reads one page from anywhere', async () => {
      const offset = w.platform.tracksPerPage + 1;
      const page = await w.platform.trackPage(w.access, w.longPlaylistId, offset);
      expect(page.total).toBe(w.songs.length);
      expect(page.entries[0]?.recording?.id).toBe(w.songs[offset]?.id);
    });

    it('counts tracks, also when there are none', async () => {
      expect(await w.platform.trackCount(w.access, w.longPlaylistId)).toBe(w.songs.length);
      expect(await w.platform.trackCount(w.access, w.emptyPlaylistId)).toBe(0);
      expect(entriesOf(await all(w.platform.tracks(w.access, w.emptyPlaylistId)))).toEqual([]);
    });

    it('says not-found of a playlist that is not there', async () => {
      for (const read of [
        () => w.platform.playlist(w.access, w.unknownPlaylistId),
        () => w.platform.trackCount(w.access, w.unknownPlaylistId),
        () => all(w.platform.tracks(w.access, w.unknownPlaylistId)),
      ]) {
        await expect(read()).rejects.toMatchObject({ kind: 'not-found' });
      }
    });

    it('finds recordings by ISRC, aligned with the question', async () => {
      const [first, second] = w.songs;
      const asked = [first?.isrc ?? '', w.absentIsrc, second?.isrc ?? ''];
      const answers = await w.platform.findByIsrcs(w.access, asked);
      expect(answers.map(({ outcome }) => outcome)).toEqual(['found', 'absent', 'found']);
      const found = answers.map((answer) => (answer.outcome === 'found' ? answer.recordings[0]?.id : null));
      expect(found).toEqual([first?.id, null, second?.id]);
    });

    it('never says absent when a look-up was throttled', async () => {
      await w.throttle();
      expect(await w.platform.findByIsrcs(w.access, [w.songs[0]?.isrc ?? ''])).toEqual([
        { outcome: 'unknown', reason: 'busy', retryAfterSeconds: expect.any(Number) },
      ]);
    });

    it.each(NO_JSON)('reads again what came as %j, and does not take it for an empty list', async (text) => {
      await w.talkNonsense(text, 2);
      expect(await w.platform.trackCount(w.access, w.longPlaylistId)).toBe(w.songs.length);
      await w.talkNonsense(text, 3);
      await expect(w.platform.trackCount(w.access, w.longPlaylistId)).rejects.toMatchObject({ kind: 'unavailable' });
    });

    it.each(NO_ANSWER)('takes %s for a failure, and for no empty list, playlist or absence', async (text) => {
      const questions = [
        () => w.platform.trackCount(w.access, w.longPlaylistId),
        () => w.platform.playlist(w.access, w.longPlaylistId),
        () => all(w.platform.tracks(w.access, w.longPlaylistId)),
        () => all(w.platform.playlists(w.access)),
        () => w.platform.search(w.access, { title: 'Quillon', artist: 'The Quillons' }),
      ];
      for (const ask of questions) {
        await w.talkNonsense(text, 1);
        await expect(ask()).rejects.toMatchObject({ kind: 'unavailable' });
      }
      await w.talkNonsense(text, 1);
      const [song] = w.songs;
      expect(await w.platform.findByIsrcs(w.access, [song?.isrc ?? ''])).toMatchObject([
        { outcome: 'unknown', reason: 'failed' },
      ]);
    });

    it('searches by words', async () => {
      const song = w.songs[7];
      const found = await w.platform.search(w.access, { title: song?.name ?? '', artist: '' });
      expect(found.map(({ id }) => id)).toContain(song?.id);
    });

    it('creates a playlist and appends in order', async () => {
      const made = await w.platform.create(w.access, { name: 'Made by us', description: '' });
      const wanted = w.songs.slice(0, 3).map(({ id }) => id);
      await w.platform.add(w.access, made.id, wanted);
      const page = await w.platform.trackPage(w.access, made.id, 0);
      expect(made).toMatchObject({ name: 'Made by us', editable: true, track_count: 0 });
      expect(page.entries.map(({ recording }) => recording?.id)).toEqual(wanted);
    });

    it('puts a track at its place, or says that it cannot', async () => {
      const made = await w.platform.create(w.access, { name: 'Places', description: '' });
      const [one = '', other = '', third = ''] = w.songs.map(({ id }) => id);
      await w.platform.add(w.access, made.id, [one, other]);
      const inserted = await w.platform.insert(w.access, made.id, third, 1).then(
        () => true,
        (error: unknown) => !isPlatformError(error, 'unsupported'),
      );
      expect(inserted).toBe(w.platform.capabilities.removeTrack === 'all-copies');
      const { entries } = await w.platform.trackPage(w.access, made.id, 0);
      expect(entries.map(({ recording }) => recording?.id)).toEqual(inserted ? [one, third, other] : [one, other]);
    });

    it('appends a row again by its own id', async () => {
      const made = await w.platform.create(w.access, { name: 'Again', description: '' });
      const page = await w.platform.trackPage(w.access, w.longPlaylistId, 0);
      const rows = page.entries.slice(0, 3).map(({ track }) => track.id);
      await w.platform.add(w.access, made.id, rows);
      const { entries } = await w.platform.trackPage(w.access, made.id, 0);
      expect(entries.map(({ track }) => track.id)).toEqual(rows);
    });

    it('removes every copy, or says that it cannot', async () => {
      const made = await w.platform.create(w.access, { name: 'Copies', description: '' });
      const [one, other] = w.songs.map(({ id }) => id);
      await w.platform.add(w.access, made.id, [one ?? '', other ?? '', one ?? '']);
      const removed = await w.platform.remove(w.access, made.id, one ?? '').then(
        () => true,
        (error: unknown) => !isPlatformError(error, 'unsupported'),
      );
      expect(removed).toBe(w.platform.capabilities.removeTrack === 'all-copies');
      expect(await w.platform.trackCount(w.access, made.id)).toBe(removed ? 1 : 3);
    });
  });
}

async function all<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const read: T[] = [];
  for await (const page of pages) read.push(page);
  return read;
}

const entriesOf = (pages: TrackPage[]) => pages.flatMap(({ entries }) => entries);
