import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import type { ToastMessage } from './toasts.js';

const SHOWN_MS = 6000;
const ICONS = {
  good: { Icon: CircleCheck, colour: 'text-good' },
  bad: { Icon: CircleAlert, colour: 'text-danger' },
  info: { Icon: Info, colour: 'text-muted' },
};

interface ToastStackProps {
  messages: readonly ToastMessage[];
  onClose: (id: number) => void;
}

export function ToastStack({ messages, onClose }: ToastStackProps) {
  return (
    <Toast.Provider duration={SHOWN_MS} swipeDirection="right">
      {messages.map(({ id, tone, text }) => {
        const { Icon, colour } = ICONS[tone];
        return (
          <Toast.Root
            key={id}
            type={tone === 'bad' ? 'foreground' : 'background'}
            onOpenChange={(open) => open || onClose(id)}
            className="flex items-start gap-3 rounded-2xl border border-line bg-surface p-4 text-sm shadow-card motion-safe:animate-[rise_160ms_ease-out]"
          >
            <Icon className={`mt-0.5 size-4 shrink-0 ${colour}`} aria-hidden="true" />
            <Toast.Description className="min-w-0 flex-1 break-words">{text}</Toast.Description>
            <Toast.Close
              aria-label="Close"
              className="-m-1 grid size-7 place-items-center rounded-full hover:bg-sunken"
            >
              <X className="size-4" aria-hidden="true" />
            </Toast.Close>
          </Toast.Root>
        );
      })}
      <Toast.Viewport className="fixed inset-x-4 bottom-4 z-50 ml-auto flex max-w-sm flex-col gap-2 outline-none" />
    </Toast.Provider>
  );
}
