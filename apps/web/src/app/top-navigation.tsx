import { Menu } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../components/button.js';
import { Link, NavLink } from '../components/link.js';
import { Logo } from '../components/logo.js';
import { paths } from '../lib/paths.js';
import { useSession } from '../lib/session.js';
import { MobileMenu } from './mobile-menu.js';
import { useNavigationItems } from './navigation-items.js';

const MENU_ID = 'menu';

export function TopNavigation() {
  const menu = useRef<HTMLDialogElement>(null);
  const { token, signOut } = useSession();
  const items = useNavigationItems();

  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper">
      <div className="page flex h-16 items-center justify-between gap-4">
        <Link to={paths.home} aria-label="Segue, home" className="rounded-lg">
          <Logo />
        </Link>
        <nav aria-label="Main" className="hidden items-center gap-1 md:flex">
          {items.map(({ to, text }) => (
            <NavLink
              key={to}
              to={to}
              className="rounded-full px-4 py-2 text-sm font-medium transition-colors"
              activeClassName="bg-sunken text-ink"
              idleClassName="text-muted hover:text-ink"
            >
              {text}
            </NavLink>
          ))}
          {token !== null && (
            <Button look="quiet" className="ml-2" onClick={signOut}>
              Logout
            </Button>
          )}
        </nav>
        <button
          type="button"
          aria-label="Open menu"
          aria-haspopup="dialog"
          command="show-modal"
          commandfor={MENU_ID}
          // For browsers that do not know commands yet; the others find it open then and leave it.
          onClick={() => menu.current?.open === false && menu.current.showModal()}
          className="-mr-2 grid size-11 place-items-center rounded-full hover:bg-sunken md:hidden"
        >
          <Menu className="size-6" aria-hidden="true" />
        </button>
      </div>
      <MobileMenu id={MENU_ID} dialog={menu} />
    </header>
  );
}
