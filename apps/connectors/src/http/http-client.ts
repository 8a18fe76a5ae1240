export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface HttpAnswer {
  readonly status: number;
  /** null when the header is absent. */
  header(name: string): string | null;
  readonly text: string;
}

/** Sends one request. Redirects come back as answers. Throws `NetworkError` when there is no whole answer. */
export type HttpClient = (request: HttpRequest) => Promise<HttpAnswer>;

export const HTTP_CLIENT = Symbol('HTTP_CLIENT');

/** No whole answer came: a time-out, a reset, a refused connection, or a body over the size cap. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** The body as JSON; undefined when it is none (a proxy's HTML page, a cut answer). */
export function jsonOf(answer: HttpAnswer): unknown {
  try {
    return JSON.parse(answer.text);
  } catch {
    return undefined;
  }
}
