import { NetworkError, jsonOf, type HttpAnswer, type HttpRequest } from '../../http/http-client.js';
import { PlatformError, type PlatformErrorKind } from '../platform-error.js';
import type { MemberAccess } from '../platform.js';
import type { Upstream } from '../upstream.js';
import { SpotifyApiError } from './spotify-shapes.js';

export interface SpotifyCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below the API's base address, its values already percent-encoded. */
  readonly path: string;
  /** The same with names in place of values, for errors and the log. */
  readonly template: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** What a 403 means here: it is never a reason to refresh the token. */
  readonly forbidden?: PlatformErrorKind;
}

/** Calls Spotify's Web API for a member: token, one refresh when it has run out, errors in our own words. */
export class SpotifyClient {
  constructor(
    private readonly apiUrl: string,
    private readonly upstream: Upstream,
  ) {}

  /** @returns the answer of a call that succeeded. */
  async call(access: MemberAccess, call: SpotifyCall): Promise<HttpAnswer> {
    const token = await access.token();
    const answer = await this.send(access, call, token);
    if (answer.status !== 401) return this.check(answer, call);
    const renewed = await this.send(access, call, await access.token(token));
    // A token issued a moment ago and refused already: the consent is gone.
    if (renewed.status === 401) throw this.error('reconnect-required', renewed, call);
    return this.check(renewed, call);
  }

  private send(access: MemberAccess, call: SpotifyCall, token: string): Promise<HttpAnswer> {
    const { http, governor } = this.upstream;
    const request = this.requestOf(call, token);
    const write = call.method !== 'GET';
    const { userId, priority } = access;
    const assertAllowed = () => access.assertConnected();
    return governor.run({ userId, priority, write, endpoint: endpointOf(call), assertAllowed }, async () => {
      const answer = await http(request);
      // A page cut in the middle is worth another try, so the governor has to hear of it.
      if (!write && isSuccess(answer) && jsonOf(answer) === undefined) throw new NetworkError('the answer is not JSON');
      return answer;
    });
  }

  private requestOf({ method, path, query, body }: SpotifyCall, token: string): HttpRequest {
    const search = query ? `?${new URLSearchParams(query).toString()}` : '';
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
    const url = `${this.apiUrl}${path}${search}`;
    if (body === undefined) return { method, url, headers };
    return { method, url, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  }

  private check(answer: HttpAnswer, call: SpotifyCall): HttpAnswer {
    if (isSuccess(answer)) return answer;
    if (answer.status === 404) throw this.error('not-found', answer, call);
    if (answer.status === 403) throw this.error(call.forbidden ?? 'refused', answer, call);
    if (answer.status >= 400 && answer.status < 500) throw this.error('refused', answer, call);
    throw this.error('unavailable', answer, call);
  }

  private error(kind: PlatformErrorKind, answer: HttpAnswer, call: SpotifyCall): PlatformError {
    const body = SpotifyApiError.safeParse(jsonOf(answer));
    const reason = body.success ? body.data.error.reason : undefined;
    this.upstream.warn('spotify call failed', { kind, status: answer.status, endpoint: endpointOf(call) });
    return new PlatformError(kind, 'spotify', { status: answer.status, reason, endpoint: endpointOf(call) });
  }
}

const endpointOf = ({ method, template }: SpotifyCall): string => `${method} ${template}`;
const isSuccess = ({ status }: HttpAnswer): boolean => status >= 200 && status < 300;
