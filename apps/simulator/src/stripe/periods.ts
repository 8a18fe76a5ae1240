/**
 * The end of the `count`-th month after `anchor` (seconds since 1970, UTC). A month without the anchor's day ends on its
 * last: 31 January, 28 February, 31 March. https://docs.stripe.com/billing/subscriptions/billing-cycle
 */
export function monthsAfter(anchor: number, count: number): number {
  const start = new Date(anchor * 1000);
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(start.getUTCMonth() + count);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return Math.floor(end.getTime() / 1000);
}

/** The first end of a month of the anchor's that lies after `time`. */
export function nextPeriodEnd(anchor: number, time: number): number {
  for (let count = 1; ; count += 1) {
    const end = monthsAfter(anchor, count);
    if (end > time) return end;
  }
}
