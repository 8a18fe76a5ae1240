import { type FastifyReply } from 'fastify';

/** An answer of a platform that is no success, thrown by whatever finds the reason. */
export class PlatformFailure extends Error {
  constructor(
    readonly status: number,
    readonly body: unknown,
    readonly headers: Record<string, string> = {},
  ) {
    super(`The simulated platform answers ${status}.`);
  }

  send(reply: FastifyReply): FastifyReply {
    reply.code(this.status).headers(this.headers);
    return this.body === undefined ? reply.send() : reply.type('application/json').send(JSON.stringify(this.body));
  }
}
