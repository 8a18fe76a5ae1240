import {
  type BodyInputOf,
  type Endpoint,
  ErrorBody,
  pathOf,
  type ResponseOf,
  type ServiceName,
} from '@segue/contracts';
import { AppError } from '../app-error.js';
import { SERVICE_TOKEN_HEADER, type ServiceTokens } from '../guard/service-token.js';
import { currentRequestId } from '../logging/request-context.js';

export interface CallInput<E extends Endpoint> {
  body?: BodyInputOf<E>;
  params?: Readonly<Record<string, string>>;
  /** The member for whom we ask. */
  userId?: string;
  signal?: AbortSignal;
}

type ServiceUrls = Readonly<Record<ServiceName, string>>;

/**
 * Asks another service by its contract, over HTTP, once: trying again is the caller's business.
 * @throws AppError the other service's own error, or `service_unavailable` when it cannot be reached in time.
 */
export class ServiceClient {
  constructor(
    private readonly urls: ServiceUrls,
    private readonly tokens: ServiceTokens,
    private readonly fetchImpl: typeof fetch = fetch,
  ) {}

  async call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseOf<E>> {
    const { response, text } = await this.send(endpoint, input);
    if (!response.ok) throw toError(endpoint, response, text);
    return endpoint.response.parse(JSON.parse(text)) as ResponseOf<E>;
  }

  private async send<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
  ): Promise<{ response: Response; text: string }> {
    const { owner } = endpoint;
    const timeout = AbortSignal.timeout(endpoint.timeoutMs);
    const headers: Record<string, string> = {
      [SERVICE_TOKEN_HEADER]: await this.tokens.sign(owner, input.userId ?? null),
      'x-request-id': currentRequestId() ?? '',
    };
    if (input.body !== undefined) headers['content-type'] = 'application/json';
    try {
      const response = await this.fetchImpl(new URL(pathOf(endpoint, input.params), this.urls[owner]), {
        method: endpoint.method,
        headers,
        body: input.body === undefined ? null : JSON.stringify(input.body),
        redirect: 'error',
        signal: input.signal ? AbortSignal.any([timeout, input.signal]) : timeout,
      });
      // Contact can be lost in the middle of an answer, too.
      return { response, text: await response.text() };
    } catch (cause) {
      throw new AppError('service_unavailable', { service: owner }, { cause, retryAfterSeconds: 5 });
    }
  }
}

function toError(endpoint: Endpoint, response: Response, text: string): AppError {
  const body = ErrorBody.safeParse(parseJson(text));
  const facts = { service: endpoint.owner, path: endpoint.path, status: response.status };
  if (!body.success) return new AppError('service_unavailable', facts, { retryAfterSeconds: 5 });
  const { code, message, retryAfterSeconds, availableAt, details } = body.data;
  return new AppError(code, facts, { message, retryAfterSeconds, availableAt, details });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
