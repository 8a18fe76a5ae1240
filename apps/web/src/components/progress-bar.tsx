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
        className="h-full origin-left rounded-full bg-linear-to-r from-[var(--accent-from)] to-[var(--accent-to)] transition-transform duration-300"
        style={{ transform: `scaleX(${percent / 100})` }}
      />
    </div>
  );
}
