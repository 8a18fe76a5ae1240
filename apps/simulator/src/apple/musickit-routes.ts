import { type FastifyInstance } from 'fastify';
import { consentForm } from '../pages/consent-form.js';
import { escapeHtml, page } from '../pages/html.js';
import { type AppleContext } from './context.js';
import { MUSICKIT_SCRIPT } from './musickit-script.js';

type Query = Record<string, string | undefined>;

/** The MusicKit script, and the consent window it opens. */
export function musicKitRoutes(app: FastifyInstance, context: AppleContext, appOrigin: string): void {
  const { world, developerTokens } = context;

  app.get('/apple/musickit.js', (_request, reply) =>
    reply
      .type('text/javascript')
      .header('cache-control', 'no-cache')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(MUSICKIT_SCRIPT),
  );

  app.get<{ Querystring: Query }>('/apple/consent', async (request, reply) => {
    const { origin = '', token = '', listener: listenerId = '', decision } = request.query;
    reply.type('text/html');
    if (origin !== appOrigin) return reply.code(400).send(refusal('This page is not allowed to ask for Apple Music.'));
    if (!(await developerTokens.isAccepted(`Bearer ${token}`, origin))) {
      return reply.code(401).send(refusal('The developer token is not valid here.'));
    }
    if (decision === 'hang') return reply.send(refusal('This window stays silent now. Close it when you like.'));
    if (decision === 'deny') return reply.send(answerPage(origin, { denied: true }));
    const listener = world.listener('apple', listenerId);
    if (decision === 'allow' && listener) {
      const userToken = world.userTokens.issue(listener.id, world.clock.nowMs(), world.chance);
      world.onChange();
      return reply.send(answerPage(origin, { userToken }));
    }
    return reply.send(
      consentForm({
        platformName: 'Apple Music',
        look: 'apple',
        action: '/apple/consent',
        hidden: { origin, token },
        listeners: world.listenersOf('apple'),
        wishes: ['Read your library playlists', 'Create playlists and add songs to them'],
      }),
    );
  });

  // What `configure()` calls: outside the API, so that the request log holds Segue's own calls only.
  app.get('/apple/token-check', async (request, reply) => {
    const { authorization, origin } = request.headers;
    const accepted = await developerTokens.isAccepted(authorization, origin);
    return reply
      .header('access-control-allow-origin', appOrigin)
      .code(accepted ? 204 : 401)
      .send();
  });

  // What `unauthorize()` calls: the session ends at Apple too.
  app.post<{ Body: { userToken?: unknown } | undefined }>('/apple/session-end', (request, reply) => {
    const token = request.body?.userToken;
    if (typeof token === 'string') world.userTokens.drop(token);
    world.onChange();
    return reply.header('access-control-allow-origin', appOrigin).code(204).send();
  });

  for (const url of ['/apple/token-check', '/apple/session-end']) {
    app.options(url, (_request, reply) =>
      reply
        .header('access-control-allow-origin', appOrigin)
        .header('access-control-allow-headers', 'authorization, content-type')
        .code(204)
        .send(),
    );
  }
}

const refusal = (message: string): string =>
  page('Apple Music (simulated)', `<main class="card"><p>${escapeHtml(message)}</p></main>`, 'apple');

/** Hands the answer to the window that opened this one, and to no other origin. */
function answerPage(origin: string, answer: { userToken: string } | { denied: true }): string {
  const message = JSON.stringify({ source: 'segue-simulator-musickit', ...answer }).replaceAll('<', '\\u003c');
  const script =
    `if(window.opener){window.opener.postMessage(${message},${JSON.stringify(origin).replaceAll('<', '\\u003c')});window.close();}` +
    `else{document.querySelector('p').textContent='The page that opened this window cannot be reached.';}`;
  return page(
    'Apple Music (simulated)',
    `<main class="card"><p>You can close this window.</p></main><script>${script}</script>`,
    'apple',
  );
}
