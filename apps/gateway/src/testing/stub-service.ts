import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Stands behind the gateway as every service at once: notes what arrives and answers 200 unless told otherwise. */
export class StubService {
  readonly seen: Seen[] = [];
  /** Requests whose connection was closed before they were answered. */
  aborted = 0;
  /** Answers a path differently. */
  readonly answers = new Map<string, (response: ServerResponse) => void>();

  private constructor(private readonly server: Server) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void this.serve(request, response));
  }

  static async start(): Promise<StubService> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new StubService(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split('?', 1)[0] ?? '';
    response.once('close', () => {
      if (!response.writableFinished) this.aborted += 1;
    });
    let body = '';
    try {
      for await (const chunk of request) body += String(chunk);
    } catch {
      return;
    }
    if (!path.startsWith('/internal/') && !path.startsWith('/health/')) {
      this.seen.push({ method: request.method, path: request.url, headers: request.headers, body });
    }
    const answer = this.answers.get(path);
    if (answer) answer(response);
    else response.writeHead(200, { 'content-type': 'application/json', connection: 'keep-alive' }).end('{"ok":true}');
  }
}

export const answerJson =
  (body: unknown, status = 200) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
