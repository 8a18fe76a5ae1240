export function Spinner({ className = 'size-5' }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" className={`animate-spin ${className}`} aria-hidden="true">
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity=".22" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}

/** Covers the whole screen while nothing else can be said yet. */
export function ScreenSpinner() {
  return (
    <div role="status" className="grid min-h-dvh place-items-center text-muted">
      <Spinner className="size-8" />
      <span className="sr-only">Loading...</span>
    </div>
  );
}
