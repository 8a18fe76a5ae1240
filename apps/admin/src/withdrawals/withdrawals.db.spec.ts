import { withdraw as withdrawalForm } from '@segue/contracts';
import { anAddress, aPlace, FormStage } from '../testing/form-stage.js';

const stage = FormStage.forFile('withdrawals');

const withdraw = (form: object = {}) =>
  stage.send(withdrawalForm, { name: 'Mia O\u2019Hara-Smith Jr.', email: anAddress(), ...form }, aPlace());

describe('a withdrawal', () => {
  it('is stored, mailed to the operator, and acknowledged with its content, date and time [S172]', async () => {
    const email = anAddress();
    const { status, body } = await withdraw({ email });
    expect({ status, body }).toEqual({
      status: 200,
      body: { success: true, receivedAt: stage.clock.now().toISOString() },
    });
    expect(await stage.query('SELECT name, email, received_at FROM withdrawals')).toEqual([
      { name: 'Mia O\u2019Hara-Smith Jr.', email, received_at: stage.clock.now() },
    ]);
    const mails = await stage.arrived();
    expect(mails.map(({ recipients }) => recipients).sort()).toEqual([[email], ['operator@segue.test']].sort());
    for (const { email: mail } of mails) {
      expect(mail.text).toContain('I hereby withdraw from my contract for Segue Premium.');
      expect(mail.text).toContain('Mia O\u2019Hara-Smith Jr.');
      expect(mail.text).toContain(email);
      expect(mail.text).toContain(stage.clock.now().toISOString().slice(0, 10));
    }
  });

  it.each([
    ['an address of the web', 'Visit evil.test now'],
    ['a slash', 'evil/x'],
    ['a line break', 'Mia\r\nBcc: v@example.test'],
    ['nothing', ' '],
  ])('with %s in the name is refused: the receipt goes to whoever was typed', async (_, name) => {
    expect(await withdraw({ name })).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(await stage.arrived()).toEqual([]);
  });

  it('is taken three times a day for one address, from anywhere', async () => {
    const email = anAddress();
    const answers = await Promise.all(Array.from({ length: 8 }, () => withdraw({ email })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});
