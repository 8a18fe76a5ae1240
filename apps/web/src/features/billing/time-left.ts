const MINUTE_MS = 60_000;

/** `5h 12m`, rounded up to the minute so that it never promises too early; null when nothing is left. */
export function timeLeft(leftMs: number): string | null {
  if (leftMs <= 0) return null;
  const minutes = Math.ceil(leftMs / MINUTE_MS);
  return `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}
