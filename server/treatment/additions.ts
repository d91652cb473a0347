import { inList } from "#contract/formats.ts";
import type { Treatment } from "#contract/treatment.ts";
import type { Added } from "#server/care/public.ts";

/** What she added and nobody has decided on, order by order, in words. */
export function presentAdditions(waiting: Added["waiting"], doctor: string): Treatment["additions"] {
  const orders = Map.groupBy(waiting, ({ orderId }) => orderId);
  return [...orders].map(([orderid, items]) => {
    const names = items.map(({ name }) => name);
    const what = inList(names);
    return { orderid, names, text: `${doctor} is looking at ${what}. Your card is not charged before that.` };
  });
}
