import type { ReactNode } from 'react';

export function Card({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`rounded-3xl border border-line bg-surface p-6 shadow-card ${className}`}>{children}</div>;
}

/** The heading of a page, with what belongs beside it. */
export function PageHeader({ title, lead, children }: { title: string; lead?: string; children?: ReactNode }) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-4 pt-10 pb-8 sm:pt-14">
      <div className="max-w-2xl min-w-0">
        <h1 className="text-3xl break-words sm:text-4xl">{title}</h1>
        {lead !== undefined && <p className="mt-3 text-lg text-muted">{lead}</p>}
      </div>
      {children}
    </header>
  );
}
