import type { Order } from "#contract/entities.ts";
import type { Treatment } from "#contract/treatment.ts";

const second = 1000;

/** Somebody decides within the hour: the doctor, or her bank. */
const decidedSoonStatuses: readonly Order["status"][] = ["authorizing", "unknown", "authorized"];
/** The pharmacy and the carrier take days. */
const inTransitStatuses: readonly Order["status"][] = ["paid", "shipped"];

/** Where the live connection is off: how long until the next look, in ms; false when nothing is expected. */
export function orderPollInterval(order: Pick<Order, "status"> | undefined): number | false {
  if (order && decidedSoonStatuses.includes(order.status)) return 30 * second;
  return order && inTransitStatuses.includes(order.status) ? 60 * second : false;
}

/** As `orderPollInterval`, for all that the home screen shows. */
export function treatmentPollInterval(treatment: Pick<Treatment, "plan" | "orders"> | undefined): number | false {
  if (treatment?.plan.status === "in_review") return 30 * second;
  return orderPollInterval(treatment?.orders.find((order) => orderPollInterval(order) !== false));
}
