import { toDollars } from "#contract/fields/numbers.ts";
import type { Output } from "#contract/http/endpoint.ts";
import type { payment } from "#contract/payment.ts";
import { chargeIfPending, orderById, orderByKey, orderOutcome } from "#server/orders/public.ts";
import { Refusal, type Refuses, refusesAny } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { writeOffsOf } from "../charges/write-offs.ts";
import { deferUnfilled } from "../prescription-orders/hold-back.ts";
import { placeRenewalOrderAsNotified } from "../prescription-orders/place-renewal-order.ts";
import { settleRenewalOrder } from "../prescription-orders/settle-renewal-order.ts";
import type { PrescriptionOrderRow } from "../queries.ts";
import { withLockedTreatment } from "../snapshot/lock-treatment.ts";

type RetryResult = Output<typeof payment.saveSource>["retried"];

interface PastDueInput {
  readonly patientId: string;
  readonly idempotencyKey: string;
  /** The patient asked the practice to charge it, and isn't there for what the bank may ask; they said yes to so much. */
  readonly askedCents?: number;
}

/**
 * The patient saved a card, or asked the practice to try again: charges what is past due at once, in one amount, for no more than they were notified of. What was
 * written off is paid by saving a card only.
 * Null when nothing is past due, or all of it is notified again. The same key is the same charge. `conflict` where it would be more than was asked for. Call it
 * outside a transaction.
 */
export async function chargePastDue(callServices: Services, input: PastDueInput): Promise<RetryResult> {
  const services = { ...callServices, ...refusesAny };
  const result = await placePastDueOrder(services, input).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code === "conflict") throw error;
    return error;
  });
  // The card is saved; the answer says why it could not be charged, for example an address we do not ship to.
  if (result instanceof Refusal) return { outcome: "declined", amount: 0, message: result.text(services.content) };
  if (result === null) return null;
  const orderId = result;
  const cardauthentication = await chargeIfPending(services, orderId);
  await settleRenewalOrder(services, orderId);
  const order = await orderById(services.db, orderId);
  const amount = toDollars(order?.total_cents ?? 0);
  try {
    await orderOutcome(services, orderId);
    return {
      outcome: "paid",
      amount,
      message: toText(services.content, sentence("treatment.past_due_paid")),
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const message = error.text(services.content);
    if (error.code !== "payment_pending") return { outcome: "declined", amount, message };
    return { outcome: "pending", amount, message, ...(cardauthentication && { cardauthentication }) };
  }
}

const placePastDueOrder = (
  services: Services & Refuses<"no_payment_method" | "no_shipping_address" | "not_available_in_state" | "conflict">,
  { patientId, idempotencyKey, askedCents }: PastDueInput,
): Promise<string | null> =>
  withLockedTreatment(services, patientId, async (txServices, snapshot) => {
    const made = await orderByKey(txServices.db, patientId, idempotencyKey);
    if (made) return made.id;
    const pastDue = snapshot.prescriptionOrders.filter(isChargeablePastDue);
    const writtenOff = askedCents === undefined ? new Map() : await writeOffsOf(txServices.db, patientId, pastDue);
    const prescriptionOrders = pastDue.filter(({ id }) => !writtenOff.has(id));
    if (prescriptionOrders.length === 0) return null;
    const inputFor = (some: readonly PrescriptionOrderRow[]) => ({
      patientId,
      prescriptionOrders: some,
      keyOf: () => idempotencyKey,
      offSession: askedCents !== undefined,
    });
    const { orderId, unfilled } = await placeRenewalOrderAsNotified(txServices, snapshot, prescriptionOrders, inputFor);
    await deferUnfilled(txServices, snapshot, unfilled);
    const order = orderId === null ? undefined : await orderById(txServices.db, orderId);
    if (askedCents !== undefined && (order?.total_cents ?? 0) > askedCents) throw services.refuse("conflict");
    return orderId;
  });

/** Past due, and charged as soon as the patient has it tried. */
export const isChargeablePastDue = ({ status, failed_on, held_back_from }: PrescriptionOrderRow): boolean =>
  status === "scheduled" && failed_on !== null && held_back_from === null;
