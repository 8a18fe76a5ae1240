import { CircleAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';

/** The red box above a form. Nothing when there is nothing to say. */
export function ErrorBox({ message }: { message: string | null }) {
  if (message === null) return null;
  return (
    <p role="alert" className="flex gap-2.5 rounded-xl bg-danger-soft px-4 py-3 text-sm font-medium text-danger">
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span className="min-w-0 break-words">{message}</span>
    </p>
  );
}

interface NoticeProps {
  children: ReactNode;
  tone?: 'info' | 'warn' | 'good';
  /** Buttons or links beside the sentence. */
  actions?: ReactNode;
}

const TONES = { info: 'bg-sunken text-ink', warn: 'bg-warn-soft text-warn', good: 'bg-good-soft text-good' };

/** A sentence that explains something on the page. */
export function Notice({ children, tone = 'info', actions }: NoticeProps) {
  return (
    <div className={`flex flex-wrap items-center gap-x-4 gap-y-3 rounded-2xl px-4 py-3 text-sm ${TONES[tone]}`}>
      <div className="flex min-w-60 flex-1 gap-3 leading-relaxed">
        <Info className="mt-1 size-4 shrink-0" aria-hidden="true" />
        <div className="min-w-0 break-words">{children}</div>
      </div>
      {actions}
    </div>
  );
}
