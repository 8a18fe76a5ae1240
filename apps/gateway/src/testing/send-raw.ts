import { connect } from 'node:net';

/** Sends bytes as they are and answers all that comes back. */
export const sendRaw = (url: string, request: string): Promise<string> =>
  new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(request));
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.on('close', () => resolve(answer));
    socket.on('error', () => undefined);
  });
