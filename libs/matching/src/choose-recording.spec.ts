import { type CandidateRecording, chooseRecording } from './choose-recording.js';
import type { MatchableTrack } from './track.js';

/** A song as people type it into a list: no length, no flag, no album. */
const bare: MatchableTrack = {
  isrc: null,
  name: 'Sailing',
  artists: ['Christopher Cross'],
  album: null,
  durationMs: null,
  explicit: null,
};
const candidate = (changes: Partial<CandidateRecording> = {}): CandidateRecording => ({
  ...bare,
  id: 'a',
  playable: true,
  albumType: null,
  discNumber: null,
  trackNumber: null,
  releaseDate: null,
  ...changes,
});
const chosenOf = (source: MatchableTrack, ...candidates: CandidateRecording[]) =>
  chooseRecording(source, candidates).chosen?.id ?? null;

describe('two rows of bare text', () => {
  it('are one recording when they say the same and nothing else of that name is offered', () => {
    const other = candidate({ id: 'b', name: 'Ride Like the Wind' });
    expect(chooseRecording(bare, [other, candidate()])).toMatchObject({
      chosen: { id: 'a' },
      tier: 3,
      evidence: expect.arrayContaining(['neither length is known']),
    });
  });

  it('leave open which is meant when another version is offered too', () => {
    expect(chosenOf(bare, candidate(), candidate({ id: 'b', name: 'Sailing (Live)' }))).toBeNull();
    expect(
      chosenOf(bare, candidate({ isrc: 'USWB19901344' }), candidate({ id: 'b', isrc: 'USWB19901345' })),
    ).toBeNull();
  });

  it.each<[string, Partial<CandidateRecording>]>([
    ['a length', { durationMs: 250_000 }],
    ['a flag', { explicit: false }],
    ['an album', { album: 'Christopher Cross' }],
    ['another artist', { artists: ['Christopher Cross', 'Somebody'] }],
  ])('are not enough when only one of them names %s', (_, changes) => {
    expect(chosenOf(bare, candidate(changes))).toBeNull();
  });

  it('are believed although another song carries the code', () => {
    const isrc = 'USWB19901344';
    const another = candidate({ id: 'b', isrc, name: 'Arthur’s Theme', artists: ['Somebody Else'] });
    expect(chosenOf({ ...bare, isrc }, another, candidate())).toBe('a');
  });
});

describe('several releases of one recording', () => {
  const source = { ...bare, album: 'Christopher Cross', durationMs: 250_000, explicit: false };
  const release = (changes: Partial<CandidateRecording>) =>
    candidate({ album: 'Christopher Cross', durationMs: 250_000, explicit: false, isrc: 'USWB19901344', ...changes });

  it('give the one of the same album, whatever their order', () => {
    const [compilation, album] = [release({ id: 'a', album: 'Yacht Rock' }), release({ id: 'b' })];
    expect([chosenOf(source, compilation, album), chosenOf(source, album, compilation)]).toEqual(['b', 'b']);
  });

  it('give none that the storefront cannot play', () => {
    expect(chosenOf(source, release({ playable: false }))).toBeNull();
  });
});
