import { useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths.js';
import { useSession } from '../../lib/session.js';
import type { PlanId } from './plans.js';
import { useBillingDoors } from './use-billing-doors.js';

/** What Continue does with the chosen plan. */
export function usePlanChoice() {
  const { user, token, subscriptionStatus } = useSession();
  const navigate = useNavigate();
  const { busy, goPremium, manageBilling } = useBillingDoors();
  const active = subscriptionStatus === 'active';

  async function proceed(plan: PlanId) {
    if (user === null) return navigate(paths.register);
    if (token === null) return navigate(paths.login);
    if (plan === 'premium') return active ? navigate(paths.dashboard) : goPremium();
    return active ? manageBilling() : navigate(paths.dashboard);
  }
  return { busy, proceed };
}
