import { X } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../components/button.js';
import { NavLink } from '../components/link.js';
import { Logo } from '../components/logo.js';
import { Modal } from '../components/modal.js';
import { useSession } from '../lib/session.js';
import type { NavigationItem } from './navigation-items.js';

interface MobileMenuProps {
  items: NavigationItem[];
  onClose: () => void;
}

/** Slides in over the whole screen; choosing an item closes it. */
export function MobileMenu({ items, onClose }: MobileMenuProps) {
  const titleId = useId();
  const { token, signOut } = useSession();

  return (
    <Modal
      labelledBy={titleId}
      onClose={onClose}
      className="m-0 h-dvh max-h-none w-dvw max-w-none bg-paper text-ink motion-safe:animate-[slide-in_200ms_ease-out] md:hidden"
    >
      <div className="page flex h-16 items-center justify-between">
        <h2 id={titleId} className="sr-only">
          Menu
        </h2>
        <Logo />
        <button
          type="button"
          aria-label="Close menu"
          onClick={onClose}
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
            onClick={onClose}
            className="rounded-2xl px-4 py-4 text-2xl font-semibold tracking-tight"
            activeClassName="bg-sunken"
            idleClassName="text-muted hover:text-ink"
          >
            {text}
          </NavLink>
        ))}
        {token !== null && (
          <Button look="quiet" size="large" className="mt-6" onClick={() => (onClose(), signOut())}>
            Logout
          </Button>
        )}
      </nav>
    </Modal>
  );
}
