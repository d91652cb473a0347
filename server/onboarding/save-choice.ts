import type { Choice } from "#contract/onboarding.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { choiceIssues } from "./choice-rules.ts";
import type { InProgress } from "./in-progress.ts";
import { offersFor } from "./offer.ts";
import type { Chosen, Visit } from "./visit.ts";
import { replaceChoices } from "./visit-queries.ts";

/** Keeps what she takes at step 3 (treatments) or 4 (add-ons), in place of what she took there before; absent leaves it as it is. */
export async function saveChoice(
  { content, db }: TxServices,
  { visit, at }: InProgress,
  step: 3 | 4,
  wanted: readonly Choice[] | undefined,
): Promise<Visit> {
  const beside = visit.choices.filter((each) => each.step !== step);
  const products = wanted ?? visit.choices.filter((each) => each.step === step);
  const fields = choiceIssues(content, at.known, { addon: step === 4, products, beside });
  const offers = offersFor(content, at.known, null);
  const mustChoose = step === 3 ? offers.products.length > 0 : beside.length === 0;
  if (fields.length === 0 && products.length === 0 && mustChoose)
    fields.push({ path: "products", message: "Please choose at least one product." });
  if (fields.length > 0)
    throw new Refusal("bad_request", { fields, ...(fields[0] ? { message: fields[0].message } : {}) });
  const chosen = products.map(({ productid, pricingid }): Chosen => ({
    productid,
    pricingid,
    step,
    priceCents: priceOf(content, pricingid),
  }));
  await replaceChoices(db, visit.record.patientId, step, chosen);
  return { ...visit, choices: [...beside, ...chosen].sort((a, b) => a.step - b.step) };
}

const priceOf = (content: TxServices["content"], pricingid: string): number =>
  content.catalogue.products.flatMap(({ pricings }) => pricings).find((pricing) => pricing.pricingid === pricingid)
    ?.pricecents ?? 0;
