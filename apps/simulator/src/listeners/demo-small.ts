import { type DemoCast, type DemoListener } from './demo-cast.js';

const ID = 'demo-small';
const COUNTRY = 'de';

/** Robin: a handful of short playlists, small enough to check every row by eye. */
export function demoSmall(cast: DemoCast): DemoListener {
  const roadTrip = cast.songs('beatify-90er-hits', 0, 18);
  const kitchen = cast.songs('beatify-deutschpop-klassiker', 0, 12);
  const sunday = cast.songs('beatify-motown-soul-classics', 4, 12);
  const running = cast.songs('beatify-edm-anthems', 0, 15);
  const remastered = [...cast.songsUnderOtherCodes(COUNTRY, 5), ...cast.songs('beatify-70s-hits', 0, 5)];
  const karaoke = cast.songs('beatify-greatest-hits-of-all-time', 20, 25);
  return {
    id: ID,
    spotify: {
      displayName: 'Robin',
      country: COUNTRY,
      playlists: [
        cast.playlist('spotify', ID, 'Road Trip', roadTrip, { description: 'Windows down & volume up' }),
        cast.playlist('spotify', ID, 'Kitchen Radio', kitchen, { public: true }),
        cast.playlist('spotify', ID, 'Sunday Morning', sunday),
        cast.playlist('spotify', ID, 'Running', running),
        cast.playlist('spotify', ID, 'Karaoke', karaoke),
        cast.playlist('spotify', ID, 'Remastered', remastered),
      ],
      liked: cast.songs('beatify-hits-2010s-2020s', 0, 25).map(({ id }) => id),
    },
    apple: {
      displayName: 'Robin',
      country: COUNTRY,
      playlists: [
        cast.playlist(
          'apple',
          ID,
          'Road Trip',
          cast.twins(roadTrip, COUNTRY, {
            missingEvery: 5,
            otherCodeEvery: 2,
            extra: cast.songs('beatify-90er-hits', 30, 32),
          }),
        ),
        cast.playlist('apple', ID, 'Kitchen Radio', cast.twins(kitchen, COUNTRY)),
        cast.playlist('apple', ID, 'Sunday Morning', cast.twins(sunday, COUNTRY, { missingEvery: 8, reversed: true })),
        cast.playlist('apple', ID, 'Remastered', cast.twins(remastered, COUNTRY, { otherCodeEvery: 1 })),
        cast.playlist('apple', ID, 'Winter Evenings', cast.twins(cast.songs('beatify-yacht-rock', 0, 10), COUNTRY)),
      ],
    },
  };
}
