import { type PatientRecord } from "#contract/care/patients.ts";
import type { Order } from "#contract/orders/orders.ts";
import { toCents } from "#contract/fields/fields.ts";
import { choiceOf, type Decision } from "./decision.ts";

/** The order the plan is about: the newest one with a requested product in it that is no upsell. */
export function orderToDecide({ orders = [], requested = [] }: PatientRecord): Order | null {
  const about = orders.filter(
    ({ upsell, detail }) =>
      upsell === undefined && detail.some((line) => requested.some(({ productid }) => productid === line.productid)),
  );
  return about.toSorted((a, b) => Date.parse(b.placedat) - Date.parse(a.placedat))[0] ?? null;
}

export interface Charge {
  /** Captured from the card now, cents. */
  readonly now: number;
  /** Held on the card or paid, and given back, cents. */
  readonly back: number;
  /** Something is charged on its own later. */
  readonly later: boolean;
}

/** What a decision costs the patient: what isn't in the first parcel isn't charged with it, and with an empty parcel nothing is. */
export function chargeOf(decision: Decision, order: Order): Charge {
  const lines = order.detail.filter(({ cancelled }) => !cancelled);
  const left = lines.filter(({ productid }) => choiceOf(decision, productid).kind !== "approve");
  const total = toCents(order.summary.totalamount) - toCents(order.refunded);
  const back =
    left.length === lines.length
      ? total
      : Math.min(
          total,
          left.reduce((sum, line) => sum + toCents(line.total), 0),
        );
  const later = left.some(({ productid }) => choiceOf(decision, productid).kind !== "leave_out");
  return { now: total - back, back, later };
}

/** Since when the patient waits for a decision: the moment the visit was paid. Null: they don't. */
export const waitingSince = (record: PatientRecord): string | null =>
  record.planstatus === "in_review" ? (orderToDecide(record)?.placedat ?? null) : null;
