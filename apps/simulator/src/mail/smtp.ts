import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { type Chance } from '../chance.js';
import { type Clock } from '../clock.js';
import { type Mailbox } from './mailbox.js';

/** Takes every mail from everybody, without login and encryption, and delivers none. */
export function makeSmtpServer(mailbox: Mailbox, clock: Clock, chance: Chance): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    // Otherwise open connections hold up the shutdown for 30 s.
    closeTimeout: 500,
    onAuth: (_auth, _session, callback) => callback(null, { user: 'anybody' }),
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          mailbox.add({
            id: chance.token(12),
            receivedAt: clock.nowIso(),
            from: mail.from?.address ?? '',
            to: recipients.join(', '),
            subject: mail.subject ?? '',
            text: mail.text ?? '',
            html: mail.html ?? '',
          });
          callback();
        }, callback);
      });
    },
  });
}
