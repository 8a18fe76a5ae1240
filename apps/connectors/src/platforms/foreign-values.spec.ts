import { urlOf } from './foreign-values.js';

describe('the address of a cover or a page', () => {
  it('is taken as the platform gave it', () => {
    expect(urlOf('https://i.scdn.co/image/ab67')).toBe('https://i.scdn.co/image/ab67');
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,<script>1</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://segue.test/1',
    '//evil.test/x.png',
    '/image.png',
    'https://',
    '',
    null,
    undefined,
  ])('is none when it is %j [S133]', (address) => {
    expect(urlOf(address)).toBeNull();
  });
});
