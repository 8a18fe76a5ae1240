import { Check } from 'lucide-react';
import { Button } from '../../components/button.js';
import { formatPrice, type Plan, type PlanId, PLANS } from './plans.js';

interface PlanCardsProps {
  /** Without it the cards only inform. */
  onChoose?: (plan: PlanId) => void;
  selected?: PlanId | null;
}

export function PlanCards({ onChoose, selected = null }: PlanCardsProps) {
  return (
    <div className="mx-auto grid max-w-3xl gap-5 md:grid-cols-2">
      {PLANS.map((plan) => (
        <section
          key={plan.id}
          aria-label={plan.name}
          className={`flex flex-col rounded-3xl border-2 bg-surface p-7 text-left shadow-card ${plan.id === selected ? 'border-ink' : 'border-line'}`}
        >
          <h2 className="text-lg">{plan.name}</h2>
          <Price plan={plan} />
          <ul className="mt-6 flex-1 space-y-3">
            {plan.features.map((feature) => (
              <li key={feature} className="flex gap-3">
                <Check className="mt-1 size-4 shrink-0" aria-hidden="true" />
                {feature}
              </li>
            ))}
          </ul>
          {onChoose !== undefined && (
            <Button
              look={plan.id === selected ? 'solid' : 'quiet'}
              className="mt-8"
              aria-pressed={plan.id === selected}
              onClick={() => onChoose(plan.id)}
            >
              {plan.id === selected ? 'Selected' : 'Choose'}
              <span className="sr-only"> {plan.name}</span>
            </Button>
          )}
        </section>
      ))}
    </div>
  );
}

function Price({ plan }: { plan: Plan }) {
  return (
    <p className="mt-3 flex flex-wrap items-baseline gap-x-2">
      {plan.listPriceCents !== null && (
        <s className="text-xl text-muted">
          <span className="sr-only">Instead of </span>
          {formatPrice(plan.listPriceCents)}
        </s>
      )}
      <span className="text-4xl font-bold tracking-tight">{formatPrice(plan.priceCents)}</span>
      <span className="text-muted">per month</span>
    </p>
  );
}
