type Listener = () => void;

const listeners = new Set<Listener>();

/** The server no longer accepts the token we sent. */
export const reportEndedSession = (): void => listeners.forEach((listener) => listener());

/** Returns the undo. */
export function onEndedSession(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
