import { useEffect } from 'react';
import { PageHeader } from '../components/card.js';
import { useTitle } from '../components/use-title.js';
import { ExportPanel } from '../features/account/export-panel.js';
import { ProfilePanel } from '../features/account/profile-panel.js';
import { SecurityPanel } from '../features/account/security-panel.js';
import { BillingPanel } from '../features/billing/billing-panel.js';
import { FreePlanBanner } from '../features/billing/free-plan-banner.js';
import { useSession } from '../lib/session.js';

/** On the first screen the session has just asked. */
const PLAN_IS_FRESH_MS = 10_000;

export function AccountPage() {
  useTitle('Account');
  const { refreshStatus } = useSession();
  // Coming back from the payment provider, the plan may be another.
  useEffect(() => void refreshStatus(PLAN_IS_FRESH_MS), [refreshStatus]);

  return (
    <div className="page">
      <PageHeader title="Account" />
      <FreePlanBanner className="mb-6" />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="space-y-5">
          <ProfilePanel />
          <ExportPanel />
        </div>
        <div className="space-y-5">
          <BillingPanel />
          <SecurityPanel />
        </div>
      </div>
    </div>
  );
}
