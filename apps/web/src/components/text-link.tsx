import { Link, type LinkProps } from 'react-router-dom';

/** A link inside a sentence. */
export function TextLink(props: LinkProps) {
  return <Link {...props} className="rounded font-semibold underline underline-offset-3 hover:no-underline" />;
}
