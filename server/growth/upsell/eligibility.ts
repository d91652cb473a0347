import type { Content } from "#content/loader/load.ts";

export type UpsellItem = Content["upsells"][number];
export type UpsellPlacement = UpsellItem["places"][number];

/** What is looked at before something is offered to her. */
export interface EligibilityFacts {
  /** Her visit was stopped, or her answers would stop it now. */
  readonly stopped: boolean;
  /** A doctor approved her plan, and nothing she told since speaks against it. */
  readonly inCare: boolean;
  /** We ship to where she gets her medicine. */
  readonly served: boolean;
  /** Products she gets, chose, or that wait for her doctor. */
  readonly has: readonly string[];
  /** Products a doctor declined. */
  readonly declined: readonly string[];
  readonly fits: (productId: string, concurrent: readonly string[]) => boolean;
}

/** Why something is not offered to her: `has` it, her doctor `declined` it, it does not `fit`, and so on; null: it may be. */
export type Ineligibility = "stopped" | "state" | "not_in_care" | "has" | "declined" | "fit" | null;

/** Whether a product may be offered to her now, with her visit's order or outside of it, next to `others` she would take at the same time. */
export function upsellIneligibility(
  facts: EligibilityFacts,
  { productid, prescription }: { readonly productid: string; readonly prescription: boolean },
  where: "visit" | "outside",
  others: readonly string[] = [],
): Ineligibility {
  if (facts.stopped) return "stopped";
  if (!facts.served) return "state";
  // What a doctor has to approve is added to a visit, or to a plan that was approved.
  if (prescription && where === "outside" && !facts.inCare) return "not_in_care";
  if (facts.has.includes(productid)) return "has";
  if (facts.declined.includes(productid)) return "declined";
  const concurrent = [...new Set([...facts.has, ...others.filter((each) => each !== productid)])];
  return facts.fits(productid, concurrent) ? null : "fit";
}

/** What she is told where it is not offered: no clinical reason, but what to do. */
export const ineligibilityText: Readonly<Record<Exclude<Ineligibility, null>, string>> = {
  stopped: "We cannot offer this to you online. Please see a doctor in person.",
  state: "This is not available in your state yet.",
  not_in_care: "You can add this once your doctor has approved your plan.",
  has: "You get it already, or your doctor is looking at it.",
  declined: "Your doctor did not approve this one. Please ask your doctor in a message.",
  fit: "We cannot offer this to you online. Your doctor can tell you more in a message.",
};
