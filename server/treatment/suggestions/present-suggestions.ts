import type { Content } from "#content/loader/load.ts";
import type { Doctor } from "#contract/doctors.ts";
import { toDollars } from "#contract/fields/numbers.ts";
import type { Suggestion } from "#contract/treatment/suggestions.ts";
import { totalQuote } from "#server/orders/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { sentence, toText, type Words } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { findPricedProduct, type PricedProduct } from "../changes/change-rules.ts";
import { planItem } from "../subscriptions/present-subscriptions.ts";
import { openSuggestionTexts, type SuggestionRow } from "./suggestion-queries.ts";
import { type AgreementFacts, agreementObstacle, isOpenToAgree, settledSuggestion } from "./suggestion-rules.ts";
import { suggestionTerms } from "./suggestion-start.ts";

/** What one box costs the patient today, in cents, with tax and shipping: what they agree to. A discount of theirs makes the first one cheaper. */
export const suggestedCents = (content: Content, { product, pricing }: PricedProduct, shipState: string): number =>
  totalQuote(content, [{ product, pricing, quantity: 1 }], [0], shipState).totalCents;

/** What the doctor reads from a patient who declines it. */
export const refusalOf = (content: Content, productId: string): string =>
  toText(content, sentence("treatment.suggestion_message", { medicine: planItem(content, productId, null).name }));

/** Suggestions as the patient and the practice see them. */
export function presentSuggestions(
  services: Pick<Services, "content" | "secrets" | "clock">,
  { shipState, taken }: { readonly shipState: string; readonly taken: readonly string[] },
  rows: readonly SuggestionRow[],
  doctors: ReadonlyMap<string, Doctor>,
  {
    objections,
    ...facts
  }: Pick<AgreementFacts, "isStopped" | "isPlanApproved" | "isPastDue"> & {
    /** What else speaks against them now, by the suggestion. */
    readonly objections: ReadonlyMap<string, Words>;
  },
): Suggestion[] {
  return rows.map((row) =>
    presentSuggestion(services, row, shipState, doctors.get(row.doctor_id) ?? null, {
      ...facts,
      isTaken: taken.includes(row.product_id),
      objection: objections.get(row.id) ?? null,
    }),
  );
}

function presentSuggestion(
  { content, secrets, clock }: Pick<Services, "content" | "secrets" | "clock">,
  row: SuggestionRow,
  shipState: string,
  doctor: Doctor | null,
  { objection, ...facts }: Omit<AgreementFacts, "isOffered"> & { readonly objection: Words | null },
): Suggestion {
  const { directions, note } = openSuggestionTexts(secrets, row);
  const priced = findPricedProduct(content, row.product_id, row.pricing_id);
  const { productid, name, dosage, image } = planItem(content, row.product_id, null);
  const obstacle =
    row.status === "waiting" || isOpenToAgree(row, clock.now())
      ? (agreementObstacle({ ...facts, isOffered: priced !== undefined }) ?? objection)
      : settledSuggestion[row.status];
  return {
    id: row.id,
    status: row.status,
    title: toText(
      content,
      sentence("treatment.suggestion_title", {
        doctor: doctor?.name ?? content.nextsteps.unknown.doctor,
        medicine: name,
      }),
    ),
    product: {
      ...{ productid, name, dosage, image },
      price: toDollars(priced ? suggestedCents(content, priced, shipState) : 0),
      dayssupply: priced?.pricing.dayssupply ?? 0,
      directions: directions ?? priced?.product.howtouse ?? "",
      notices: [...(priced?.product.notices ?? [])],
    },
    beginson: row.begins_on,
    terms: toText(content, suggestionTerms(row, clinicToday({ content, clock }))),
    obstacle: obstacle && toText(content, obstacle),
    ...{ doctor, note },
    refusal: refusalOf(content, row.product_id),
    at: row.created_at.toISOString(),
  };
}
