import { PLATFORM_IDS, type PlatformId } from '@segue/contracts';
import { UserTokens, type UserTokenGrant } from './apple/user-tokens.js';
import { Catalogue } from './catalogue/catalogue.js';
import { readShippedCatalogue, type ShippedCatalogue } from './catalogue/read-catalogue.js';
import { type Song } from './catalogue/song.js';
import { type Chance } from './chance.js';
import { type Clock } from './clock.js';
import { Controls } from './control/controls.js';
import { type Switches } from './control/switches.js';
import { makeDemo, type Demo } from './listeners/demo-listeners.js';
import { type Listener, type Playlist } from './listeners/library.js';
import { Mailbox } from './mail/mailbox.js';
import { SpotifyTokens, type SpotifyTokensState } from './spotify/token-store.js';
import { StripeAccount, type StripeState } from './stripe/account.js';
import { catchUp } from './stripe/billing.js';
import { Webhooks, type WebhooksState } from './stripe/webhooks.js';

/** Songs put in by the controls on top of, or instead of, the shipped ones. */
interface LoadedSongs {
  replaced: boolean;
  songs: Song[];
}

/** What outlives a restart. */
export interface WorldState {
  version: 1;
  clockOffsetMs: number;
  listeners: Listener[];
  loaded: Record<PlatformId, LoadedSongs>;
  spotifyTokens: SpotifyTokensState;
  userTokens: [string, UserTokenGrant][];
  /** Absent in a state that was written before there was a Stripe. */
  stripe?: StripeState;
  webhooks?: WebhooksState;
}

/** The state of both platforms and of Stripe and the means to turn it. Plain data and maps; the routes are elsewhere. */
export class World {
  readonly controls: Controls;
  readonly spotifyTokens = new SpotifyTokens();
  readonly userTokens = new UserTokens();
  readonly mailbox = new Mailbox();
  readonly stripe: StripeAccount;
  readonly webhooks = new Webhooks();
  /** Called after every change worth keeping. */
  onChange: () => void = () => undefined;
  private catalogues: Record<PlatformId, Catalogue>;
  private loaded: Record<PlatformId, LoadedSongs> = nothingLoaded();
  private listeners = new Map<string, Listener>();
  private readonly shipped: Record<PlatformId, Song[]>;
  private readonly demo: Demo;

  constructor(
    readonly clock: Clock,
    readonly chance: Chance,
    quotaMode: Switches['spotifyQuotaMode'],
    baseUrl: string,
    shipped: ShippedCatalogue = readShippedCatalogue(),
  ) {
    this.controls = new Controls(quotaMode);
    const billingMode = () => this.controls.switches.stripeBillingMode;
    this.stripe = new StripeAccount(clock, chance, { baseUrl, billingMode });
    this.stripe.onEvents = (events) => this.webhooks.take(events);
    this.webhooks.onChange = () => this.onChange();
    this.demo = makeDemo(shipped);
    this.shipped = {
      spotify: shipped.songs.filter(({ platform }) => platform === 'spotify'),
      apple: shipped.songs.filter(({ platform }) => platform === 'apple'),
    };
    this.catalogues = this.shippedCatalogues();
    this.setDemoListeners();
  }

  catalogue(platform: PlatformId): Catalogue {
    return this.catalogues[platform];
  }

  loadSongs(platform: PlatformId, songs: Song[], replace: boolean): void {
    if (replace) this.catalogues[platform] = new Catalogue(songs);
    else this.catalogues[platform].load(songs);
    const older = this.loaded[platform];
    this.loaded[platform] = replace
      ? { replaced: true, songs }
      : { replaced: older.replaced, songs: [...older.songs, ...songs] };
    this.onChange();
  }

  listenersOf(platform: PlatformId): Listener[] {
    return [...this.listeners.values()].filter((listener) => listener.platform === platform);
  }

  listener(platform: PlatformId, id: string): Listener | undefined {
    return this.listeners.get(keyOf(platform, id));
  }

  setListener(listener: Listener): void {
    this.listeners.set(keyOf(listener.platform, listener.id), listener);
    this.onChange();
  }

  /** Anybody's playlist by its id, for readers who follow a link to it. */
  anyPlaylist(platform: PlatformId, id: string): Playlist | undefined {
    for (const listener of this.listenersOf(platform)) {
      const playlist = listener.playlists.find((candidate) => candidate.id === id);
      if (playlist) return playlist;
    }
    return undefined;
  }

  revoke(platform: PlatformId, listener: string): void {
    if (platform === 'spotify') this.spotifyTokens.revoke(listener);
    else this.userTokens.revoke(listener);
    this.onChange();
  }

  /** Renewals and ends that the time has brought. */
  catchUpStripe(): void {
    if (catchUp(this.stripe)) this.onChange();
  }

  /**
   * Back to what is shipped. Connections of listeners who still exist stay, so that a reset logs nobody out, and so do
   * customers and subscriptions, which the product knows by their ids.
   */
  reset(): void {
    this.controls.reset();
    this.mailbox.clear();
    this.clock.offsetMs = 0;
    this.webhooks.setMode('release');
    this.loaded = nothingLoaded();
    this.catalogues = this.shippedCatalogues();
    const before = [...this.listeners.values()];
    this.setDemoListeners();
    for (const { platform, id } of before) if (!this.listener(platform, id)) this.revoke(platform, id);
    this.onChange();
  }

  toState(): WorldState {
    return {
      version: 1,
      clockOffsetMs: this.clock.offsetMs,
      listeners: [...this.listeners.values()],
      loaded: this.loaded,
      spotifyTokens: this.spotifyTokens.toState(),
      userTokens: this.userTokens.toState(),
      stripe: this.stripe.toState(),
      webhooks: this.webhooks.toState(),
    };
  }

  restore(state: WorldState): void {
    this.clock.offsetMs = state.clockOffsetMs;
    this.listeners = new Map(state.listeners.map((listener) => [keyOf(listener.platform, listener.id), listener]));
    for (const platform of PLATFORM_IDS) {
      const { songs, replaced } = state.loaded[platform];
      if (songs.length > 0 || replaced) this.loadSongs(platform, songs, replaced);
    }
    this.spotifyTokens.restore(state.spotifyTokens);
    this.userTokens.restore(state.userTokens);
    if (state.stripe) this.stripe.restore(state.stripe);
    if (state.webhooks) this.webhooks.restore(state.webhooks);
  }

  private setDemoListeners(): void {
    this.listeners = new Map();
    for (const platform of PLATFORM_IDS) {
      for (const listener of this.demo.listeners(platform, this.clock.nowMs(), this.chance)) {
        this.listeners.set(keyOf(platform, listener.id), listener);
      }
    }
  }

  private shippedCatalogues(): Record<PlatformId, Catalogue> {
    return { spotify: new Catalogue(this.shipped.spotify), apple: new Catalogue(this.shipped.apple) };
  }
}

const keyOf = (platform: PlatformId, listener: string): string => `${platform}/${listener}`;

const nothingLoaded = (): Record<PlatformId, LoadedSongs> => ({
  spotify: { replaced: false, songs: [] },
  apple: { replaced: false, songs: [] },
});
