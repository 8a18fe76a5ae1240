import { fromSchema } from '@openapi-contrib/openapi-schema-to-json-schema';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormatsModule from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { dialectFaults, isObjectWithFields } from './spotify-dialect.js';
import { childOf, correctSpotify, isObject, type Json } from './spotify-corrections.js';
import { workspaceRoot } from './workspace-root.js';

export interface SpotifyRequest {
  method: string;
  /** Relative to the API's base, the query may be part of it: `/me/playlists?limit=50`. */
  path: string;
  query?: Record<string, string | number | undefined>;
  headers?: Record<string, string | undefined>;
  body?: unknown;
}

export interface SpotifyResponse {
  method: string;
  path: string;
  status: number;
  body: unknown;
}

export interface SpotifyContract {
  /** What is wrong with the call, in sentences; empty = nothing. */
  validateRequest(request: SpotifyRequest): string[];
  validateResponse(response: SpotifyResponse): string[];
}

export interface SpotifyContractOptions {
  /** Holds answers and limits to one dialect; left out, both are welcome. */
  quotaMode?: 'development' | 'extended';
}

type Operation = Json & { parameters?: unknown[]; responses?: Json };

const FILE = 'libs/testing/contracts/spotify/official-spotify-open-api.yml';
const EXTENDED_SEARCH_LIMIT = 50;
const EXTENDED_TRACKS_LIMIT = 100;

/** Validates calls to and answers of Spotify's Web API against Spotify's own description of it. */
export function spotifyContract(options: SpotifyContractOptions = {}): SpotifyContract {
  const document = parseYaml(readFileSync(join(workspaceRoot(), FILE), 'utf8')) as Json;
  correctSpotify(document);
  return new Contract(document, options.quotaMode);
}

class Contract implements SpotifyContract {
  private readonly compiled = new Map<string, ValidateFunction>();
  /** Made when first needed; the partial one is for answers cut down by `fields`, where nothing is required. */
  private readonly validators = new Map<'full' | 'partial', Ajv>();

  constructor(
    private readonly document: Json,
    private readonly quotaMode: 'development' | 'extended' | undefined,
  ) {}

  validateRequest(request: SpotifyRequest): string[] {
    const { pathname, searchParams } = new URL(request.path, 'http://api');
    for (const [name, value] of Object.entries(request.query ?? {})) {
      if (value !== undefined) searchParams.set(name, String(value));
    }
    const operation = this.findOperation(request.method, pathname);
    if (!operation) return [`${request.method} ${pathname}: there is no such endpoint`];
    return [
      ...this.parameterFaults(operation, pathname, searchParams),
      ...this.bodyFaults(operation, request.body),
      ...authorizationFaults(request.headers),
    ];
  }

  validateResponse({ method, path, status, body }: SpotifyResponse): string[] {
    const { pathname, searchParams } = new URL(path, 'http://api');
    const operation = this.findOperation(method, pathname);
    if (!operation) return [`${method} ${pathname}: there is no such endpoint`];
    if (status >= 400) return this.check({ $ref: '#/components/responses/NotFound' }, body, 'answer', false);
    const response = operation.responses?.[String(status)];
    if (!isObject(response)) return [`${method} ${pathname}: status ${status} is not documented`];
    const isPartial = searchParams.has('fields');
    return [
      ...this.check(response, body, 'answer', isPartial),
      ...(isPartial || !isObjectWithFields(body) ? [] : dialectFaults(pathname, body, this.quotaMode)),
    ];
  }

  private findOperation(method: string, pathname: string): Operation | undefined {
    const wanted = pathname.split('/');
    const fits = (template: string): boolean => {
      const parts = template.split('/');
      return parts.length === wanted.length && parts.every((part, at) => part.startsWith('{') || part === wanted[at]);
    };
    // A literal template (`/me/library/contains`) sorts before one with a placeholder.
    const templates = Object.keys(childOf(this.document, 'paths')).filter(fits).sort(byPlaceholders);
    for (const template of templates) {
      const operation = childOf(this.document, 'paths', template)[method.toLowerCase()];
      if (isObject(operation)) return operation;
    }
    return undefined;
  }

  private parameterFaults(operation: Operation, pathname: string, given: URLSearchParams): string[] {
    const parameters = (operation.parameters ?? []).map((parameter) => this.resolve(parameter));
    const known = new Map(
      parameters.filter(({ in: place }) => place === 'query').map((one) => [String(one.name), one]),
    );
    const faults: string[] = [];
    for (const [name, parameter] of known) {
      const value = given.get(name);
      if (value !== null) faults.push(...this.valueFaults(pathname, name, childOf(parameter, 'schema'), value));
      else if (parameter.required === true) faults.push(`query: ${name} is required`);
    }
    for (const name of given.keys())
      if (!known.has(name)) faults.push(`query: ${name} is not a parameter of this endpoint`);
    return faults;
  }

  private valueFaults(pathname: string, name: string, schema: Json, text: string): string[] {
    const isNumber = schema.type === 'integer' || schema.type === 'number';
    const value = isNumber ? Number(text) : schema.type === 'array' ? text.split(',') : text;
    if (isNumber && (text.trim() === '' || Number.isNaN(value))) return [`query: ${name} must be a number`];
    const bounds = name === 'limit' ? this.limitBounds(pathname) : {};
    return this.checkSchema({ ...schema, ...bounds }, value, `query: ${name}`, false);
  }

  /** The text says 1 where the file says 0 (search excepted); with extended quota two limits are higher. */
  private limitBounds(pathname: string): Json {
    const isExtended = this.quotaMode === 'extended';
    if (pathname === '/search') return isExtended ? { maximum: EXTENDED_SEARCH_LIMIT } : {};
    return pathname.endsWith('/tracks') && pathname.startsWith('/playlists') && isExtended
      ? { minimum: 1, maximum: EXTENDED_TRACKS_LIMIT }
      : { minimum: 1 };
  }

  private bodyFaults(operation: Operation, body: unknown): string[] {
    const requestBody = operation.requestBody;
    if (!isObject(requestBody)) return body === undefined ? [] : ['body: this endpoint takes none'];
    if (body === undefined)
      return requestBody.required === true ? ['body: is required'] : this.missingBodyFaults(requestBody);
    const value = typeof body === 'string' && body.startsWith('{') ? (JSON.parse(body) as unknown) : body;
    return this.checkSchema(bodySchema(requestBody), value, 'body', false);
  }

  /** No body is fine as long as the schema asks for nothing. */
  private missingBodyFaults(requestBody: Json): string[] {
    return this.checkSchema(bodySchema(requestBody), {}, 'body', false);
  }

  private check(response: Json, body: unknown, place: string, isPartial: boolean): string[] {
    const content = this.resolve(response).content;
    if (!isObject(content)) return isEmpty(body) ? [] : [`${place}: must be empty`];
    return this.checkSchema(childOf(content, 'application/json', 'schema'), body, place, isPartial);
  }

  private checkSchema(schema: Json, value: unknown, place: string, isPartial: boolean): string[] {
    const key = `${isPartial} ${JSON.stringify(schema)}`;
    const validate = this.compiled.get(key) ?? this.compile(schema, isPartial);
    this.compiled.set(key, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${place}${instancePath}: ${message}`);
  }

  private compile(schema: Json, isPartial: boolean): ValidateFunction {
    const kind = isPartial ? 'partial' : 'full';
    const ajv = this.validators.get(kind) ?? makeAjv(this.document, isPartial);
    this.validators.set(kind, ajv);
    return ajv.compile(toJsonSchema(schema, isPartial));
  }

  private resolve(value: unknown): Json {
    const reference = isObject(value) ? value.$ref : undefined;
    if (typeof reference !== 'string') return isObject(value) ? value : {};
    return this.resolve(childOf(this.document, ...reference.replace('#/', '').split('/')));
  }
}

const DOCUMENT_ID = 'spotify.json';

function makeAjv(document: Json, isPartial: boolean): Ajv {
  const ajv = new Ajv({ strict: false, allErrors: false, logger: false });
  // Under Jest's CommonJS the default export is the function, in ES modules it may be wrapped once more.
  const addFormats = 'default' in addFormatsModule ? addFormatsModule.default : addFormatsModule;
  (addFormats as unknown as (target: Ajv) => void)(ajv);
  const schemas = Object.entries(childOf(document, 'components', 'schemas'));
  const converted = schemas.map(([name, schema]) => [name, toJsonSchema(schema as Json, isPartial)]);
  ajv.addSchema({ $id: DOCUMENT_ID, components: { schemas: Object.fromEntries(converted) } });
  return ajv;
}

/** OpenAPI 3.0 to JSON Schema, with references into the document added to `ajv`. */
function toJsonSchema(schema: Json, isPartial: boolean): Json {
  const converted = fromSchema(schema as Parameters<typeof fromSchema>[0], { cloneSchema: true }) as Json;
  return JSON.parse(JSON.stringify(converted), (key, value: unknown) => {
    if (key === '$schema' || key === 'discriminator' || key === 'example') return undefined;
    if (key === 'required' && (isPartial || !Array.isArray(value))) return undefined;
    if (key === '$ref' && typeof value === 'string') return value.replace('#/', `${DOCUMENT_ID}#/`);
    return value;
  }) as Json;
}

const bodySchema = (requestBody: Json): Json => childOf(Object.values(childOf(requestBody, 'content'))[0], 'schema');

const byPlaceholders = (left: string, right: string): number => left.split('{').length - right.split('{').length;

const isEmpty = (body: unknown): boolean => body === undefined || body === null || body === '';

function authorizationFaults(headers: SpotifyRequest['headers']): string[] {
  if (!headers) return [];
  const header = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  return header?.startsWith('Bearer ') ? [] : ['headers: authorization must carry a bearer token'];
}
