import type { PatientRecord } from "#contract/care/patients.ts";
import type { Order } from "#contract/orders/orders.ts";

/** The order the plan is about: the newest one with a requested product in it that is no upsell. */
export function orderToDecide({ orders = [], requested = [] }: PatientRecord): Order | null {
  const about = orders.filter(
    ({ upsell, detail }) =>
      upsell === undefined && detail.some((line) => requested.some(({ productid }) => productid === line.productid)),
  );
  return about.toSorted((a, b) => Date.parse(b.placedat) - Date.parse(a.placedat))[0] ?? null;
}

/** Since when the patient waits for a decision: the moment the visit was paid. Null: they don't. */
export const waitingSince = (record: PatientRecord): string | null =>
  record.planstatus === "in_review" ? (orderToDecide(record)?.placedat ?? null) : null;
