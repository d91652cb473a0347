import type { PrescriptionOrder, Subscription } from "#contract/entities.ts";
import { comingSupply } from "./charges.ts";

/** What the mail before a charge has links to: `?do=skip`, `?do=pause`. */
export type AskedByLink = "skip" | "pause";

export function askedByLink(search: string): AskedByLink | null {
  const wanted = new URLSearchParams(search).get("do");
  return wanted === "skip" || wanted === "pause" ? wanted : null;
}

/** Whether a subscription can be skipped or paused now. */
export const isPossible = (
  wanted: AskedByLink,
  { actions, prescriptionorders }: Pick<Subscription, "actions" | "prescriptionorders">,
): boolean => (wanted === "pause" ? actions.includes("pause") : canSkip(comingSupply({ prescriptionorders })));

const canSkip = (coming: Pick<PrescriptionOrder, "actions"> | null): boolean =>
  coming?.actions.includes("skip") ?? false;
