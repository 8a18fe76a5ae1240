import { X } from 'lucide-react';
import { type RefObject, useId } from 'react';
import { Button } from '../components/button.js';
import { NavLink } from '../components/link.js';
import { Logo } from '../components/logo.js';
import { useSession } from '../lib/session.js';
import { useNavigationItems } from './navigation-items.js';

interface MobileMenuProps {
  id: string;
  dialog: RefObject<HTMLDialogElement | null>;
}

/**
 * Slides in over the whole screen; choosing an item closes it. It is part of the page as it is written, and the browser
 * itself opens and closes it: a visitor whose script has not come yet gets there all the same.
 */
export function MobileMenu({ id, dialog }: MobileMenuProps) {
  const titleId = useId();
  const { token, signOut } = useSession();
  const items = useNavigationItems();
  const close = () => dialog.current?.close();

  return (
    <dialog
      ref={dialog}
      id={id}
      aria-labelledby={titleId}
      className="m-0 h-dvh max-h-none w-dvw max-w-none bg-paper text-ink motion-safe:animate-[slide-in_200ms_ease-out]"
    >
      <div className="page flex h-16 items-center justify-between">
        <h2 id={titleId} className="sr-only">
          Menu
        </h2>
        <Logo />
        <button
          type="button"
          aria-label="Close menu"
          command="close"
          commandfor={id}
          onClick={close}
          className="-mr-2 grid size-11 place-items-center rounded-full hover:bg-sunken"
        >
          <X className="size-6" aria-hidden="true" />
        </button>
      </div>
      <nav aria-label="Main" className="page flex flex-col gap-1 pt-6">
        {items.map(({ to, text }) => (
          <NavLink
            key={to}
            to={to}
            onClick={close}
            className="rounded-2xl px-4 py-4 text-2xl font-semibold tracking-tight"
            activeClassName="bg-sunken"
            idleClassName="text-muted hover:text-ink"
          >
            {text}
          </NavLink>
        ))}
        {token !== null && (
          <Button look="quiet" size="large" className="mt-6" onClick={() => (close(), signOut())}>
            Logout
          </Button>
        )}
      </nav>
    </dialog>
  );
}
