import { type Listener } from '../listeners/library.js';
import { escapeHtml, page } from './html.js';

export interface ConsentForm {
  platformName: string;
  /** Class of the body, which picks the platform's colour. */
  look: 'spotify' | 'apple';
  /** Where the form goes, with GET. */
  action: string;
  /** Sent along unchanged. */
  hidden: Record<string, string>;
  listeners: Listener[];
  /** What the app will be able to do, one line each. */
  wishes: string[];
}

/** The page on which a person picks who they are and says yes or no. */
export function consentForm(form: ConsentForm): string {
  const hidden = Object.entries(form.hidden)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');
  const choices = form.listeners
    .map(
      (listener, index) =>
        `<label class="choice"><input type="radio" name="listener" value="${escapeHtml(listener.id)}"${index === 0 ? ' checked' : ''}> ` +
        `${escapeHtml(listener.displayName ?? listener.id)} <small>${escapeHtml(listener.id)}, ${escapeHtml(listener.country)}, ` +
        `${listener.playlists.length} playlists</small></label>`,
    )
    .join('');
  const wishes = form.wishes.map((wish) => `<li>${escapeHtml(wish)}</li>`).join('');
  return page(
    `${form.platformName} (simulated)`,
    `<main class="card"><h1>Connect Segue to ${escapeHtml(form.platformName)}</h1>` +
      `<p>This page stands in for ${escapeHtml(form.platformName)} on this machine. No real account is involved.</p>` +
      `<form method="get" action="${escapeHtml(form.action)}">${hidden}` +
      `<fieldset><legend>Who are you?</legend>${choices}</fieldset>${wishes ? `<p>Segue would like to:</p><ul>${wishes}</ul>` : ''}` +
      `<p><button class="main" name="decision" value="allow">Allow</button> <button name="decision" value="deny">Deny</button></p></form></main>`,
    form.look,
  );
}
