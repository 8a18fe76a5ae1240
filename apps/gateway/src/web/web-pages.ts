import type { Operator } from '@segue/contracts';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

type Encoding = 'br' | 'gzip';

/** A page, or a text for search engines, ready to be sent. */
export interface WebPage {
  type: string;
  plain: Buffer;
  packed: Record<Encoding, Buffer>;
}

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
};
/** The page whose script shows every address that is not written as a page of its own. */
const SHELL = '/app';

/** The built pages by address, in memory: there are a few, and each holds what only the installation knows. */
export class WebPages {
  private constructor(
    private readonly pages: ReadonlyMap<string, WebPage>,
    readonly shell: WebPage,
    /** Of the style elements of all pages, as a content security policy names them. */
    readonly styleHashes: readonly string[],
  ) {}

  /**
   * Reads the files that the build of the web app left for the gateway to fill in.
   * @throws Error when there is no built web app.
   */
  static async read(webRoot: string, appUrl: string, operator: Operator): Promise<WebPages> {
    const files = readdirSync(webRoot).filter((file) => TYPES[extensionOf(file)] !== undefined);
    const pages = new Map(
      await Promise.all(
        files.map(async (file): Promise<[string, WebPage]> => {
          const text = fillIn(readFileSync(join(webRoot, file), 'utf8'), file, appUrl, operator);
          return [addressOf(file), await pageOf(text, file)];
        }),
      ),
    );
    const shell = pages.get(SHELL);
    if (shell === undefined) throw new Error(`WEB_ROOT holds no built web app: ${webRoot}`);
    pages.delete(SHELL);
    return new WebPages(pages, shell, styleHashesOf([shell, ...pages.values()]));
  }

  /** The page of an address that was written when the app was built. */
  find(path: string): WebPage | undefined {
    return this.pages.get(path);
  }
}

const styleHashesOf = (pages: readonly WebPage[]): string[] => {
  const styles = pages.flatMap(({ plain }) => [...plain.toString().matchAll(/<style>(.*?)<\/style>/gs)]);
  const hashes = styles.map(([, style = '']) => `sha256-${createHash('sha256').update(style).digest('base64')}`);
  return [...new Set(hashes)];
};

const extensionOf = (file: string): string => file.slice(file.lastIndexOf('.') + 1);

function addressOf(file: string): string {
  if (file === 'index.html') return '/';
  return `/${file.endsWith('.html') ? file.slice(0, -'.html'.length) : file}`;
}

async function pageOf(text: string, file: string): Promise<WebPage> {
  const plain = Buffer.from(text);
  const [br, gz] = await Promise.all([promisify(brotliCompress)(plain), promisify(gzip)(plain)]);
  return { type: TYPES[extensionOf(file)] ?? 'text/plain', plain, packed: { br, gzip: gz } };
}

/** The build leaves `%NAME%` wherever it cannot know. Robots' file is no markup; all else is escaped. */
function fillIn(text: string, file: string, appUrl: string, operator: Operator): string {
  const values: Record<string, string> = {
    APP_URL: appUrl,
    OPERATOR: JSON.stringify(operator),
    OPERATOR_NAME: operator.name,
    OPERATOR_ADDRESS: operator.address,
    OPERATOR_EMAIL: operator.email,
    OPERATOR_INSTAGRAM_URL: operator.instagramUrl,
    OPERATOR_TIKTOK_URL: operator.tiktokUrl,
  };
  const escaped = file.endsWith('.txt') ? (value: string) => value : escapeMarkup;
  return text.replace(/%([A-Z_]+)%/g, (token, name: string) => {
    const value = values[name];
    return value === undefined ? token : escaped(value);
  });
}

const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The best form a client takes. */
export function bodyFor(page: WebPage, acceptEncoding: string | undefined): { body: Buffer; encoding?: Encoding } {
  const accepted = (acceptEncoding ?? '').split(',').map((part) => part.trim().toLowerCase());
  const takes = (name: Encoding) =>
    accepted.some((part) => part === name || (/^\w+;q=(?!0(\.0*)?$)/.test(part) && part.startsWith(`${name};`)));
  const encoding = (['br', 'gzip'] as const).find(takes);
  return encoding === undefined ? { body: page.plain } : { body: page.packed[encoding], encoding };
}
