import { type Mail } from '@segue/service';

/**
 * What we write to the owner of an address. No mail holds a name or anything else that somebody typed: whoever
 * registers with another's address would decide what we say to its owner.
 */
type AccountMail = Omit<Mail, 'replyTo'>;

const mail = (to: string, subject: string, ...paragraphs: string[]): AccountMail => ({
  to,
  subject,
  text: ['Hello,', ...paragraphs, 'Segue'].join('\n\n'),
});

export const resetLinkMail = (to: string, link: string, lifeMinutes: number): AccountMail =>
  mail(
    to,
    'Reset your Segue password',
    'Somebody, hopefully you, asked to reset the password of your Segue account. Choose a new one here:',
    link,
    `The link works once, within ${lifeMinutes} minutes. A newer one replaces it.`,
    'If it was not you, there is nothing to do: your password stays as it is.',
  );

export const passwordChangedMail = (to: string, requestResetUrl: string): AccountMail =>
  mail(
    to,
    'Your Segue password was changed',
    'The password of your Segue account was changed, and all other devices were signed out.',
    `If it was not you, reset your password now: ${requestResetUrl}`,
  );

export const emailChangedMail = (to: string, contactUrl: string): AccountMail =>
  mail(
    to,
    'The e-mail address of your Segue account was changed',
    'Your Segue account now uses another e-mail address. Mails about it will no longer come here.',
    `If it was not you, please tell us at once: ${contactUrl}`,
  );

export const registrationAttemptMail = (to: string, loginUrl: string, requestResetUrl: string): AccountMail =>
  mail(
    to,
    'Somebody tried to register with your address',
    'Somebody tried to register at Segue with your e-mail address. You already have an account, so nothing changed.',
    `If it was you, sign in: ${loginUrl}`,
    `If you forgot your password, reset it: ${requestResetUrl}`,
  );
