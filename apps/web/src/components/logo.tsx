import { useId } from 'react';

/** Two songs crossing over: one fades as the other rises. */
function LogoMark({ className = 'size-8' }: { className?: string }) {
  const id = useId();
  return (
    <svg viewBox="0 0 32 32" fill="none" className={className} aria-hidden="true">
      <linearGradient id={id} x1="3" x2="29" y1="0" y2="0" gradientUnits="userSpaceOnUse">
        <stop stopColor="var(--accent-from)" />
        <stop offset="1" stopColor="var(--accent-to)" />
      </linearGradient>
      <path d="M5 9c9 0 13 14 22 14" stroke={`url(#${id})`} strokeWidth="4.5" strokeLinecap="round" opacity=".38" />
      <path d="M5 23c9 0 13-14 22-14" stroke={`url(#${id})`} strokeWidth="4.5" strokeLinecap="round" />
    </svg>
  );
}

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2">
      <LogoMark />
      <span className="text-xl font-bold tracking-tight">Segue</span>
    </span>
  );
}
