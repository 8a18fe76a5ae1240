import { useState } from 'react';
import { Button } from '../components/button.js';
import { PageHeader } from '../components/card.js';
import { useTitle } from '../components/use-title.js';
import { PlanCards } from '../features/billing/plan-cards.js';
import type { PlanId } from '../features/billing/plans.js';
import { usePlanChoice } from '../features/billing/use-plan-choice.js';

export function PlansPage() {
  useTitle('Plans');
  const [selected, setSelected] = useState<PlanId | null>(null);
  const { busy, proceed } = usePlanChoice();

  return (
    <div className="page text-center">
      <div className="flex justify-center">
        <PageHeader title="Choose your plan" lead="Start free. Change or cancel any time." />
      </div>
      <PlanCards selected={selected} onChoose={setSelected} />
      <Button
        size="large"
        className="mt-8 min-w-48"
        busy={busy}
        disabled={selected === null}
        onClick={() => selected !== null && void proceed(selected)}
      >
        Continue
      </Button>
    </div>
  );
}
