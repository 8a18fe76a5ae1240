import { FakePlatform } from '../testing/fake-platform.js';
import { FakeTiming } from '../testing/fake-timing.js';
import { aMember } from '../testing/fake-upstream.js';
import { createPlaylist } from './create-playlist.js';
import { removeTrack } from './remove-track.js';

const wanted = { name: 'Road', description: 'from Segue' };
const create = (fake: FakePlatform) => createPlaylist(fake.platform, aMember(), wanted, new FakeTiming());
const remove = (fake: FakePlatform) =>
  removeTrack(fake.platform, aMember(), { playlistId: 'p', trackId: 'song1' }, new FakeTiming());

describe('createPlaylist', () => {
  it('finds the playlist that was made although the answer was lost', async () => {
    const fake = new FakePlatform();
    fake.mishaps.push({ applied: true, kind: 'unavailable' });
    expect(await create(fake)).toMatchObject({ id: 'made0', track_count: 0 });
    expect(fake.made).toHaveLength(1);
  });

  it('tries once more when none was made', async () => {
    const fake = new FakePlatform();
    fake.mishaps.push({ applied: false, kind: 'unavailable' });
    await create(fake);
    expect(fake.made).toHaveLength(1);
  });

  it('does not try again what the platform declines', async () => {
    const fake = new FakePlatform();
    fake.mishaps.push({ applied: false, kind: 'refused' });
    await expect(create(fake)).rejects.toMatchObject({ kind: 'refused' });
    expect(fake.calls).toEqual(['create']);
  });
});

describe('removeTrack', () => {
  it('counts the copies that went', async () => {
    const fake = new FakePlatform(['song1', 'song2', 'song1']);
    expect(await remove(fake)).toBe(2);
    expect(fake.list).toEqual(['song2']);
  });

  it('says 0 when the list stays as it was', async () => {
    expect(await remove(new FakePlatform(['song2']))).toBe(0);
  });

  it.each([true, false])('settles an error by counting (applied: %s)', async (applied) => {
    const fake = new FakePlatform(['song1', 'song2']);
    fake.mishaps.push({ applied, kind: 'unavailable' });
    expect(await remove(fake)).toBe(1);
    expect(fake.list).toEqual(['song2']);
    expect(fake.calls.filter((call) => call === 'remove')).toHaveLength(applied ? 1 : 2);
  });
});
