import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../components/button.js';
import { TextLink } from '../../components/text-link.js';
import { acceptAll, declineAll, savePreferences } from '../../lib/consent.js';
import { focusIfLost } from '../../lib/keep-focus.js';
import { paths } from '../../lib/paths.js';

/**
 * The question about cookies. It stands at the end of the page and sticks to the window's lower edge, so that it covers
 * nothing that cannot be scrolled out from behind it. Yes and no weigh the same.
 */
export function ConsentBanner() {
  const titleId = useId();
  const [managing, setManaging] = useState(false);
  const banner = useRef<HTMLElement>(null);

  useEffect(() => {
    // Called back by a button that has nothing else to do; on a first visit nobody's place is taken.
    if (document.activeElement?.closest('[data-opens-consent]') != null) banner.current?.focus({ preventScroll: true });
    return () => focusIfLost(document.getElementById('content'));
  }, []);

  return (
    <section
      ref={banner}
      tabIndex={-1}
      aria-labelledby={titleId}
      data-consent
      className="sticky bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] shadow-card"
    >
      <div className="page flex flex-col gap-x-8 gap-y-3 py-4 lg:flex-row lg:items-center">
        <div className="min-w-0 flex-1 text-sm">
          <h2 id={titleId} className="text-base">
            Cookies
          </h2>
          <p className="mt-1 leading-snug text-muted">
            Essential cookies are always active. May we also count visits?{' '}
            <TextLink to={paths.cookiePolicy}>Cookie Policy</TextLink>
          </p>
        </div>
        {managing ? (
          <Preferences onCancel={() => setManaging(false)} />
        ) : (
          <div className="grid grid-cols-2 gap-2 sm:flex">
            <Button look="quiet" onClick={acceptAll}>
              Accept All
            </Button>
            <Button look="quiet" onClick={declineAll}>
              Decline
            </Button>
            <Button look="plain" className="col-span-2" onClick={() => setManaging(true)}>
              Manage Preferences
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

function Preferences({ onCancel }: { onCancel: () => void }) {
  const [details, setDetails] = useState({ analytics: false, marketing: false });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus({ preventScroll: true }), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    savePreferences(details);
  }

  const choice = (kind: keyof typeof details, label: string) => (
    <label className="flex min-h-8 items-center gap-2.5 text-sm font-medium">
      <input
        type="checkbox"
        checked={details[kind]}
        onChange={(event) => setDetails({ ...details, [kind]: event.target.checked })}
        className="size-5 accent-solid"
      />
      {label}
    </label>
  );

  return (
    <form ref={form} onSubmit={submit} className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <fieldset className="flex flex-wrap gap-x-6">
        <legend className="sr-only">What you allow</legend>
        {choice('analytics', 'Analytics')}
        {choice('marketing', 'Marketing')}
      </fieldset>
      <div className="flex gap-2">
        <Button type="submit" look="quiet">
          Save Preferences
        </Button>
        <Button look="plain" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
