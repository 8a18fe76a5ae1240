import { type PlatformId } from '@segue/contracts';
import { type Chance } from '../chance.js';
import { type ShippedCatalogue } from '../catalogue/read-catalogue.js';
import { DemoCast } from './demo-cast.js';
import { demoLarge } from './demo-large.js';
import { demoNuisances, WITHDRAWN_REMAIN_IN, withdrawnSpotifySongs } from './demo-nuisances.js';
import { demoSmall } from './demo-small.js';
import { type Listener } from './library.js';
import { ListenerForm, toListener } from './listener-form.js';

/** What the demo needs on top of the shipped files. */
export interface Demo {
  /** Builds fresh listeners; called again on every reset. */
  listeners(platform: PlatformId, nowMs: number, chance: Chance): Listener[];
}

/** Cuts the demo libraries from the catalogue, and narrows the songs that Kim lost in Britain. */
export function makeDemo(shipped: ShippedCatalogue): Demo {
  const cast = new DemoCast(shipped);
  for (const song of withdrawnSpotifySongs(cast)) song.availableIn = WITHDRAWN_REMAIN_IN;
  const people = [demoSmall(cast), demoLarge(cast), demoNuisances(cast)].map(({ id, spotify, apple }) => ({
    id,
    spotify: ListenerForm.parse(spotify),
    apple: ListenerForm.parse(apple),
  }));
  return {
    listeners: (platform, nowMs, chance) =>
      people.map((person) => toListener(platform, person.id, person[platform], nowMs, chance)),
  };
}
