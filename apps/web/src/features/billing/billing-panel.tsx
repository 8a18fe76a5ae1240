import { Button } from '../../components/button.js';
import { Card } from '../../components/card.js';
import { useSession } from '../../lib/session.js';
import { formatDate } from '../../lib/text.js';
import { useBillingDoors } from './use-billing-doors.js';

const PLAN_NAMES: Record<string, string> = { active: 'Premium', canceled: 'Canceled' };
const COLOURS: Record<string, string> = { active: 'text-good', canceled: 'text-danger' };

export function BillingPanel() {
  const { subscriptionStatus, cancelAtPeriodEnd, nextBillingDate } = useSession();
  const { busy, goPremium, manageBilling } = useBillingDoors();
  const status = subscriptionStatus ?? 'unknown';

  return (
    <Card>
      <h2 className="text-xl">Billing</h2>
      <dl className="mt-5 space-y-4">
        <Line label="Your Plan">{PLAN_NAMES[status] ?? 'Free'}</Line>
        <Line label="Subscription status">
          <span className={`font-semibold ${COLOURS[status] ?? 'text-ink'}`}>{status}</span>
        </Line>
        {nextBillingDate !== null && (
          <Line label={cancelAtPeriodEnd ? 'Subscription canceled and running until period end' : 'Next billing date'}>
            {formatDate(nextBillingDate)}
          </Line>
        )}
      </dl>
      <div className="mt-6">
        {status === 'active' ? (
          <Button look="quiet" busy={busy} onClick={() => void manageBilling()}>
            Manage Billing
          </Button>
        ) : (
          <Button busy={busy} onClick={() => void goPremium()}>
            {busy ? 'Redirecting...' : 'Go Premium'}
          </Button>
        )}
      </div>
    </Card>
  );
}

function Line({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}
