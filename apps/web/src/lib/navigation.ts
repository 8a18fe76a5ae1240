import { type ComponentProps, type ComponentType, createContext, createElement, use } from 'react';

export interface LinkProps extends ComponentProps<'a'> {
  to: string;
  /** Passed along to the next screen. */
  state?: unknown;
}

/** How one gets from page to page. */
export interface Navigation {
  Link: ComponentType<LinkProps>;
  go: (to: string) => void;
  pathname: string;
}

/** What is passed along gets lost on the way: the next page asks for it. */
export const PlainLink = ({ to, ...anchor }: LinkProps) =>
  createElement('a', { ...anchor, state: undefined, href: to });

/**
 * Unless the app's router stands in for it, the browser itself: links load the next page. The landing page lives on
 * that, so that a first visit does not have to fetch a router.
 */
export const NavigationContext = createContext<Navigation>({
  Link: PlainLink,
  go: (to) => window.location.assign(to),
  get pathname() {
    return window.location.pathname;
  },
});

export const useNavigation = (): Navigation => use(NavigationContext);
