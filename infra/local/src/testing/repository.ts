import { SERVICES } from '@segue/contracts';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

/** Jest runs in the project's folder. */
export const ROOT = join(process.cwd(), '..', '..');
export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
export const exists = (path: string): boolean => existsSync(join(ROOT, path));

/** What runs as a container of its own. */
export const IMAGES = [...SERVICES, 'gateway'] as const;

/** A part of a parsed document; where it is text or a list, the check says so. */
export interface Node {
  readonly [key: string]: Node | undefined;
}

export const readYaml = (path: string): Node => parse(read(path), { merge: true }) as Node;
export const readManifests = (path: string): Node[] =>
  parseAllDocuments(read(path))
    .map((document) => {
      if (document.errors.length > 0) throw new Error(`${path}: ${document.errors.join('; ')}`);
      return document.toJS() as Node | null;
    })
    .filter((manifest) => manifest !== null);

const VARIABLE = /^\s+([A-Z][A-Z0-9_]+): /gm;
const namesIn = (source: string): string[] => [...source.matchAll(VARIABLE)].map(([, name]) => name ?? '');

const SHARED_ENV = 'libs/service/src/env.ts';
const MAIL_ENV = 'libs/service/src/mail/mail-env.ts';

/** The variables a program's schema names, read from where it is written: apps cannot be imported. */
export function variablesOf(program: string): Set<string> {
  const folder = `apps/${program}/src`;
  const files = (readdirSync(join(ROOT, folder), { recursive: true }) as string[])
    .filter((file) => /(^|[/-])env\.ts$/.test(file))
    .map((file) => read(`${folder}/${file}`));
  const isService = program !== 'simulator';
  const sources = [...files, ...(isService ? [read(SHARED_ENV)] : [])];
  if (files.some((source) => source.includes('MailEnv'))) sources.push(read(MAIL_ENV));
  return new Set(sources.flatMap(namesIn));
}
