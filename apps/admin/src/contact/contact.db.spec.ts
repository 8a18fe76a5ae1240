import { contact as contactForm } from '@segue/contracts';
import { until } from '@segue/testing';
import { anAddress, aPlace, FormStage } from '../testing/form-stage.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const stage = FormStage.forFile('contact_messages');

const contact = (form: object = {}, from = aPlace()) =>
  stage.send(contactForm, { name: 'Mia', email: anAddress(), message: 'Hello', ...form }, from);

/** Mails that wait for another try: not one that a relay is trying right now. */
const PUT_BACK = `SELECT 1 FROM mail_outbox WHERE next_attempt_at = written_at + interval '5 s'`;
const stored = () => stage.query('SELECT name, email, message FROM contact_messages ORDER BY received_at');

describe('a contact message', () => {
  it('is stored and mailed to the operator alone, to be answered to its sender [S151]', async () => {
    const message = 'Hello <b>there</b>\r\nBcc: victim@example.test\n.\nBye';
    expect(await contact({ email: 'Mia@Example.test', message })).toMatchObject({
      status: 200,
      body: { success: true },
    });
    const [mail, ...others] = await stage.arrived();
    expect(others).toEqual([]);
    expect(mail?.recipients).toEqual(['operator@segue.test']);
    expect(mail?.email).toMatchObject({
      from: { name: 'Segue', address: 'no-reply@segue.test' },
      to: [{ address: 'operator@segue.test' }],
      replyTo: [{ address: 'mia@example.test' }],
    });
    expect(mail?.email.bcc).toBeUndefined();
    expect(mail?.email.html).toBeUndefined();
    expect(mail?.email.text).toContain('Hello <b>there</b>\nBcc: victim@example.test\n.\nBye');
    expect(await stored()).toEqual([{ name: 'Mia', email: 'mia@example.test', message }]);
  });

  it.each<[string, object]>([
    ['a line break in the name', { name: 'Mia\r\nBcc: v@example.test' }],
    ['a line separator in the name', { name: 'Mia\u2028Bcc: v@example.test' }],
    ['a line break in the address', { email: 'mia@example.test\r\nBcc: v@example.test' }],
    ['two addresses', { email: 'a@example.test,b@example.test' }],
    ['a quoted address', { email: '"x@evil.test"@example.test' }],
    ['a NUL in the message', { message: 'Hello\u0000' }],
    ['an empty message', { message: ' \n ' }],
    ['more than 5000 characters', { message: 'x'.repeat(5001) }],
  ])('with %s is refused, neither stored nor mailed [S150, S153]', async (_, fault) => {
    expect(await contact(fault)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(await stored()).toEqual([]);
    expect(await stage.arrived()).toEqual([]);
  });

  it('is taken while the mail server is away, and mailed once when it is back [S154]', async () => {
    await stage.catcher.goDown();
    expect((await contact()).status).toBe(200);
    await until('a try has failed', async () => (await stage.query(PUT_BACK)).length === 1);
    await stage.catcher.goUp();
    stage.clock.advance(HOUR_MS);
    await contact({ message: 'The next one' });
    expect(await stage.arrived()).toHaveLength(2);
  });
});

describe('the caps', () => {
  it('let three an hour through from one network [S152]', async () => {
    const place = aPlace();
    for (let n = 0; n < 3; n += 1) {
      expect((await contact({}, place)).status).toBe(200);
      stage.clock.advance(MINUTE_MS);
    }
    const refused = await contact({}, place);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(refused.headers['retry-after']).toBe(String(57 * 60));
    expect((await contact()).status).toBe(200);
    stage.clock.advance(57 * MINUTE_MS);
    expect((await contact({}, place)).status).toBe(200);
    expect(await stage.arrived()).toHaveLength(5);
    expect(await stored()).toHaveLength(5);
  });

  it('let three a day through with one address, from anywhere [S152]', async () => {
    const email = anAddress();
    for (let n = 0; n < 3; n += 1) {
      expect((await contact({ email })).status).toBe(200);
      stage.clock.advance(2 * HOUR_MS);
    }
    const refused = await contact({ email: email.toUpperCase() });
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe(String(18 * 60 * 60));
    stage.clock.advance(18 * HOUR_MS);
    expect((await contact({ email })).status).toBe(200);
  });

  it('hold for twenty at the same time', async () => {
    const place = aPlace();
    const email = anAddress();
    const fromOnePlace = await Promise.all(Array.from({ length: 20 }, () => contact({}, place)));
    const withOneAddress = await Promise.all(Array.from({ length: 20 }, () => contact({ email })));
    for (const answers of [fromOnePlace, withOneAddress]) {
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(17);
    }
    expect(await stage.arrived()).toHaveLength(6);
  });

  it('stop mailing, not storing, when a flood comes from many places [S152]', async () => {
    await stage.query(`
      INSERT INTO contact_messages (id, name, email, message, received_at)
      SELECT gen_random_uuid(), 'Bot', n || '@example.test', 'Buy', '${stage.clock.now().toISOString()}'
      FROM generate_series(1, 300) n`);
    expect((await contact()).status).toBe(200);
    expect(await stage.arrived()).toEqual([]);
    expect(await stored()).toHaveLength(301);
    expect(stage.admin.log.join('')).toContain('contact.flooded');
  });

  it('know where a message came from for an hour only', async () => {
    await contact();
    stage.clock.advance(HOUR_MS);
    await contact();
    expect(await stage.query('SELECT 1 FROM contact_messages WHERE sender_network IS NOT NULL')).toHaveLength(1);
  });
});
