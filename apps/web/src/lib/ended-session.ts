type Listener = () => void;

const listeners = new Set<Listener>();
/** A call that went out before anything was drawn may be refused before anybody listens. */
let isUnheard = false;

/** The server no longer accepts the token we sent. */
export function reportEndedSession(): void {
  isUnheard = listeners.size === 0;
  listeners.forEach((listener) => listener());
}

/** Returns the undo. */
export function onEndedSession(listener: Listener): () => void {
  listeners.add(listener);
  if (isUnheard) listener();
  isUnheard = false;
  return () => listeners.delete(listener);
}
