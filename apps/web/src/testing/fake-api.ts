/** What a fake route answers: a body, or an error made by `refusal`. */
type Answer = unknown;
type Handler = (body: never, path: string) => Answer | Promise<Answer>;

class Refusal {
  constructor(
    readonly status: number,
    readonly body: Record<string, unknown>,
  ) {}
}

/** An error answer as the API writes them. */
export const refusal = (status: number, code: string, message: string, more: Record<string, unknown> = {}) =>
  new Refusal(status, { statusCode: status, code, message, error: message, requestId: 'test', ...more });

export interface SeenCall {
  method: string;
  path: string;
  body: unknown;
  headers: Record<string, string>;
}

/** Stands in for the server: `'GET /api/x'` or `'GET /api/:id/x'` to what it answers. Returns the calls it has seen. */
export function fakeApi(routes: Record<string, Handler | Answer>): SeenCall[] {
  const seen: SeenCall[] = [];
  globalThis.fetch = (async (path: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET';
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    seen.push({ method, path, body, headers: init.headers as Record<string, string> });
    const key = Object.keys(routes).find((route) => matches(route, `${method} ${path}`));
    const route = key === undefined ? refusal(404, 'not_found', 'This does not exist.') : routes[key];
    const working = typeof route === 'function' ? (route as Handler)(body as never, path) : route;
    const answer = await Promise.race([working, aborted(init.signal)]);
    return answer instanceof Refusal ? response(answer.status, answer.body) : response(200, answer);
  }) as typeof fetch;
  return seen;
}

const aborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) =>
    signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
  );

const matches = (route: string, request: string) =>
  new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`).test(request.split('?')[0] ?? '');

const response = (status: number, body: unknown) => ({
  ok: status < 400,
  status,
  headers: new Headers(),
  json: async () => body,
});
