import type { Mail } from '@segue/service';

/** What a mail about a consent is about: so many days before its end, or that it is over. */
export const REMINDER_DAYS = [1, 7, 30] as const;
export type Reminder = `ends-in-${(typeof REMINDER_DAYS)[number]}` | 'ended';

/** A consent as its member is told of it. Nothing in it was typed by anybody. */
export interface EndingConsent {
  readonly email: string;
  readonly platformName: string;
  /** null where the platform does not tell. */
  readonly endsAt: Date | null;
  /** Where it is given anew. */
  readonly platformsUrl: string;
}

const mail = (to: string, subject: string, ...paragraphs: string[]): Mail => ({
  to,
  subject,
  text: ['Hello,', ...paragraphs, 'Segue'].join('\n\n'),
});

export function consentMail(reminder: Reminder, consent: EndingConsent): Mail {
  return reminder === 'ended' ? endedMail(consent) : endingMail(consent);
}

const endingMail = ({ email, platformName, endsAt, platformsUrl }: EndingConsent): Mail =>
  mail(
    email,
    `Your ${platformName} connection ends on ${dayOf(endsAt)}`,
    `${platformName} lets Segue work with your playlists until ${dayOf(endsAt)}. It sets this end itself; we cannot extend it for you.`,
    `Connect again before then and nothing is interrupted: ${platformsUrl}`,
    'If you let it end, your playlists stay as they are, and you can connect again at any time.',
  );

const endedMail = ({ email, platformName, platformsUrl }: EndingConsent): Mail =>
  mail(
    email,
    `Your ${platformName} connection has ended`,
    `${platformName} no longer lets Segue work with your playlists: the permission ran out or was taken back. Your playlists are untouched.`,
    `Connect again to go on where you were: ${platformsUrl}`,
  );

const dayOf = (date: Date | null): string =>
  date?.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }) ?? '';
