import { type Song } from '../catalogue/song.js';
import { type DemoCast, type DemoListener, type TwinRule } from './demo-cast.js';

const ID = 'demo-large';
const COUNTRY = 'us';

/** Shipped playlist, name in Sasha's library (where the origin gave none), songs at most, how the Apple twin differs. */
interface LargePlaylist {
  from: string;
  name: string;
  atMost?: number;
  twin?: TwinRule;
}

const PLAYLISTS: LargePlaylist[] = [
  { from: 'beatify-100-greatest-rock-songs', name: '100 Greatest Rock Songs', twin: { missingEvery: 12 } },
  { from: 'beatify-90s-2000s-hiphop-bangers', name: '90s & 2000s Hip Hop Bangers' },
  {
    from: 'beatify-tomorrowland-top-1000',
    name: 'Tomorrowland Top 1000',
    twin: { missingEvery: 25, otherCodeEvery: 2 },
  },
  { from: 'beatify-yacht-rock', name: 'Yacht Rock ⛵', twin: {} },
  { from: 'beatify-disco-funk-classics', name: 'Disco & Funk Classics' },
  { from: 'beatify-one-hit-wonders', name: 'One-Hit Wonders', twin: { missingEvery: 7, otherReleaseEvery: 3 } },
  { from: 'beatify-world-cup-anthems', name: 'World Cup Anthems' },
  { from: 'beatify-essential-alternative', name: 'Essential Alternative 🎸' },
  { from: 'beatify-british-invasion-britpop', name: 'British Invasion & Britpop 🇬🇧' },
  { from: 'beatify-top-100-power-ballads', name: 'Top 100 Power Ballads', twin: { missingEvery: 20, reversed: true } },
  { from: 'aram-001', name: 'Late Drives' },
  { from: 'aram-007', name: 'Found in 2021', twin: { missingEvery: 9 } },
  { from: 'aram-018', name: 'Everything Loud' },
  { from: 'aram-022', name: 'Headphones Only' },
  { from: '37i9dQZF1DX4wta20PHgwo', name: 'Late Night Jazz' },
  { from: '37i9dQZF1DWWQRwui0ExPn', name: 'Lo-Fi Beats', twin: { missingEvery: 30 } },
  { from: '37i9dQZF1DX4sWSpwq3LiO', name: 'Peaceful Piano' },
  { from: '37i9dQZF1DX6ujZpAN0v9r', name: 'Shoegaze Classics' },
  { from: '37i9dQZF1DX3MU5XUozve7', name: 'Skatepark Punks' },
  { from: '37i9dQZF1DWTJ7xPn4vNaz-cumulative', name: 'Seventies, all of them' },
  { from: '37i9dQZF1DX4UtSsGT1Sbe-cumulative', name: 'Eighties, all of them', twin: { missingEvery: 15 } },
  { from: '37i9dQZF1DXbTxeAdrVG2l-cumulative', name: 'Nineties, all of them' },
  { from: '37i9dQZF1DXdbXrPNafg9d-cumulative', name: 'New Indie since 2017', atMost: 1500 },
  { from: '37i9dQZEVXbLRQDuF5jeBp', name: 'Top 50 - USA' },
  { from: '37i9dQZF1DWY6vYEZez2Jm', name: 'This Is Grimes' },
];
const EXTRA_SONGS_EACH = 4;
const REISSUES = 'Reissues';

/** Sasha: a real large library; a third of it exists on Apple too, never quite the same. */
export function demoLarge(cast: DemoCast): DemoListener {
  const cut = PLAYLISTS.map((playlist) => ({ ...playlist, songs: cast.songs(playlist.from, 0, playlist.atMost) }));
  const reissues = cast.songsUnderOtherCodes(COUNTRY, 40);
  const extras = cast.songs('beatify-summer-party-anthems');
  const extraFor = (index: number): Song[] => extras.slice(index * EXTRA_SONGS_EACH, (index + 1) * EXTRA_SONGS_EACH);
  const top50 = cast.twins(cast.songs('37i9dQZEVXbLRQDuF5jeBp'), COUNTRY);
  const liked = [
    ...cast.songs('beatify-greatest-hits-of-all-time'),
    ...cast.songs('beatify-80er-hits'),
    ...cast.songs('beatify-70s-hits'),
  ];
  return {
    id: ID,
    spotify: {
      displayName: 'Sasha',
      country: COUNTRY,
      playlists: [
        ...cut.map(({ name, songs }) => cast.playlist('spotify', ID, name, songs)),
        cast.playlist('spotify', ID, REISSUES, reissues),
      ],
      liked: [...new Set(liked.map(({ id }) => id))],
    },
    apple: {
      displayName: 'Sasha',
      country: COUNTRY,
      playlists: [
        ...cut.flatMap(({ name, songs, twin }, index) =>
          twin
            ? [cast.playlist('apple', ID, name, cast.twins(songs, COUNTRY, { ...twin, extra: extraFor(index) }))]
            : [],
        ),
        cast.playlist(
          'apple',
          ID,
          REISSUES,
          cast.twins(reissues, COUNTRY, { otherCodeEvery: 1, missingEvery: 10, extra: extraFor(cut.length) }),
        ),
        // Made by Apple's editors and added to the library: readable, never writable.
        cast.playlist('apple', ID, 'Top 50 - USA', top50, { editable: false }),
        cast.playlist(
          'apple',
          ID,
          'Only on Apple',
          cast.twins(cast.songs('beatify-movies-100-greatest-themes', 0, 60), COUNTRY),
        ),
      ],
    },
  };
}
