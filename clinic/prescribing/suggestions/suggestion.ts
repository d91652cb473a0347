import * as z from "zod/mini";
import { formatDollars } from "#app/formats/money.ts";
import type { Tone } from "#app/ui/brand/tones.ts";
import { missingOverride } from "#clinic/care/missing-fields.ts";
import type { FieldNames } from "#clinic/work/act.ts";
import { draftText } from "#clinic/work/draft-text.ts";
import type { care } from "#contract/care/calls.ts";
import type { SuggestibleMedicine, SuggestionQuote } from "#contract/care/suggestions.ts";
import { priceEvery } from "#contract/fields/period.ts";
import type { Input } from "#contract/http/endpoint.ts";
import type { Suggestion } from "#contract/treatment/suggestions.ts";

/** A suggestion as somebody writes it. */
const SuggestionDraft = z.object({
  productid: z.string(),
  pricingid: z.string(),
  /** Its first day; empty: as it comes. */
  beginson: z._default(z.string(), ""),
  /** What the patient reads. */
  note: z.string(),
  directions: z.string(),
  /** Why it's suggested although a rule warns. */
  overridereason: z.string(),
});
export type SuggestionDraft = z.output<typeof SuggestionDraft>;

export const noSuggestion: SuggestionDraft = {
  ...{ productid: "", pricingid: "", beginson: "", note: "", directions: "", overridereason: "" },
};

/** As it is saved. */
export const suggestionDraft = draftText(SuggestionDraft, noSuggestion);

const nameOf = ({ name, strength }: Pick<SuggestibleMedicine, "name" | "strength">): string => `${name} ${strength}`;

/** What may be suggested, as it's chosen. */
export const medicineOptions = (medicines: readonly SuggestibleMedicine[]) =>
  medicines.flatMap((each) => (each.obstacle === null ? [{ value: each.productid, label: nameOf(each) }] : []));

/** What may not be, and why. */
export const excludedMedicines = (medicines: readonly SuggestibleMedicine[]) =>
  medicines.flatMap((each) =>
    each.obstacle === null ? [] : [{ id: each.productid, name: nameOf(each), why: each.obstacle }],
  );

/** The supplies of a medicine, as they're chosen. */
export const supplyOptions = (medicine: SuggestibleMedicine | undefined) =>
  (medicine?.pricings ?? []).map(({ pricingid, dayssupply, price }) => ({
    value: pricingid,
    label: `${dayssupply} days · ${formatDollars(price)}`,
  }));

/** What is missing before it can be sent, by field; the server has the last word. */
export function missingFromSuggestion(
  { productid, pricingid, note, overridereason }: SuggestionDraft,
  quote: Pick<SuggestionQuote, "warnings"> | undefined,
): Readonly<Record<string, string>> {
  return {
    ...(productid === "" && { productid: "Choose a medicine." }),
    ...(productid !== "" && pricingid === "" && { pricingid: "Choose a supply." }),
    ...(note.trim() === "" && { note: "Write why. The patient reads it." }),
    ...(quote && quote.warnings.length > 0 && missingOverride(overridereason)),
  };
}

type SuggestionBody = Input<typeof care.suggestMedicine>["body"];

/** What is sent. What is empty is left out: the server then takes the catalogue's. */
export function suggestionBody(
  draft: SuggestionDraft,
  warnings: SuggestionQuote["warnings"],
  revision: string,
): SuggestionBody {
  const [directions, reason] = [draft.directions.trim(), draft.overridereason.trim()];
  return {
    ...{ productid: draft.productid, pricingid: draft.pricingid, note: draft.note.trim(), revision },
    ...(draft.beginson !== "" && { beginson: draft.beginson }),
    ...(directions !== "" && { directions }),
    ...(warnings.length > 0 && {
      despitewarning: true,
      override: { rules: warnings.map(({ ruleid }) => ruleid), reason },
    }),
  };
}

/** What the patient would pay: “$79.00 every 30 days, with tax. 3 refills.” */
export const costText = (quote: Pick<SuggestionQuote, "price" | "dayssupply" | "refills">): string =>
  `${priceEvery(quote)}, with tax. ${quote.refills === 1 ? "1 refill" : `${quote.refills} refills`}.`;

/** What was done, in a sentence. */
export const suggestedText = ({ product }: Pick<Suggestion, "product">): string =>
  `Suggested: ${product.name} ${product.dosage}. It waits for the patient to agree. Before that, it’s neither prescribed nor charged.`;

export const suggestionStatus: Readonly<Record<Suggestion["status"], { readonly label: string; readonly tone: Tone }>> =
  {
    waiting: { label: "Waits for the patient", tone: "warning" },
    agreed: { label: "The patient agreed", tone: "success" },
    declined: { label: "The patient said no", tone: "danger" },
    withdrawn: { label: "Withdrawn", tone: "neutral" },
  };

/** Where the form says what the server says: what can't be suggested, at the choice. */
export const suggestionFields: FieldNames = {
  ofPath: (path) => ({ "override.reason": "overridereason" })[path] ?? path,
  ofCode: { wrong_state: "productid", not_available_in_state: "productid", override_required: "overridereason" },
};
