import type { ComponentProps } from 'react';
import type { LinkProps } from '../lib/navigation.js';
import { Link } from './link.js';
import { Spinner } from './spinner.js';

type Look = 'solid' | 'quiet' | 'danger' | 'plain';
type Size = 'medium' | 'small' | 'large';

const LOOKS: Record<Look, string> = {
  solid: 'bg-solid text-on-solid hover:bg-solid-hover',
  quiet: 'border border-line bg-surface text-ink hover:bg-sunken',
  danger: 'border border-line bg-surface text-danger hover:bg-danger-soft',
  plain: 'text-ink hover:bg-sunken',
};
const SIZES: Record<Size, string> = {
  small: 'min-h-8 px-3 text-sm',
  medium: 'min-h-10 px-4 text-sm',
  large: 'min-h-12 px-6 text-base',
};

const classesOf = (look: Look, size: Size, more = '') =>
  `inline-flex items-center justify-center gap-2 rounded-full font-semibold whitespace-nowrap transition-colors select-none disabled:cursor-not-allowed disabled:opacity-55 ${LOOKS[look]} ${SIZES[size]} ${more}`;

interface Looks {
  look?: Look;
  size?: Size;
}

interface ButtonProps extends ComponentProps<'button'>, Looks {
  /** Shows a spinner and takes no clicks. */
  busy?: boolean;
}

export function Button({ look = 'solid', size = 'medium', busy = false, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={busy || rest.disabled}
      aria-busy={busy || undefined}
      className={classesOf(look, size, className)}
    >
      {busy && <Spinner className="size-4" />}
      {children}
    </button>
  );
}

/** A link that looks like a button, because it leads somewhere. */
export function ButtonLink({ look = 'solid', size = 'medium', className, ...rest }: LinkProps & Looks) {
  return <Link {...rest} className={classesOf(look, size, className)} />;
}

/** The same for another site, opened beside ours. */
export function OuterButtonLink({ look = 'solid', size = 'medium', className, ...rest }: ComponentProps<'a'> & Looks) {
  return <a {...rest} target="_blank" rel="noopener noreferrer" className={classesOf(look, size, className)} />;
}
