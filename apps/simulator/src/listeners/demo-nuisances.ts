import { type Song } from '../catalogue/song.js';
import { type DemoCast, type DemoListener } from './demo-cast.js';
import { type TrackForm } from './listener-form.js';

const ID = 'demo-nuisances';
const COUNTRY = 'gb';
const HTML_NAME = '<b>Mix</b> & "friends"';
const LOCAL: TrackForm = { local: true, name: 'Garage Demo (rough mix)', artist: 'Kim and the Neighbours' };
const SECOND_LOCAL: TrackForm = { local: true, name: '03 Track 3', artist: '' };
const EPISODE: TrackForm = { episode: true, name: 'Why playlists drift apart' };

/** Songs Kim had before they were withdrawn in Britain; the shipped Spotify rows know no gaps, so the demo makes these. */
export const withdrawnSpotifySongs = (cast: DemoCast): Song[] => cast.songs('beatify-divorced-dad-rock', 40, 44);
export const WITHDRAWN_REMAIN_IN = ['de', 'us'];

/** Kim: everything the platforms do that a careless program trips over. */
export function demoNuisances(cast: DemoCast): DemoListener {
  const rock = cast.songs('beatify-divorced-dad-rock', 0, 14);
  const repeated = repeat(rock.slice(0, 6));
  const lowerCase = [
    ...cast.songsWhere((song) => song.isrc !== null && /[a-z]/.test(song.isrc), 4),
    ...rock.slice(8, 12),
  ];
  const html = cast.songs('beatify-one-hit-wonders', 0, 9);
  const mixed = [rock[0], LOCAL, rock[1], EPISODE, null, rock[2], SECOND_LOCAL, rock[3]].filter(
    (track) => track !== undefined,
  );
  const composite = cast.songs('composite-10000');
  const reissued = cast.songs('beatify-greatest-metal-songs', 0, 12);
  return {
    id: ID,
    spotify: {
      displayName: 'Kim',
      country: COUNTRY,
      playlists: [
        cast.playlist('spotify', ID, 'Local files, podcasts and holes', mixed),
        cast.playlist('spotify', ID, 'Twice and thrice', repeated),
        cast.playlist('spotify', ID, 'Lower-case codes', lowerCase),
        cast.playlist('spotify', ID, 'Not in this country', [...withdrawnSpotifySongs(cast), ...rock.slice(4, 7)]),
        cast.playlist('spotify', ID, "Somebody else's mix", cast.songs('aram-003', 0, 20), {
          editable: false,
          public: true,
        }),
        cast.playlist('spotify', ID, 'Made by the platform', [], { ghost: true }),
        cast.playlist('spotify', ID, 'No cover', rock.slice(0, 3), { hasCover: false }),
        cast.playlist('spotify', ID, 'Empty', [], { hasCover: false }),
        cast.playlist('spotify', ID, HTML_NAME, html, {
          description: '<a href="https://example.test">Fish & Chips</a>',
        }),
        cast.playlist('spotify', ID, '', rock.slice(2, 5), { idName: 'nameless' }),
        cast.playlist('spotify', ID, 'Many releases', reissued),
        cast.playlist('spotify', ID, 'Same name', rock.slice(0, 4)),
        cast.playlist('spotify', ID, 'Same name', rock.slice(4, 9), { idName: 'Same name, the second' }),
        cast.playlist('spotify', ID, 'Ten thousand', composite),
      ],
      liked: [],
    },
    apple: {
      displayName: 'Kim',
      country: COUNTRY,
      playlists: [
        cast.playlist('apple', ID, 'Local files, podcasts and holes', [
          ...cast.twins(rock.slice(0, 3), COUNTRY),
          LOCAL,
        ]),
        cast.playlist('apple', ID, 'Twice and thrice', cast.twins(rock.slice(0, 6), COUNTRY)),
        cast.playlist('apple', ID, 'Lower-case codes', cast.twins(lowerCase, COUNTRY)),
        cast.playlist('apple', ID, 'Not in this country', [
          ...cast.appleSongsNotIn(COUNTRY, 3),
          ...cast.twins(rock.slice(4, 7), COUNTRY),
        ]),
        cast.playlist('apple', ID, 'Empty', [], { hasCover: false }),
        cast.playlist('apple', ID, HTML_NAME, cast.twins(html, COUNTRY, { missingEvery: 4 })),
        cast.playlist('apple', ID, 'Many releases', cast.twins(reissued, COUNTRY, { otherReleaseEvery: 1 })),
        cast.playlist('apple', ID, 'Uploads only', [LOCAL, SECOND_LOCAL]),
        cast.playlist('apple', ID, 'Favourite Songs', cast.twins(rock.slice(0, 5), COUNTRY), { editable: false }),
        cast.playlist('apple', ID, 'Deleted a minute ago', [], { ghost: true, editable: false }),
        cast.playlist('apple', ID, 'Ten thousand', cast.twins(composite, COUNTRY, { missingEvery: 50 })),
      ],
    },
  };
}

/** The first song once, the second twice, the third three times, and so on in turn, never side by side. */
const repeat = (songs: Song[]): Song[] => [0, 1, 2].flatMap((round) => songs.filter((_, index) => index % 3 >= round));
