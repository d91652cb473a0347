import type { PrescriptionOrder } from "#contract/treatment/prescription-orders.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { nextPrescriptionOrder } from "../billing/charges.ts";

/** Actions the pre-charge mail links to: `?do=skip`, `?do=pause`. */
export type LinkedAction = "skip" | "pause";

export function linkedActionIn(search: string): LinkedAction | null {
  const action = new URLSearchParams(search).get("do");
  return action === "skip" || action === "pause" ? action : null;
}

/** Whether the subscription can be skipped or paused at the moment. */
export const isActionPossible = (
  action: LinkedAction,
  { actions, prescriptionorders }: Pick<Subscription, "actions" | "prescriptionorders">,
): boolean =>
  action === "pause" ? actions.includes("pause") : canSkipNext(nextPrescriptionOrder({ prescriptionorders }));

const canSkipNext = (nextOrder: Pick<PrescriptionOrder, "actions"> | null): boolean =>
  nextOrder?.actions.includes("skip") ?? false;
