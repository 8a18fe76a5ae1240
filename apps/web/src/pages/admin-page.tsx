import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { Button } from '../components/button.js';
import { PageHeader } from '../components/card.js';
import { useTitle } from '../components/use-title.js';
import { ADMIN_KEY } from '../features/admin/api.js';
import { LogPanels } from '../features/admin/log-panels.js';
import { PlatformsPanel } from '../features/admin/platforms-panel.js';
import { ServerStatistics } from '../features/admin/server-statistics.js';
import { ServicesPanel } from '../features/admin/services-panel.js';
import { SummaryCards } from '../features/admin/summary-cards.js';
import { UserManagement } from '../features/admin/user-management.js';
import { Visitors } from '../features/admin/visitors.js';

export function AdminPage() {
  useTitle('Admin Dashboard');
  return (
    <div className="page pb-20">
      <PageHeader title="Admin Dashboard">
        <RefreshButton />
      </PageHeader>
      <div className="space-y-5">
        <SummaryCards />
        <div className="grid gap-5 lg:grid-cols-2">
          <ServerStatistics />
          <PlatformsPanel />
        </div>
        <ServicesPanel />
        <Visitors />
        <UserManagement />
        <LogPanels />
      </div>
    </div>
  );
}

/** Asks for everything again, also for what does not refresh by itself. */
function RefreshButton() {
  const client = useQueryClient();
  const busy = useIsFetching({ queryKey: ADMIN_KEY, type: 'active' }) > 0;
  return (
    <Button look="quiet" onClick={() => void client.invalidateQueries({ queryKey: ADMIN_KEY })}>
      <RotateCw className={`size-4 ${busy ? 'animate-spin' : ''}`} aria-hidden="true" />
      Refresh
    </Button>
  );
}
