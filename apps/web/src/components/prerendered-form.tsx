import type { FormEventHandler, ReactNode } from 'react';
import { useHydrated } from '../lib/use-hydrated.js';
import { NoScriptNote } from './no-script-note.js';

interface PrerenderedFormProps {
  onSubmit: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
}

/** A form of a page that is written at build time: nobody can type into it before it is alive. */
export function PrerenderedForm({ onSubmit, children }: PrerenderedFormProps) {
  const hydrated = useHydrated();
  return (
    <form onSubmit={onSubmit} noValidate>
      <NoScriptNote />
      <fieldset disabled={!hydrated} className="space-y-5">
        {children}
      </fieldset>
    </form>
  );
}
