import type { ReactNode } from 'react';

/** A part that scrolls by itself, and that the keyboard reaches for it. */
export function ScrollArea({
  label,
  className = '',
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    // What scrolls has to take focus, or the arrow keys cannot scroll it.
    <div role="group" aria-label={label} tabIndex={0} className={`overflow-auto rounded-lg ${className}`}>
      {children}
    </div>
  );
}
