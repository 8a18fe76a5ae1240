export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const STYLE = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:60rem;margin:2rem auto;padding:0 1rem}
.card{border:1px solid #8886;border-radius:12px;padding:1.25rem;margin:1rem 0}
button,.button{font:inherit;padding:.5rem 1.1rem;border-radius:999px;border:1px solid #8888;background:transparent;color:inherit;cursor:pointer;text-decoration:none}
button.main{background:#1a7f4b;border-color:#1a7f4b;color:#fff}
.stripe{max-width:34rem}.stripe fieldset{border:0;padding:0;margin:0}.stripe legend{font-weight:600;padding:0}
.stripe button.main{background:#5b4ddb;border-color:#5b4ddb}
.problem{padding:.6rem .9rem;border-radius:8px;background:#d6274a22;border:1px solid #d6274a88}
.apple button.main{background:#d6274a;border-color:#d6274a}
label.choice{display:block;padding:.6rem;border:1px solid #8884;border-radius:8px;margin:.4rem 0}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.3rem .5rem;border-bottom:1px solid #8883;vertical-align:top}
code,pre,textarea{font:13px/1.45 ui-monospace,monospace}textarea{width:100%;min-height:6rem}input{font:inherit}
small{opacity:.75}`;

/** A plain page of the simulator. `body` is HTML; what people wrote goes through `escapeHtml` before. */
export const page = (title: string, body: string, bodyClass = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<link rel="icon" href="data:,"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body class="${bodyClass}">${body}</body></html>`;
