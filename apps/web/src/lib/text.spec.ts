import { cutName, html } from './text.js';

describe('html', () => {
  it('escapes whatever is put into it', () => {
    const name = '<img src=x onerror="x"> & \'quotes\'';
    expect(html`<p>${name}</p>`.markup).toBe('<p>&lt;img src=x onerror=&quot;x&quot;&gt; &amp; &#39;quotes&#39;</p>');
  });

  it('keeps HTML it made itself', () => {
    const items = ['a', '<b>'].map((name) => html`<li>${name}</li>`);
    expect(html`<p>${items}</p>`.markup).toBe('<p><li>a</li><li>&lt;b&gt;</li></p>');
  });
});

describe('cutName', () => {
  it('leaves names of 80 characters alone', () => {
    expect(cutName('a'.repeat(80), 80)).toBe('a'.repeat(80));
  });

  it('cuts longer ones after 80 characters, never through a surrogate pair [S132]', () => {
    expect(cutName('🎵'.repeat(81), 80)).toBe(`${'🎵'.repeat(80)}…`);
  });
});
