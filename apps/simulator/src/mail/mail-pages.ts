import { type FastifyInstance } from 'fastify';
import { escapeHtml, page } from '../pages/html.js';
import { type Mailbox } from './mailbox.js';

/** The mail reader for people: a list, and one mail. */
export function mailPages(app: FastifyInstance, mailbox: Mailbox): void {
  app.get('/mail', (_request, reply) => {
    const rows = [...mailbox.list()]
      .reverse()
      .map(
        (mail) =>
          `<tr><td>${escapeHtml(mail.receivedAt)}</td><td>${escapeHtml(mail.to)}</td>` +
          `<td><a href="/mail/${mail.id}">${escapeHtml(mail.subject || '(no subject)')}</a></td></tr>`,
      )
      .join('');
    const table = `<table><tr><th>At</th><th>To</th><th>Subject</th></tr>${rows}</table>`;
    return reply
      .type('text/html')
      .send(page('Mail', `<p><a href="/">Simulator</a></p><h1>Mail</h1>${rows ? table : '<p>No mail yet.</p>'}`));
  });

  app.get<{ Params: { id: string } }>('/mail/:id', (request, reply) => {
    const mail = mailbox.find(request.params.id);
    reply.type('text/html');
    if (!mail) return reply.code(404).send(page('Mail', '<p>There is no such mail. <a href="/mail">All mail</a></p>'));
    // The sandbox keeps scripts of a mail from running; links may still be opened.
    const html = mail.html
      ? `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(`<base target="_blank">${mail.html}`)}" style="width:100%;height:28rem;border:1px solid #8886"></iframe>`
      : '';
    return reply.send(
      page(
        mail.subject,
        `<p><a href="/mail">All mail</a></p><h1>${escapeHtml(mail.subject)}</h1>` +
          `<p>From ${escapeHtml(mail.from)} to ${escapeHtml(mail.to)}, ${escapeHtml(mail.receivedAt)}</p>` +
          `${html}<h2>Text</h2><pre style="white-space:pre-wrap">${linkify(escapeHtml(mail.text))}</pre>`,
      ),
    );
  });
}

const linkify = (escapedText: string): string =>
  escapedText.replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}" target="_blank">${address}</a>`);
