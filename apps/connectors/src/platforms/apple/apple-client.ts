import { NetworkError, jsonOf, type HttpAnswer, type HttpRequest } from '../../http/http-client.js';
import { PlatformError, type PlatformErrorKind } from '../platform-error.js';
import type { Priority } from '../platform.js';
import type { Upstream } from '../upstream.js';
import { AppleErrors } from './apple-shapes.js';
import type { DeveloperTokens } from './developer-tokens.js';

/** Codes of Apple's error envelope: strings, not numbers. */
const BAD_USER_TOKEN = '40300';
/** An empty playlist's `/tracks`, and a page past the end. */
export const NO_RELATED_RESOURCES = '40403';

export interface AppleCaller {
  readonly userId: string;
  readonly priority: Priority;
  /** The Music User Token; null for the catalogue, which needs none. */
  readonly userToken: string | null;
  /** Absent while the member is only connecting. */
  readonly assertAllowed?: () => Promise<void>;
}

export interface AppleCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the API's base address, its values already percent-encoded. */
  readonly path: string;
  /** The same with names in place of values, for errors and the log. */
  readonly template: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Calls the Apple Music API with our developer token and, where a member's library is meant, their own. */
export class AppleClient {
  constructor(
    private readonly apiUrl: string,
    private readonly tokens: DeveloperTokens,
    private readonly upstream: Upstream,
  ) {}

  /** @returns the answer of a call that succeeded; others are thrown with Apple's code as `reason`. */
  async call(caller: AppleCaller, call: AppleCall): Promise<HttpAnswer> {
    const { http, governor } = this.upstream;
    const request = await this.requestOf(caller, call);
    const write = call.method !== 'GET';
    const { userId, priority, assertAllowed } = caller;
    const answer = await governor.run(
      { userId, priority, write, endpoint: endpointOf(call), assertAllowed },
      async () => {
        const received = await http(request);
        // Apple's gateway answers large questions with HTML now and then; another try often works.
        if (!write && isSuccess(received) && jsonOf(received) === undefined) throw new NetworkError('not JSON');
        return received;
      },
    );
    if (isSuccess(answer)) return answer;
    throw this.errorOf(answer, caller, call);
  }

  private async requestOf(caller: AppleCaller, { method, path, query, body }: AppleCall): Promise<HttpRequest> {
    const search = query ? `?${new URLSearchParams(query).toString()}` : '';
    const headers = {
      authorization: `Bearer ${await this.tokens.forServer()}`,
      accept: 'application/json',
      ...(caller.userToken === null ? {} : { 'music-user-token': caller.userToken }),
    };
    const url = `${this.apiUrl}${path}${search}`;
    if (body === undefined) return { method, url, headers };
    return { method, url, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  }

  private errorOf(answer: HttpAnswer, caller: AppleCaller, call: AppleCall): PlatformError {
    const parsed = AppleErrors.safeParse(jsonOf(answer));
    const reason = parsed.success ? parsed.data.errors[0]?.code : undefined;
    const kind = kindOf(answer.status, reason, caller, call);
    const facts = { status: answer.status, endpoint: endpointOf(call), reason: reason ?? 'none' };
    if (reason !== NO_RELATED_RESOURCES) this.upstream.warn('apple music call failed', { kind, ...facts });
    return new PlatformError(kind, 'apple', { ...facts, reason });
  }
}

function kindOf(status: number, code: string | undefined, caller: AppleCaller, call: AppleCall): PlatformErrorKind {
  const changesOrRemoves = call.method !== 'GET' && call.method !== 'POST';
  // Apple's host refuses these methods whatever the tokens are worth: no reason to doubt the connection.
  if (changesOrRemoves && [401, 403, 405].includes(status)) return 'unsupported';
  // Our own key: the operator has to act, the member cannot.
  if (status === 401) return 'unavailable';
  if (status === 403 && code === BAD_USER_TOKEN && caller.userToken !== null) return 'reconnect-required';
  if (status === 403) return call.method === 'POST' ? 'read-only' : 'refused';
  if (status === 404) return 'not-found';
  return status >= 400 && status < 500 ? 'refused' : 'unavailable';
}

const endpointOf = ({ method, template }: AppleCall): string => `${method} ${template}`;
const isSuccess = ({ status }: HttpAnswer): boolean => status >= 200 && status < 300;
