import { Check } from 'lucide-react';
import { useId } from 'react';

const RADIUS = 42;
const LENGTH = 2 * Math.PI * RADIUS;

interface PercentRingProps {
  percent: number;
  /** Everything is in step: a tick stands for the number. */
  done?: boolean;
  className?: string;
}

/** How much of the source the target holds. */
export function PercentRing({ percent, done = false, className = 'size-28' }: PercentRingProps) {
  const id = useId();
  return (
    <div
      role="img"
      aria-label={`${percent}% matched`}
      className={`relative grid shrink-0 place-items-center ${className}`}
    >
      <svg viewBox="0 0 100 100" className="absolute inset-0 -rotate-90" aria-hidden="true">
        <linearGradient
          id={id}
          x1="0"
          x2="100"
          y1="0"
          y2="0"
          gradientUnits="userSpaceOnUse"
          gradientTransform="rotate(90 50 50)"
        >
          <stop stopColor="var(--accent-from)" />
          <stop offset="1" stopColor="var(--accent-to)" />
        </linearGradient>
        <circle cx="50" cy="50" r={RADIUS} fill="none" stroke="var(--sunken)" strokeWidth="9" />
        <circle
          cx="50"
          cy="50"
          r={RADIUS}
          fill="none"
          stroke={`url(#${id})`}
          strokeWidth="9"
          strokeLinecap="round"
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - percent / 100)}
          opacity={percent === 0 ? 0 : 1}
          className="transition-[stroke-dashoffset] duration-500"
        />
      </svg>
      {done ? (
        <Check className="size-9" strokeWidth={2.5} aria-hidden="true" />
      ) : (
        <span className="text-center leading-none" aria-hidden="true">
          <span className="block text-2xl font-bold tracking-tight tabular-nums">{percent}%</span>
          <span className="mt-1 block text-xs text-muted">matched</span>
        </span>
      )}
    </div>
  );
}
