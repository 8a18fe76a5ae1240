import { type ReactNode, useRef } from 'react';
import { Cover } from '../../components/cover.js';
import { ButtonLink } from '../../components/button.js';
import { useVisible } from '../../lib/use-visible.js';

interface PlaylistCardProps {
  name: string;
  imageUrl: string | null;
  owner: string | null;
  /** Drawn anew when the card comes near the window. */
  count: (near: boolean) => ReactNode;
  /** Why it cannot be opened or changed, in a sentence. */
  restriction: string | null;
  /** Null when it cannot be opened at all. */
  to: string | null;
  /** Among the first on the screen. */
  first?: boolean;
  /** Passed along with the link, so that the next screen need not ask again. */
  state?: unknown;
}

export function PlaylistCard({ name, imageUrl, owner, count, restriction, to, first, state }: PlaylistCardProps) {
  const card = useRef<HTMLLIElement>(null);
  const near = useVisible(card);
  return (
    <li ref={card} className="flex min-w-0 flex-col rounded-3xl border border-line bg-surface p-3 shadow-card">
      {first || near ? (
        <Cover url={imageUrl} size={280} first={first} className="h-auto w-full rounded-2xl" />
      ) : (
        // Browsers fetch what is thousands of px away, and it would keep the line from what is looked at.
        <div className="aspect-square w-full rounded-2xl bg-sunken" />
      )}
      <div className="flex flex-1 flex-col px-1.5 pt-3 pb-1">
        <h2 className="line-clamp-2 text-base leading-snug break-words">{name}</h2>
        <p className="mt-1 text-sm text-muted">{count(near)}</p>
        {owner !== null && owner !== '' && <p className="truncate text-sm text-muted">{owner}</p>}
        {restriction !== null && <p className="mt-2 text-sm leading-snug text-muted">{restriction}</p>}
        {to !== null && (
          <div className="mt-auto pt-3">
            <ButtonLink look="quiet" size="small" to={to} state={state} className="w-full">
              View<span className="sr-only"> {name}</span>
            </ButtonLink>
          </div>
        )}
      </div>
    </li>
  );
}

/** As large as a card, so that nothing jumps. */
export function PlaylistCardSkeleton() {
  return (
    <li aria-hidden="true" className="rounded-3xl border border-line bg-surface p-3">
      <div className="skeleton aspect-square w-full rounded-2xl" />
      <div className="space-y-2.5 px-1.5 pt-4 pb-2">
        <div className="skeleton h-4 w-3/4" />
        <div className="skeleton h-3.5 w-1/2" />
        <div className="skeleton mt-4 h-8 w-full rounded-full" />
      </div>
    </li>
  );
}
