import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useMemo, useState } from 'react';

export interface ToastMessage {
  id: number;
  tone: 'good' | 'bad' | 'info';
  text: string;
}

export type Toasts = Record<ToastMessage['tone'], (text: string) => void>;

const ToastContext = createContext<Toasts | null>(null);

export function useToasts(): Toasts {
  const toasts = use(ToastContext);
  if (toasts === null) throw new Error('useToasts needs a ToastProvider above it');
  return toasts;
}

const ToastStack = lazy(() => import('./toast-stack.js').then((module) => ({ default: module.ToastStack })));

let lastId = 0;

export function ToastProvider({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<readonly ToastMessage[]>([]);
  const [used, setUsed] = useState(false);

  const show = useCallback(
    (tone: ToastMessage['tone']) => (text: string) => {
      setUsed(true);
      setMessages((shown) => [...shown, { id: (lastId += 1), tone, text }]);
    },
    [],
  );
  const remove = useCallback((id: number) => setMessages((shown) => shown.filter((message) => message.id !== id)), []);
  const toasts = useMemo<Toasts>(() => ({ good: show('good'), bad: show('bad'), info: show('info') }), [show]);

  return (
    <ToastContext value={toasts}>
      {children}
      {used && (
        <Suspense>
          <ToastStack messages={messages} onClose={remove} />
        </Suspense>
      )}
    </ToastContext>
  );
}
