import type { Server } from 'node:http';

/** A household or a small office; above it one address would keep sockets from the others. */
export const CONNECTIONS_PER_ADDRESS = 512;

/** Closes connections of an address beyond `most` as they come. */
export function capConnections(server: Server, most: number): void {
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? 'unknown';
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
    if (count > most) socket.destroy();
  });
}
