/** The label is also what a screen reader hears. */
export function ProgressBar({ percent, label }: { percent: number; label: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-2.5 overflow-hidden rounded-full bg-sunken"
    >
      <div
        className="h-full bg-linear-to-r from-[var(--accent-from)] to-[var(--accent-to)] transition-[clip-path] duration-300"
        style={{ clipPath: `inset(0 ${100 - percent}% 0 0 round 999px)` }}
      />
    </div>
  );
}
