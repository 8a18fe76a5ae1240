import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useMemo, useState } from 'react';
import { html, type SafeHtml } from '../lib/text.js';

export type DialogKind = 'success' | 'error' | 'info' | 'question';

export interface DialogRequest {
  id: number;
  kind: DialogKind;
  title: string;
  /** HTML; cleaned again before it is drawn. */
  body: string;
  /** The word on the button that agrees: 'Yes' for questions and 'OK' else, unless said. */
  confirm: string;
  /** Dialogs that lead somewhere offer it beside OK. */
  link: { text: string; to: string } | null;
  /** There is no way back from Yes, so that Cancel is what the keyboard meets first. */
  final: boolean;
  settle: (answer: boolean) => void;
}

interface DialogOptions {
  title?: string;
  confirm?: string;
  link?: { text: string; to: string };
  final?: boolean;
}

type Show = (message: string | SafeHtml, options?: DialogOptions) => Promise<boolean>;
/** Question resolves true on Yes, false on Cancel; the others when they are closed. */
export type Dialogs = Record<DialogKind, Show>;

const TITLES: Record<DialogKind, string> = { success: 'Success', error: 'Error', info: 'Info', question: '?' };

const DialogContext = createContext<Dialogs | null>(null);

export function useDialogs(): Dialogs {
  const dialogs = use(DialogContext);
  if (dialogs === null) throw new Error('useDialogs needs a DialogProvider above it');
  return dialogs;
}

// With the sanitiser, and therefore only when the first dialog opens.
const DialogWindow = lazy(() => import('./dialog-window.js').then((module) => ({ default: module.DialogWindow })));

let lastId = 0;

/** One dialog at a time; further ones wait their turn. */
export function DialogProvider({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<readonly DialogRequest[]>([]);

  const show = useCallback(
    (kind: DialogKind): Show =>
      (message, options = {}) =>
        new Promise((resolve) => {
          const request: DialogRequest = {
            id: (lastId += 1),
            kind,
            title: options.title ?? TITLES[kind],
            // Plain text is escaped here; HTML comes only from the `html` template, which escapes what is put in.
            body: (typeof message === 'string' ? html`<p>${message}</p>` : message).markup,
            confirm: options.confirm ?? (kind === 'question' ? 'Yes' : 'OK'),
            link: options.link ?? null,
            final: options.final ?? false,
            settle: (answer) => {
              setQueue((waiting) => waiting.filter((other) => other.id !== request.id));
              resolve(answer);
            },
          };
          setQueue((waiting) => [...waiting, request]);
        }),
    [],
  );

  const dialogs = useMemo<Dialogs>(
    () => ({ success: show('success'), error: show('error'), info: show('info'), question: show('question') }),
    [show],
  );
  const current = queue[0];

  return (
    <DialogContext value={dialogs}>
      {children}
      {current !== undefined && (
        <Suspense>
          <DialogWindow key={current.id} request={current} />
        </Suspense>
      )}
    </DialogContext>
  );
}
