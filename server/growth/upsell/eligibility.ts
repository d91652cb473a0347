import type { Content } from "#content/loader/load.ts";
import { type Sentence, sentence } from "#server/platform/sentences.ts";

export type UpsellItem = Content["upsells"][number];
export type UpsellPlacement = UpsellItem["places"][number];

/** The facts that decide what may be offered to a patient. */
export interface EligibilityFacts {
  /** The visit was stopped, or the patient's current answers would stop it. */
  readonly stopped: boolean;
  /** A doctor approved the plan, and nothing is on hold since. */
  readonly inCare: boolean;
  /** We ship to the patient's state. */
  readonly served: boolean;
  /** Products the patient gets, chose, or has waiting for the doctor. */
  readonly currentProductIds: readonly string[];
  /** Products a doctor declined. */
  readonly declined: readonly string[];
  readonly allows: (productId: string, concurrent: readonly string[]) => boolean;
}

/** Why a product may not be offered: the patient `has` it, a doctor `declined` it, it does not `fit` the answers, and so on; null: it may be. */
export type Ineligibility = "stopped" | "state" | "not_in_care" | "has" | "declined" | "fit" | null;

/** Whether a product may be offered, with the visit's order or outside of it, next to `others` the patient would take at the same time. */
export function upsellIneligibility(
  facts: EligibilityFacts,
  { productid, prescription }: { readonly productid: string; readonly prescription: boolean },
  where: "visit" | "outside",
  others: readonly string[] = [],
): Ineligibility {
  if (facts.stopped) return "stopped";
  if (!facts.served) return "state";
  // A prescription product needs a visit or an approved plan to be added to.
  if (prescription && where === "outside" && !facts.inCare) return "not_in_care";
  if (facts.currentProductIds.includes(productid)) return "has";
  if (facts.declined.includes(productid)) return "declined";
  const concurrent = [...new Set([...facts.currentProductIds, ...others.filter((each) => each !== productid)])];
  return facts.allows(productid, concurrent) ? null : "fit";
}

/** What the patient reads where a product is not offered: no clinical reason, but what to do. */
export const ineligibilitySentences: Readonly<Record<Exclude<Ineligibility, null>, Sentence>> = {
  stopped: sentence("growth.upsell_stopped"),
  state: sentence("growth.upsell_state"),
  not_in_care: sentence("growth.upsell_not_in_care"),
  has: sentence("growth.upsell_has"),
  declined: sentence("growth.upsell_declined"),
  fit: sentence("growth.upsell_not_fit"),
};
