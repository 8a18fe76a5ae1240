import { NetworkError, type HttpAnswer, type HttpClient, type HttpRequest } from '../http/http-client.js';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed when it is JSON, else the text. */
  readonly body: unknown;
}

/** What goes wrong with the next matching request. `applied`: the request is carried out all the same. */
export interface Fault {
  readonly method?: string;
  readonly path?: RegExp;
  /** Absent: the connection breaks. */
  readonly answer?: HttpAnswer;
  readonly applied?: boolean;
  /** Nothing comes before this. */
  readonly until?: Promise<unknown>;
  times: number;
  /** So many matching requests are answered as usual before. */
  skip?: number;
}

export function answerOf(status: number, body?: unknown, headers: Record<string, string> = {}): HttpAnswer {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  return { status, header: (name) => headers[name.toLowerCase()] ?? null, text };
}

/** A platform's host in memory: answers, remembers what it was asked, and fails on demand. */
export class FakeHost {
  readonly seen: SeenRequest[] = [];
  readonly faults: Fault[] = [];

  constructor(private readonly handle: (request: SeenRequest) => HttpAnswer) {}

  readonly http: HttpClient = async (request) => {
    const seen = read(request);
    this.seen.push(seen);
    const fault = this.faults.find(
      ({ method, path, times }) =>
        times > 0 && (method ?? seen.method) === seen.method && (path === undefined || path.test(seen.path)),
    );
    if (!fault || skips(fault)) return this.handle(seen);
    fault.times -= 1;
    if (fault.applied) this.handle(seen);
    await fault.until;
    if (!fault.answer) throw new NetworkError('the connection broke');
    return fault.answer;
  };

  /** How often a call was made, by `METHOD /path/ending`. */
  count(method: string, path: RegExp): number {
    return this.seen.filter((request) => request.method === method && path.test(request.path)).length;
  }
}

function skips(fault: Fault): boolean {
  if (!fault.skip) return false;
  fault.skip -= 1;
  return true;
}

function read({ method, url, headers, body }: HttpRequest): SeenRequest {
  const { pathname, searchParams } = new URL(url);
  return { method, path: pathname, query: searchParams, headers, body: parsed(body) };
}

function parsed(body: string | undefined): unknown {
  if (body === undefined) return undefined;
  return body.startsWith('{') ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
}
