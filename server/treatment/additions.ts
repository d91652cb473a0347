import { formatList } from "#contract/fields/formats.ts";
import type { Treatment } from "#contract/treatment.ts";
import type { UpsellRequestsByStatus } from "#server/care/public.ts";

/** Upsells the patient requested and no doctor has decided on, by order, as sentences. */
export function presentPendingUpsells(
  pendingUpsells: UpsellRequestsByStatus["waiting"],
  doctor: string,
): Treatment["additions"] {
  const orders = Map.groupBy(pendingUpsells, ({ orderId }) => orderId);
  return [...orders].map(([orderid, items]) => {
    const names = items.map(({ name }) => name);
    const what = formatList(names);
    return { orderid, names, text: `${doctor} is looking at ${what}. Your card is not charged before that.` };
  });
}
