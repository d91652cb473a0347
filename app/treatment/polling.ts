import type { Order } from "#contract/entities.ts";
import type { Treatment } from "#contract/treatment.ts";

const second = 1000;
const minute = 60 * second;

/** Somebody decides within the hour: the doctor, or her bank. */
const soon: readonly Order["status"][] = ["authorizing", "unknown", "authorized"];
/** The pharmacy and the carrier take days. */
const underWay: readonly Order["status"][] = ["paid", "shipped"];

/**
 * How long until the next look for news, in ms; false when nothing is expected. `unchanged` is how long (ms) the looks have
 * brought nothing new: the longer, the rarer.
 */
export function orderPace(order: Pick<Order, "status"> | undefined, unchanged: number): number | false {
  if (order && soon.includes(order.status)) return pace(4 * second, minute / 2, unchanged);
  if (order && underWay.includes(order.status)) return pace(10 * second, minute, unchanged);
  return false;
}

/** As `orderPace`, for all that the home screen shows. */
export function treatmentPace(
  treatment: Pick<Treatment, "plan" | "orders"> | undefined,
  unchanged: number,
): number | false {
  if (treatment?.plan.status === "in_review") return pace(4 * second, minute / 2, unchanged);
  const order = treatment?.orders.find(({ status }) => soon.includes(status) || underWay.includes(status));
  return orderPace(order, unchanged);
}

function pace(first: number, last: number, unchanged: number): number {
  if (unchanged < minute) return first;
  return unchanged < 5 * minute ? Math.min(first * 3, last) : last;
}
