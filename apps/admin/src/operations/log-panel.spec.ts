import { toPanel } from './log-panel.js';

const line = (fields: object) =>
  JSON.stringify({ level: 'warn', time: '2026-06-30T12:00:00.000Z', service: 'auth', ...fields });

describe('a panel', () => {
  it('shows time, service, level, sentence and fields of an event', () => {
    expect(toPanel([line({ event: 'token.refused', userId: 'u', msg: 'refused' })], 1000)).toBe(
      '2026-06-30T12:00:00.000Z auth warn  refused  {"event":"token.refused","userId":"u"}',
    );
  });

  it('keeps an event on one line, whatever it holds [S128]', () => {
    const forged = 'a\r\n2026-06-30T12:00:01.000Z auth info  forged\u001b[2J\u0085<script>1</script>';
    const panel = toPanel([line({ msg: forged, path: '\n\u001b[31m' })], 1000);
    expect(panel).not.toMatch(/\p{Cc}/u);
    expect(panel).toContain('<script>1</script>');
  });

  it('shows a line that was cut', () => {
    const cut = `${line({ msg: 'x'.repeat(50) }).slice(0, 80)}…`;
    expect(toPanel([cut], 1000)).toBe(`2026-06-30T12:00:00.000Z auth warn  ${cut}`);
  });

  it('leaves out the oldest when it is full', () => {
    const lines = [1, 3, 2].map((second) => line({ time: `2026-06-30T12:00:0${second}.000Z`, msg: `"${second}"` }));
    expect(toPanel(lines, 90)).toMatch(/^\S+:03\.000Z.*\n\S+:02\.000Z.*$/);
    expect(toPanel(lines, 1)).toBe('');
  });

  it('is empty without lines', () => expect(toPanel([], 1000)).toBe(''));
});
