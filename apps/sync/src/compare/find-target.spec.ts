import { aPlaylist } from '../testing/builders.js';
import { findTarget } from './find-target.js';

const found = (
  library: ReturnType<typeof aPlaylist>[],
  name: string,
  pairedId: string | null = null,
  chosenId?: string,
) => {
  const { candidates, foundBy } = findTarget(library, name, { pairedId, chosenId });
  return candidates[0] ? [candidates[0].id, foundBy] : foundBy;
};

describe('the target of a playlist', () => {
  const exact = aPlaylist({ id: 'exact', name: 'Road trip' });
  const similar = aPlaylist({ id: 'similar', name: '  road   TRIP ' });
  const other = aPlaylist({ id: 'other', name: 'Something else' });

  it('is the remembered one, whatever its name', () => {
    expect(found([exact, other], 'Road trip', 'other')).toEqual(['other', 'pairing']);
  });

  it('is looked for by name when the remembered one is gone', () => {
    expect(found([other, exact], 'Road trip', 'gone')).toEqual(['exact', 'name']);
  });

  it('is the one of the same name before one of a similar name', () => {
    expect(found([similar, exact], 'Road trip')).toEqual(['exact', 'name']);
    expect(found([similar, other], 'Road trip')).toEqual(['similar', 'similar-name']);
    expect(found([aPlaylist({ id: 'wide', name: 'Ｒoad trip' })], 'Road trip')).toEqual(['wide', 'similar-name']);
  });

  it('is the newest of several, which is the first, unless we may change only a later one', () => {
    const [newer, older] = [aPlaylist({ id: 'newer' }), aPlaylist({ id: 'older' })];
    expect(found([newer, older], 'Road trip')).toEqual(['newer', 'name']);
    expect(found([{ ...newer, editable: false }, older], 'Road trip')).toEqual(['older', 'name']);
    expect(found([{ ...newer, editable: false }], 'Road trip')).toEqual(['newer', 'name']);
  });

  it('is never one we cannot read, remembered or not', () => {
    const closed = aPlaylist({ id: 'closed', readable: false });
    expect(found([closed], 'Road trip', 'closed')).toBeNull();
    expect(found([closed, similar], 'Road trip', 'closed')).toEqual(['similar', 'similar-name']);
  });

  it('is the chosen one before all others; the others of the name stay to choose from', () => {
    const second = aPlaylist({ id: 'second' });
    expect(found([exact, second, other], 'Road trip', 'other', 'second')).toEqual(['second', 'chosen']);
    const { candidates } = findTarget([exact, similar, second, other], 'Road trip', {
      chosenId: 'second',
      pairedId: null,
    });
    expect(candidates.map(({ id }) => id)).toEqual(['second', 'exact', 'similar']);
  });

  it('is none when no name fits', () => {
    expect(found([other], 'Road trip')).toBeNull();
    expect(found([], 'Road trip')).toBeNull();
  });
});
