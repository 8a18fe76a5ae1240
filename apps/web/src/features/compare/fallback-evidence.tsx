import { Link2 } from 'lucide-react';
import { Popover } from 'radix-ui';

const TITLE = 'This track was found under a different ID';

/** Says on what grounds two recordings with different codes count as the same. */
export function FallbackEvidence({ evidence }: { evidence: readonly string[] }) {
  return (
    <Popover.Root>
      <Popover.Trigger
        title={TITLE}
        aria-label={TITLE}
        className="grid size-8 place-items-center rounded-full bg-warn-soft text-warn hover:brightness-95"
      >
        <Link2 className="size-4" aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          sideOffset={6}
          collisionPadding={12}
          className="z-40 max-w-72 rounded-2xl border border-line bg-surface p-4 text-sm shadow-card"
        >
          <p className="font-semibold">{TITLE}</p>
          {evidence.length > 0 ? (
            <ul className="mt-2 list-disc space-y-1 pl-4 text-muted">
              {evidence.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          ) : (
            <p className="mt-2 text-muted">Its ISRC differs; please check the version.</p>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
