import type { Order } from "#contract/entities.ts";
import type { Treatment } from "#contract/treatment.ts";

const second = 1000;

/** Decided within the hour, by the doctor or the patient's bank. */
const decidedSoonStatuses: readonly Order["status"][] = ["authorizing", "unknown", "authorized"];
/** The pharmacy and the carrier take days. */
const inTransitStatuses: readonly Order["status"][] = ["paid", "shipped"];

/** Milliseconds until the next poll while the live connection is off; false if no change is expected. */
export function orderPollInterval(order: Pick<Order, "status"> | undefined): number | false {
  if (order && decidedSoonStatuses.includes(order.status)) return 30 * second;
  return order && inTransitStatuses.includes(order.status) ? 60 * second : false;
}

/** Like `orderPollInterval`, for everything on the home screen. */
export function treatmentPollInterval(treatment: Pick<Treatment, "plan" | "orders"> | undefined): number | false {
  if (treatment?.plan.status === "in_review") return 30 * second;
  return orderPollInterval(treatment?.orders.find((order) => orderPollInterval(order) !== false));
}
