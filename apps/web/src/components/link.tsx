import { type LinkProps, useNavigation } from '../lib/navigation.js';

export function Link(props: LinkProps) {
  const { Link: Drawn } = useNavigation();
  return <Drawn {...props} />;
}

interface NavLinkProps extends LinkProps {
  activeClassName: string;
  idleClassName: string;
}

/** A link that knows when it leads to where we are. */
export function NavLink({ activeClassName, idleClassName, className = '', ...link }: NavLinkProps) {
  const { pathname } = useNavigation();
  const active = pathname === link.to;
  return (
    <Link
      {...link}
      aria-current={active ? 'page' : undefined}
      className={`${className} ${active ? activeClassName : idleClassName}`}
    />
  );
}
