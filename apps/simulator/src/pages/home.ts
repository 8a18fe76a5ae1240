import { PLATFORM_IDS, PLATFORMS } from '@segue/contracts';
import { type FastifyInstance } from 'fastify';
import { WebhookMode } from '../stripe/webhooks.js';
import { type World } from '../world.js';
import { HOME_SCRIPT } from './home-script.js';
import { escapeHtml, page } from './html.js';

/** The page at `/`: who may be connected, and the controls for people. */
export function homePage(app: FastifyInstance, world: World): void {
  app.get('/', (_request, reply) => reply.type('text/html').send(page('Segue simulator', body(world))));
}

const body = (world: World): string => `
<h1>Segue simulator</h1>
<p>Stands in for Spotify, Apple Music, Stripe and a mailbox on this machine. <a href="/mail">Read the mail</a></p>
<section class="card"><h2>Listeners</h2>${listenerTable(world)}</section>
<section class="card"><h2>Trouble</h2>
<p><label>Fault <textarea id="fault">{ "platform": "spotify", "path": "^/v1/me/playlists", "status": 502, "times": 1 }</textarea></label>
<button data-call="POST /control/faults" data-body="fault">Add fault</button> <button data-call="DELETE /control/faults">Clear faults</button></p>
<p><label>Latency in ms <input id="latency" type="number" value="800"></label>
${platformButtons('latency', 'PUT /control/latency/', 'ms', 'latency')}</p>
<p><label>Requests per 30 s <input id="limit" type="number" value="10"></label>
${platformButtons('limit', 'PUT /control/limit/', 'requests', 'limit')}</p>
<p><label>Clock offset in seconds <input id="clock" type="number" value="3600"></label>
<button data-call="PUT /control/clock" data-field="offsetSeconds" data-number="clock">Move the clock</button></p>
<p><label>Switches <textarea id="switches">${escapeHtml(JSON.stringify(world.controls.switches, null, 1))}</textarea></label>
<button data-call="PUT /control/switches" data-body="switches">Set switches</button></p>
<p><button class="main" data-call="POST /control/reset">Reset everything</button></p></section>
<section class="card"><h2>Stripe</h2>${customerTable(world)}
<p>Webhooks: ${WEBHOOK_MODES.map((mode) => `<button data-call="POST /control/stripe/webhooks" data-json='{"mode":"${mode}"}'>${mode}</button>`).join(' ')}</p></section>
<section class="card"><h2>Requests</h2><p><button data-call="GET /control/requests">Show</button> <button data-call="DELETE /control/requests">Clear</button></p></section>
<section class="card"><h2>Answer</h2><pre id="answer" style="white-space:pre-wrap;max-height:30rem;overflow:auto">Press a button.</pre></section>
<script>${HOME_SCRIPT}</script>`;

const platformButtons = (label: string, call: string, field: string, input: string): string =>
  PLATFORM_IDS.map(
    (platform) =>
      `<button data-call="${call}${platform}" data-field="${field}" data-number="${input}">Set ${label} of ${PLATFORMS[platform].name}</button>`,
  ).join(' ');

const WEBHOOK_MODES = WebhookMode.options;
const SUBSCRIPTION_ACTIONS = ['renew', 'fail-payment', 'cancel-at-period-end', 'resume', 'cancel-now'];

function customerTable(world: World): string {
  const account = world.stripe;
  const rows = [...account.customers.values()].map(({ id, email, deleted }) => {
    const subscriptions = account.subscriptionsOf(id).map((row) => {
      const buttons = SUBSCRIPTION_ACTIONS.map(
        (action) => `<button data-call="POST /control/stripe/subscriptions/${row.id}/${action}">${action}</button>`,
      ).join(' ');
      return `<div>${row.id} <small>${row.status}</small> ${row.status === 'canceled' ? '' : buttons}</div>`;
    });
    const name = deleted ? '(deleted)' : escapeHtml(email ?? '');
    return `<tr><td>${name}<br><small>${id}</small></td><td>${subscriptions.join('') || 'no subscription'}</td></tr>`;
  });
  return rows.length === 0 ? '<p>No customers yet.</p>' : `<table>${rows.join('')}</table>`;
}

function listenerTable(world: World): string {
  const rows = PLATFORM_IDS.flatMap((platform) =>
    world.listenersOf(platform).map((listener) => {
      const tracks = listener.playlists.reduce((sum, { entries }) => sum + entries.length, 0);
      const address = `/control/listeners/${platform}/${encodeURIComponent(listener.id)}`;
      const names = listener.playlists
        .map(({ name, entries }) => `<li>${escapeHtml(name || '(no name)')} <small>${entries.length}</small></li>`)
        .join('');
      return (
        `<tr><td>${PLATFORMS[platform].name}</td><td>${escapeHtml(listener.displayName ?? '')}<br><small>${escapeHtml(listener.id)}, ${listener.country}</small></td>` +
        `<td><details><summary>${listener.playlists.length} playlists, ${tracks} tracks, ${listener.liked.length} liked</summary><ul>${names}</ul></details></td>` +
        `<td><a href="${address}">JSON</a> <button data-call="POST ${address}/revoke">Revoke</button></td></tr>`
      );
    }),
  );
  return `<table><tr><th>Platform</th><th>Listener</th><th>Library</th><th></th></tr>${rows.join('')}</table>`;
}
