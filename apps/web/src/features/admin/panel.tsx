import { type ReactNode, useId } from 'react';
import { Button } from '../../components/button.js';
import { Card } from '../../components/card.js';
import { Notice } from '../../components/notice.js';
import { messageOf } from '../../lib/api.js';

interface PanelProps {
  title: string;
  children: ReactNode;
  /** A sentence below the title. */
  lead?: string;
  /** Beside the title. */
  actions?: ReactNode;
  className?: string;
}

/** One part of the dashboard. */
export function Panel({ title, lead, actions, children, className = '' }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`min-w-0 ${className}`}>
      <Card className="h-full">
        <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0">
            <h2 id={id} className="text-xl">
              {title}
            </h2>
            {lead !== undefined && <p className="mt-1 text-sm text-muted">{lead}</p>}
          </div>
          {actions}
        </div>
        {children}
      </Card>
    </section>
  );
}

/** What a panel says when it could not be loaded, with a way to try again. */
export function PanelFailure({ error, fallback, onRetry }: { error: unknown; fallback: string; onRetry: () => void }) {
  return (
    <Notice
      tone="warn"
      actions={
        <Button look="quiet" size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {messageOf(error, fallback)}
    </Notice>
  );
}

/** What a panel says when there is nothing to show. */
export function PanelEmpty({ children }: { children: ReactNode }) {
  return <p className="py-10 text-center text-sm text-muted">{children}</p>;
}

/** Keeps the place of a panel's content until it is there. */
export function PanelSkeleton({ className }: { className: string }) {
  return (
    <div role="status" className={`skeleton ${className}`}>
      <span className="sr-only">Loading...</span>
    </div>
  );
}
