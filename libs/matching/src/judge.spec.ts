import { parseTrack, type MatchableTrack } from './track.js';
import { judge } from './verdict.js';

const aTrack = (changes: Partial<MatchableTrack> = {}): MatchableTrack => ({
  isrc: null,
  name: 'Creep',
  artists: ['Radiohead'],
  album: 'Pablo Honey',
  durationMs: 238_640,
  explicit: false,
  ...changes,
});
const verdict = (a: Partial<MatchableTrack>, b: Partial<MatchableTrack>) =>
  judge(parseTrack(aTrack(a)), parseTrack(aTrack(b)));
const outcome = (a: Partial<MatchableTrack>, b: Partial<MatchableTrack>) => {
  const answer = verdict(a, b);
  return answer.same ? answer.tier : answer.refusal;
};

describe('an equal ISRC', () => {
  const isrc = 'GBAYE9200070';

  it('is believed in any way of writing', () => {
    expect(outcome({ isrc: 'gb-aye-92-00070' }, { isrc: 'ISRC GBAYE9200070' })).toBe(1);
  });

  it('is believed when lengths differ by up to ten seconds', () => {
    expect(outcome({ isrc, durationMs: 240_000 }, { isrc, durationMs: 250_000 })).toBe(1);
    expect(outcome({ isrc, durationMs: 100_000 }, { isrc, durationMs: 110_001 })).toBe('isrc-conflict');
  });

  it('is not believed between explicit and clean', () => {
    expect(outcome({ isrc, explicit: true }, { isrc, explicit: false })).toBe('isrc-conflict');
  });

  it('is not believed when title and artist speak of another song', () => {
    expect(outcome({ isrc }, { isrc, name: 'Waterfalls', artists: ['TLC'], album: 'CrazySexyCool' })).toBe(
      'isrc-conflict',
    );
  });

  it('is believed when the artist is written in another script', () => {
    expect(outcome({ isrc, name: '私論理', artists: ['KAF'] }, { isrc, name: '私論理', artists: ['花譜'] })).toBe(1);
  });

  it('is not believed of another version whose length differs, or is not known', () => {
    const live = { isrc, name: 'Creep (Live)' };
    expect(outcome({ isrc }, { ...live, durationMs: 243_000 })).toBe('isrc-conflict');
    expect(outcome({ isrc, durationMs: null }, live)).toBe('isrc-conflict');
    expect(outcome({ isrc, durationMs: null }, { isrc, name: 'Creep - 2008 Remaster' })).toBe(1);
  });

  it('is not believed between two parts of a work', () => {
    expect(outcome({ isrc, name: 'Suite, Part 1' }, { isrc, name: 'Suite, Part 2' })).toBe('isrc-conflict');
  });
});

describe('without a shared ISRC', () => {
  it.each([
    ['Creep - Live', 'Creep'],
    ['Creep (Acoustic)', 'Creep'],
    ['Creep (Karaoke Version)', 'Creep'],
    ['Creep - Instrumental', 'Creep'],
    ['Creep (Sped Up)', 'Creep'],
    ['Creep - Slowed + Reverb', 'Creep'],
    ['Creep (Kasum Remix)', 'Creep (Noodles Remix)'],
    ['Creep (Live at Wembley)', 'Creep (Live)'],
    ['Creep - Radio Edit', 'Creep'],
    ["Creep (Taylor's Version)", 'Creep'],
    ['Creep (Spanish Version)', 'Creep'],
    ['Creep (En Español)', 'Creep'],
    ['Creep (Versión Acústica)', 'Creep'],
    ['Creep, Pt. 1', 'Creep, Pt. 2'],
    ['Creep (with Choir)', 'Creep'],
    ['Creep (feat. Somebody Remix)', 'Creep'],
    ['Creep (Midnight Edition)', 'Creep'],
  ])('never takes %s for %s', (a, b) => {
    expect(verdict({ name: a }, { name: b }).same).toBe(false);
  });

  it.each([
    ['Creep - 2008 Remaster', 'Creep'],
    ['Creep (Remastered 2011)', 'Creep - Remastered'],
    ['Creep - Remasterisé en 2015', 'Creep'],
    ['Creep - Remasterizado', 'Creep'],
    ['Creep (Album Version)', 'Creep'],
    ['Creep - Live', 'Creep (Live)'],
    ['Creep - Acoustic Version', 'Creep (Acoustic)'],
    ['Creep (feat. Somebody)', 'Creep'],
    ['Creep (Feat.Somebody) (Prod. Nobody)', 'Creep (Prod. Nobody)'],
    ['Creep (feat. The Oxford Choir)', 'Creep'],
    ['Creep - Remastered 1999/Rudy Van Gelder Edition', 'Creep'],
    ['Rebellion (Lies)', 'Rebellion - Lies'],
    ['Déjà Vu', 'Deja Vu'],
    ['Rock & Roll', 'Rock and Roll'],
    ['Don’t Stop', "Don't Stop"],
    ['Live and Let Die', 'Live And Let Die'],
    ['Cover Me Up', 'Cover Me Up'],
  ])('takes %s for %s', (a, b) => {
    expect(outcome({ name: a }, { name: b })).toBe(3);
  });

  it('keeps what is not Latin: two Japanese songs of one length are two songs', () => {
    const other = { name: '群青', artists: ['宇多田ヒカル'] };
    expect(outcome({ name: '夜に駆ける', artists: ['ヨアソビ'] }, other)).toBe('other-song');
  });

  it('keeps kana voicing apart', () => {
    expect(outcome({ name: 'かき' }, { name: 'がき' })).toBe('other-song');
  });

  it('compares titles that are punctuation alone', () => {
    expect(outcome({ name: '!!!' }, { name: '???' })).toBe('other-song');
    expect(outcome({ name: '!!!' }, { name: '!!!' })).toBe(3);
  });

  it('is not fooled by a tribute band', () => {
    expect(outcome({ artists: ['Oasis'] }, { artists: ['Oasis Tribute Band'] })).toBe('other-artist');
  });

  it("reads Apple's one string and Spotify's list as the same artists", () => {
    expect(
      outcome({ artists: ['7l2olo', 'Mody Amin', 'Ali Adora'] }, { artists: ['7l2olo, Mody Amin & Ali Adora'] }),
    ).toBe(3);
  });

  it('never swaps explicit and clean', () => {
    expect(outcome({ explicit: true }, { explicit: false })).toBe('explicit-differs');
  });

  it('needs both lengths, near each other', () => {
    expect(outcome({ durationMs: null }, {})).toBe('length-unknown');
    expect(outcome({ durationMs: 200_000, album: 'A' }, { durationMs: 201_500, album: 'B' })).toBe('length-differs');
    expect(outcome({ durationMs: 200_000, album: 'A' }, { durationMs: 201_400, album: 'B' })).toBe(3);
  });

  it('reads initials in a credit and in a title as the same name', () => {
    const [credited, named] = [
      { artists: ['Dero', 'C.F.S. Beat'] },
      { artists: ['Dero'], name: 'Creep (feat. C.F.S. Beat)' },
    ];
    expect(outcome(credited, named)).toBe(3);
  });

  it.each(['Pablo Honey (Deluxe Edition)', 'Pablo Honey [2009 Remaster]', 'Pablo Honey - Single'])(
    'takes %s for the same album, and lengths further apart with it',
    (album) => {
      expect(outcome({ durationMs: 200_000 }, { durationMs: 203_900, album })).toBe(3);
      expect(outcome({ durationMs: 200_000 }, { durationMs: 204_000, album })).toBe('length-differs');
    },
  );

  it.each(['Pablo Honey (Acoustic Sessions)', 'Pablo Honey (Piano Covers)'])(
    'does not take %s for the same album',
    (album) => {
      expect(verdict({ durationMs: 200_000 }, { durationMs: 203_900, album }).same).toBe(false);
    },
  );

  it('does not take a track of a live album for the studio one', () => {
    expect(outcome({ album: 'I Might Be Wrong (Live Recordings)' }, { album: 'Kid A' })).toBe('other-version');
  });

  it('judges both directions alike', () => {
    const [a, b] = [parseTrack(aTrack({ artists: ['A', 'B'] })), parseTrack(aTrack({ artists: ['A'] }))];
    expect(judge(a, b)).toEqual(judge(b, a));
  });

  it('takes codes known to be one recording for equivalent', () => {
    const recordingOf = () => 'recording';
    const [a, b] = [
      parseTrack(aTrack({ isrc: 'GBAYE9200070' })),
      parseTrack(aTrack({ isrc: 'USAYE9200071', name: 'Kriech' })),
    ];
    expect(judge(a, b, recordingOf)).toMatchObject({ same: true, tier: 2 });
  });
});
