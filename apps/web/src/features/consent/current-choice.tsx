import { Button } from '../../components/button.js';
import { resetConsent, useConsent } from '../../lib/consent.js';

const CHOSEN = {
  accepted: 'You have accepted analytics and marketing.',
  declined: 'You have declined analytics and marketing.',
  none: 'You have not chosen yet: analytics and marketing are off.',
};

/** What is allowed at this moment, and the way to another choice. */
export function CurrentChoice() {
  const { summary, details } = useConsent();
  const allowed = Object.entries(details).flatMap(([kind, allows]) => (allows ? [kind] : []));
  const custom = allowed.length === 0 ? 'You allow essential cookies alone.' : `You allow ${allowed.join(' and ')}.`;
  return (
    <div className="max-w-2xl leading-relaxed text-muted">
      <p>Essential cookies are always active.</p>
      <p role="status" className="mt-3">
        {summary === 'custom' ? custom : CHOSEN[summary]}
      </p>
      {summary !== 'none' && (
        <Button look="quiet" className="mt-6" data-opens-consent onClick={resetConsent}>
          Choose again
        </Button>
      )}
    </div>
  );
}
