import type { Order } from "#contract/entities.ts";
import type { Treatment } from "#contract/treatment.ts";

const second = 1000;

/** Somebody decides within the hour: the doctor, or her bank. */
const soon: readonly Order["status"][] = ["authorizing", "unknown", "authorized"];
/** The pharmacy and the carrier take days. */
const underWay: readonly Order["status"][] = ["paid", "shipped"];

/** Where the live connection is off: how long until the next look, in ms; false when nothing is expected. */
export function orderPace(order: Pick<Order, "status"> | undefined): number | false {
  if (order && soon.includes(order.status)) return 30 * second;
  return order && underWay.includes(order.status) ? 60 * second : false;
}

/** As `orderPace`, for all that the home screen shows. */
export function treatmentPace(treatment: Pick<Treatment, "plan" | "orders"> | undefined): number | false {
  if (treatment?.plan.status === "in_review") return 30 * second;
  return orderPace(treatment?.orders.find((order) => orderPace(order) !== false));
}
