import type { ProductChoice } from "#contract/onboarding.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { choiceIssues } from "./choice-rules.ts";
import type { VisitInProgress } from "../visit/in-progress.ts";
import { rankTreatmentOptions } from "./treatment-options.ts";
import type { VisitChoice, Visit } from "../visit/visit.ts";
import { replaceChoices } from "../visit/visit-queries.ts";

/** Keeps what she takes at step 3 (treatments) or 4 (add-ons), in place of what she took there before; absent leaves it as it is. */
export async function saveChoice(
  { content, db }: TxServices,
  { visit, at: assessment }: VisitInProgress,
  step: 3 | 4,
  requested: readonly ProductChoice[] | undefined,
): Promise<Visit> {
  const concurrent = visit.choices.filter((each) => each.step !== step);
  const products = requested ?? visit.choices.filter((each) => each.step === step);
  const fields = choiceIssues(content, assessment.known, { addon: step === 4, products, beside: concurrent });
  const options = rankTreatmentOptions(content, assessment.known, null);
  const mustChoose = step === 3 ? options.products.length > 0 : concurrent.length === 0;
  if (fields.length === 0 && products.length === 0 && mustChoose)
    fields.push({ path: "products", message: "Please choose at least one product." });
  if (fields.length > 0)
    throw new Refusal("bad_request", { fields, ...(fields[0] ? { message: fields[0].message } : {}) });
  const chosen = products.map(({ productid, pricingid }): VisitChoice => ({
    productid,
    pricingid,
    step,
    priceCents: priceOf(content, pricingid),
  }));
  await replaceChoices(db, visit.record.patientId, step, chosen);
  return { ...visit, choices: [...concurrent, ...chosen].sort((a, b) => a.step - b.step) };
}

const priceOf = (content: TxServices["content"], pricingid: string): number =>
  content.catalogue.products.flatMap(({ pricings }) => pricings).find((pricing) => pricing.pricingid === pricingid)
    ?.pricecents ?? 0;
