import { type ReactNode, useEffect, useRef } from 'react';

interface ModalProps {
  labelledBy: string;
  className: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * The browser's own modal dialog: it keeps the focus inside, gives it back afterwards, closes on Escape and makes the
 * page behind it inert, all without the style tags a content security policy would refuse.
 */
export function Modal({ labelledBy, className, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    const opener = document.activeElement;
    element.showModal();
    // The browser would start at whatever comes first, which may be a text that only scrolls.
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
    return () => {
      element.close();
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={labelledBy}
      onCancel={(event) => (event.preventDefault(), onClose())}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className={className}
    >
      {children}
    </dialog>
  );
}

/** Centred, dimmed backdrop, as wide as a small card. */
export const CENTRED_MODAL =
  'm-auto w-[90%] max-w-sm rounded-3xl border border-line bg-surface p-0 text-ink shadow-card motion-safe:animate-[rise_160ms_ease-out]';
