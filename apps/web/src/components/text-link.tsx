import type { LinkProps } from '../lib/navigation.js';
import { Link } from './link.js';

/** A link inside a sentence. */
export function TextLink(props: LinkProps) {
  return <Link {...props} className="rounded font-semibold underline underline-offset-3 hover:no-underline" />;
}
