import { once } from 'node:events';
import pg from 'pg';

/** How the driver calls a query that got no answer within `query_timeout`. */
const NO_ANSWER = 'Query read timeout';

/**
 * A connection that is given up when a query on it gets no answer in time: the server hangs on it, and the pool would
 * hand it to the next one.
 */
export class BoundedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const { query } = this;
    this.query = ((...args: Parameters<typeof query>) => {
      const answer = query.apply(this, args) as unknown;
      return answer instanceof Promise ? answer.catch((error: Error) => this.giveUpAfter(error)) : answer;
    }) as typeof query;
  }

  /** Throws the error on, after its pool has heard that this connection is gone. */
  private async giveUpAfter(error: Error): Promise<never> {
    if (error.message === NO_ANSWER) {
      const ended = once(this, 'end');
      (this as unknown as { connection: pg.Connection }).connection.stream.destroy();
      await ended;
    }
    throw error;
  }
}
