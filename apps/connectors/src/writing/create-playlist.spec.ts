import { FakePlatform } from '../testing/fake-platform.js';
import { FakeTiming } from '../testing/fake-timing.js';
import { aMember } from '../testing/fake-upstream.js';
import { createPlaylist } from './create-playlist.js';

const wanted = { name: 'Road', description: 'from Segue' };
const create = (fake: FakePlatform) => createPlaylist(fake.platform, aMember(), wanted, new FakeTiming());

describe('createPlaylist', () => {
  it('finds the playlist that was made although the answer was lost', async () => {
    const fake = new FakePlatform();
    fake.mishaps.push({ applied: true, kind: 'unavailable' });
    expect(await create(fake)).toMatchObject({ id: 'made0', track_count: 0 });
    expect(fake.made).toHaveLength(1);
  });

  it('finds it although the list shows it half a minute late', async () => {
    const [fake, timing] = [new FakePlatform(), new FakeTiming()];
    fake.mishaps.push({ applied: true, kind: 'unavailable' });
    fake.lateListings = 3;
    expect(await createPlaylist(fake.platform, aMember(), wanted, timing)).toMatchObject({ id: 'made0' });
    expect(fake.made).toHaveLength(1);
    expect(timing.slept.reduce((sum, ms) => sum + ms, 0)).toBe(30_000);
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
