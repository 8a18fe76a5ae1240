import { DIALOG_NAME_CHARACTERS } from '@segue/contracts';
import { cutName, html, plural, type SafeHtml } from '../../lib/text.js';
import type { Failed, Mismatched } from './bulk-add.js';

/** As many as somebody reads; the rest is counted. */
const MOST_LISTED = 100;

const cut = (text: string) => cutName(text, DIALOG_NAME_CHARACTERS);

export const FAILED_TITLE = 'Failed to Add Tracks';
export const MISMATCH_TITLE = 'Tracks Found with Different Metadata';

export function failedMessage(failed: readonly Failed[], targetName: string): SafeHtml {
  return html`<p>
      These songs could not be found on ${targetName}. They may have been removed or may be unavailable there:
    </p>
    <ul>
      ${failed
        .slice(0, MOST_LISTED)
        .map(
          ({ name, artist, artists, message }) =>
            html`<li>${title(name, artist || (artists?.join(', ') ?? ''))}<br />${message}</li>`,
        )}
    </ul>
    ${more(failed.length)}`;
}

export function mismatchMessage(mismatched: readonly Mismatched[], targetName: string): SafeHtml {
  return html`<p>
      These songs were added, but their ISRCs differ or are missing. Please check that they are the versions you want:
    </p>
    <ul>
      ${mismatched
        .slice(0, MOST_LISTED)
        .map(
          (track) =>
            html`<li><strong>${cut(track.name)}</strong> by ${cut(track.artist)}<br />${codes(track, targetName)}</li>`,
        )}
    </ul>
    ${more(mismatched.length)}`;
}

/** What has no name, such as an empty place in a playlist, is listed all the same. */
const title = (name: string, artist: string): SafeHtml =>
  html`<strong>${cut(name) || 'Unnamed'}</strong>${artist === '' ? '' : ` by ${cut(artist)}`}`;

const codes = ({ isrc, appleISRC }: Mismatched, targetName: string): SafeHtml =>
  isrc === null && appleISRC === null
    ? html`No ISRC on either side: found by title, artist and length`
    : html`Source ISRC: <code>${isrc ?? 'none'}</code><br />${targetName} ISRC: <code>${appleISRC ?? 'none'}</code>`;

const more = (count: number): SafeHtml =>
  count > MOST_LISTED ? html`<p>and ${plural(count - MOST_LISTED, 'more track')}</p>` : html``;

/** Songs the platform really does not have. Others may succeed another time and are not remembered as failed. */
export const notThere = (failed: readonly Failed[]): Failed[] =>
  failed.filter(({ reason }) => reason !== 'upstream_error' && reason !== 'platform_busy');
