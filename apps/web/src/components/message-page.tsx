import type { ReactNode } from 'react';

/** A page that says one thing and leads on. */
export function MessagePage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="page grid min-h-[60dvh] place-items-center py-16 text-center">
      <div className="max-w-md">
        <h1 className="text-3xl">{title}</h1>
        <p className="mt-3 text-muted">{text}</p>
        <div className="mt-8 flex justify-center">{children}</div>
      </div>
    </div>
  );
}
