import { PlatformId } from '@segue/contracts';
import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Song } from '../catalogue/song.js';
import { ListenerForm, toListener, toListenerForm } from '../listeners/listener-form.js';
import { type Listener } from '../listeners/library.js';
import { stripeControls } from '../stripe/stripe-controls.js';
import { type World } from '../world.js';
import { ControlError, parse } from './control-form.js';
import { Fault } from './faults.js';
import { RateLimitForm } from './rate-limit.js';
import { Switches } from './switches.js';
import { Upstream } from './upstream.js';

const CatalogueForm = z
  .object({
    replace: z.boolean().default(false),
    songs: z.array(z.object({ platform: PlatformId.optional() }).loose()),
  })
  .strict();

const ListenerParams = z.object({ platform: PlatformId, listener: z.string().min(1) });

/** Everything under `/control`: how tests and curious people drive the simulator. */
export async function controlRoutes(app: FastifyInstance, world: World): Promise<void> {
  await app.register(
    async (scope) => {
      scope.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
        if (error.statusCode === undefined || error.statusCode >= 500) throw error;
        return reply.code(error.statusCode).send({ statusCode: error.statusCode, error: error.message });
      });
      scope.setNotFoundHandler((request, reply) =>
        reply.code(404).send({ statusCode: 404, error: `There is no control ${request.method} ${request.url}.` }),
      );
      worldRoutes(scope, world);
      listenerRoutes(scope, world);
      disturbanceRoutes(scope, world);
      stripeControls(scope, world);
    },
    { prefix: '/control' },
  );
}

function worldRoutes(scope: FastifyInstance, world: World): void {
  scope.post('/reset', () => {
    world.reset();
    return { reset: true };
  });

  scope.put('/catalogue/:platform', (request) => {
    const { platform } = parse(z.object({ platform: PlatformId }), request.params);
    const form = parse(CatalogueForm, request.body);
    const songs = parse(
      z.array(Song),
      form.songs.map((song) => ({ ...song, platform: song.platform ?? platform })),
    );
    if (songs.some((song) => song.platform !== platform))
      throw new ControlError(400, `songs: all must be of ${platform}`);
    world.loadSongs(platform, songs, form.replace);
    return { platform, loaded: songs.length, songs: world.catalogue(platform).size };
  });

  scope.get('/clock', () => clockOf(world));
  scope.put('/clock', (request) => {
    const { offsetSeconds } = parse(z.object({ offsetSeconds: z.number() }).strict(), request.body);
    world.clock.offsetMs = offsetSeconds * 1000;
    world.catchUpStripe();
    world.onChange();
    return clockOf(world);
  });

  scope.get('/mail', () => world.mailbox.list());
  scope.delete('/mail', () => {
    world.mailbox.clear();
    return { mails: 0 };
  });
}

const clockOf = (world: World) => ({ offsetSeconds: world.clock.offsetMs / 1000, now: world.clock.nowIso() });

function listenerRoutes(scope: FastifyInstance, world: World): void {
  scope.get('/listeners', () =>
    PlatformId.options.flatMap((platform) =>
      world.listenersOf(platform).map(({ id, displayName, country, playlists }) => ({
        platform,
        listener: id,
        displayName,
        country,
        playlists: playlists.length,
      })),
    ),
  );

  scope.put('/listeners/:platform/:listener', (request) => {
    const { platform, listener } = parse(ListenerParams, request.params);
    const form = parse(ListenerForm, request.body);
    const created = toListener(platform, listener, form, world.clock.nowMs(), world.chance);
    checkTracks(world, created);
    world.setListener(created);
    return toListenerForm(created);
  });

  scope.get('/listeners/:platform/:listener', (request) => toListenerForm(findListener(world, request)));

  scope.post('/listeners/:platform/:listener/user-token', (request) => {
    const { platform, id } = findListener(world, request);
    if (platform !== 'apple') throw new ControlError(400, 'platform: only Apple has user tokens');
    const userToken = world.userTokens.issue(id, world.clock.nowMs(), world.chance);
    world.onChange();
    return { userToken };
  });

  scope.post('/listeners/:platform/:listener/revoke', (request) => {
    const { platform, id } = findListener(world, request);
    world.revoke(platform, id);
    return { revoked: id };
  });
}

function findListener(world: World, request: FastifyRequest): Listener {
  const { platform, listener } = parse(ListenerParams, request.params);
  const found = world.listener(platform, listener);
  if (!found) throw new ControlError(404, `There is no listener ${listener} on ${platform}.`);
  return found;
}

/** A mistyped id would only show much later, as an entry that is mysteriously gone. */
function checkTracks(world: World, { platform, playlists, liked }: Listener): void {
  const entries = [...playlists.flatMap((playlist) => playlist.entries), ...liked];
  const unknown = entries.find((entry) => entry.kind === 'song' && !world.catalogue(platform).find(entry.id));
  if (unknown?.kind === 'song') throw new ControlError(400, `trackIds: ${platform} has no song ${unknown.id}`);
  if (platform === 'spotify' && entries.some(({ kind }) => kind === 'video'))
    throw new ControlError(400, 'trackIds: Spotify playlists hold no videos');
  const strange = entries.find(({ kind }) => kind === 'episode' || kind === 'gone');
  if (platform === 'apple' && strange)
    throw new ControlError(400, 'trackIds: Apple playlists hold neither episodes nor null');
}

function disturbanceRoutes(scope: FastifyInstance, world: World): void {
  const { controls } = world;
  const platformOf = (request: FastifyRequest): Upstream =>
    parse(z.object({ platform: Upstream }), request.params).platform;

  scope.get('/requests', (request) =>
    controls.requests.report(parse(z.object({ platform: Upstream.optional() }), request.query).platform),
  );
  scope.delete('/requests', () => {
    controls.requests.clear();
    return { total: 0 };
  });

  scope.get('/faults', () => controls.faults.list());
  scope.post('/faults', (request, reply) => {
    const fault = parse(Fault, request.body);
    controls.faults.add(fault);
    return reply.code(201).send(fault);
  });
  scope.delete('/faults', () => {
    controls.faults.clear();
    return [];
  });

  scope.put('/latency/:platform', (request) => {
    const platform = platformOf(request);
    const { ms } = parse(z.object({ ms: z.number().nonnegative() }).strict(), request.body);
    controls.latencyMs.set(platform, ms);
    return { platform, ms };
  });

  scope.put('/limit/:platform', (request) => {
    const platform = platformOf(request);
    const form = parse(RateLimitForm, request.body);
    controls.limits.set(platform, form);
    return { platform, ...form };
  });

  scope.get('/switches', () => controls.switches);
  scope.put('/switches', (request) => {
    controls.switches = { ...controls.switches, ...parse(Switches.partial(), request.body) };
    return controls.switches;
  });
}
