import { toCents } from "#contract/fields/numbers.ts";
import type { OrderErrorCode } from "#contract/http/errors.ts";
import { detectEmergency, reportEmergency } from "#server/emergency/public.ts";
import { postMessage } from "#server/messages/public.ts";
import { fillScreeningOf } from "#server/onboarding/public.ts";
import {
  cartTermsVersion,
  chargeIfPending,
  orderOutcome,
  type PlacedOrder,
  placeOrder,
} from "#server/orders/public.ts";
import { suggestionPurpose } from "#server/payment/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { type Database, inTransaction } from "#server/platform/database/open.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { type Sentence, sentence, toText } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import {
  linkSuggestionToOrder,
  openOrderOf,
  refusalOf,
  settledSuggestion,
  suggestionAgreed,
  settleSuggestion,
  isOpenToAgree,
  reopenSuggestion,
  suggestedProducts,
  suggestionById,
  type SuggestionRow,
} from "#server/treatment/public.ts";
import { lockUpsellRequest } from "#server/upsell-requests/public.ts";
import { finishSuggestion } from "./finish-suggestion.ts";
import { newObjection } from "./new-objection.ts";

interface Answer {
  readonly patientId: string;
  readonly suggestionId: string;
  /** They know that they declined it before. */
  readonly afterAll?: boolean | undefined;
}

/** A suggestion made to this patient; any other id is `not_found`. */
async function suggestionFor(db: Database, { patientId, suggestionId }: Answer): Promise<SuggestionRow> {
  const found = await suggestionById(db, suggestionId);
  if (found?.patient_id !== patientId) throw new Refusal("not_found");
  return found;
}

/**
 * The patient agrees to a suggested medicine at the price they were shown, in dollars: it is ordered with the card on file, and prescribed once the bank has
 * authorized that. Returns a sentence. However often and at once they press, there is one order of it; while the bank confirms one, pressing again continues
 * it. Refuses with the codes of an order, `wrong_state` with a sentence for what speaks against it now. Call it outside a transaction.
 */
export async function agreeToSuggestion(
  services: Services & Refuses<OrderErrorCode>,
  answer: Answer & { readonly price: number; readonly key: string },
): Promise<string> {
  const found = await suggestionFor(services.db, answer);
  const open = await openOrderOf(services.db, found);
  if (open === null && found.status !== "waiting" && !(answer.afterAll && isOpenToAgree(found, services.clock.now())))
    throw services.refuse("wrong_state", { message: settledSuggestion[found.status] });
  const placed =
    open === null
      ? await placeSuggested(services, found, answer)
      : await orderOutcome(services, open, await chargeIfPending(services, open));
  await finishSuggestion(services, placed.id);
  return toText(services.content, await agreedSentence(services, answer, placed.id));
}

const placeSuggested = (
  services: Services & Refuses<OrderErrorCode>,
  { id, patient_id: patientId, product_id: productid, pricing_id: pricingid }: SuggestionRow,
  { price, key, ...answer }: Answer & { readonly price: number; readonly key: string },
): Promise<PlacedOrder> =>
  placeOrder(services, {
    patientId,
    kind: "upsell",
    lines: [{ productid, pricingid, quantity: 1 }],
    couponCode: null,
    shippingId: null,
    expectedTotalCents: toCents(price),
    idempotencyKey: key,
    chargeFor: () => [suggestionPurpose(id)],
    // It is captured once it is prescribed, in the transaction after the authorization.
    capture: "manual",
    termsVersion: cartTermsVersion(services.content),
    screening: (db, of) => fillScreeningOf({ ...services, db }, of),
    beforeInsert: (db) => requireAgreeable({ ...services, db }, answer),
    afterInsert: (db, orderId) => linkSuggestionToOrder(db, id, orderId),
  });

/** Asked under the lock of the patient's orders: another press, a doctor or an answer may have come between. */
async function requireAgreeable(services: TxServices & Refuses<"wrong_state">, answer: Answer): Promise<void> {
  const suggestion = await suggestionFor(services.db, answer);
  const { status, product_id: productId, id } = suggestion;
  if (status !== "waiting") {
    // The doctor may have suggested it once more, which waits for an answer of its own.
    const isAgain = (await suggestedProducts(services.db, answer.patientId)).includes(productId);
    if (isAgain || !answer.afterAll || !isOpenToAgree(suggestion, services.clock.now()))
      throw services.refuse("wrong_state", { message: settledSuggestion[status] });
  }
  if ((await openOrderOf(services.db, suggestion)) !== null)
    throw services.refuse("wrong_state", { message: sentence("treatment.suggestion_confirming") });
  const message = await newObjection(services, suggestion);
  if (message !== null) throw services.refuse("wrong_state", { message });
  // They declined it and agree after all: it waits again, for the bank.
  await reopenSuggestion(services.db, id);
}

/** What comes next, after the order was authorized. */
const agreedSentence = (
  services: Services & Refuses<"wrong_state">,
  answer: Answer,
  orderId: string,
): Promise<Sentence> =>
  inTransaction(services, async (tx) => {
    const [suggestion, request] = [await suggestionFor(tx.db, answer), await lockUpsellRequest(tx.db, orderId)];
    if (suggestion.status === "withdrawn")
      throw services.refuse("wrong_state", { message: settledSuggestion.withdrawn });
    return request?.status === "approved"
      ? suggestionAgreed(suggestion, clinicToday(tx))
      : sentence("treatment.suggestion_agreed_asks");
  });

/**
 * The patient declines: nothing changes, and the doctor gets a message, with the patient's own words where there are any. Returns a sentence; a repeat
 * changes nothing. Refuses `wrong_state` for what they agreed to or the doctor took back, `payment_pending` while the bank confirms their agreement.
 */
export const declineSuggestion = (
  services: Services & Refuses<"wrong_state" | "payment_pending">,
  { words, ...answer }: Answer & { readonly words: string | undefined },
): Promise<string> =>
  inTransaction(services, async (tx) => {
    await lockPatientOrders(tx.db, answer.patientId);
    const suggestion = await suggestionFor(tx.db, answer);
    const { id, status, product_id } = suggestion;
    const done = toText(tx.content, sentence("treatment.suggestion_declined"));
    if (status === "declined") return done;
    if (status !== "waiting") throw tx.refuse("wrong_state", { message: settledSuggestion[status] });
    if ((await openOrderOf(tx.db, suggestion)) !== null)
      throw tx.refuse("payment_pending", { message: sentence("treatment.suggestion_confirming") });
    await settleSuggestion(tx.db, id, "declined", tx.clock.now());
    const { conversationid } = await postMessage(tx, {
      patientId: answer.patientId,
      kind: "doctor",
      author: { role: "patient" },
      text: [refusalOf(tx.content, product_id), ...(words === undefined ? [] : [words])].join("\n\n"),
      clientId: id,
    });
    await reportWords(tx, { patientId: answer.patientId, conversationId: conversationid, words: words ?? "" });
    return done;
  });

/** An emergency in the patient's words is reported, as in any message. */
async function reportWords(
  services: TxServices,
  { words, ...where }: { readonly patientId: string; readonly conversationId: string; readonly words: string },
): Promise<void> {
  const found = detectEmergency(services.content, words);
  if (found) await reportEmergency(services, { ...found, ...where, source: "message" });
}
