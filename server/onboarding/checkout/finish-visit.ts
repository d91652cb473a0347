import { formatCents, toCents } from "#contract/fields/numbers.ts";
import type { OrderErrorCode } from "#contract/http/errors.ts";
import type { StepErrorCode } from "#contract/onboarding/record.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import {
  liveOnboardingOrder,
  placeOrder,
  type PlacedOrder,
  voidDeclinedOrder,
  notifyPaymentReleased,
} from "#server/orders/public.ts";
import { visitPurpose } from "#server/payment/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { inTransaction, type Tx } from "#server/platform/database/open.ts";
import { orderStates } from "#server/platform/database/states.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import { assess } from "../flow/assess.ts";
import {
  lockVisitInProgress,
  requireVisitRecord,
  requireStep,
  type VisitInProgress,
  type Deps,
} from "../flow/in-progress.ts";
import { updateVisitRecord, lockVisitRecord } from "../flow/record-queries.ts";
import { requireStepFields, type StepInput } from "../flow/step-fields.ts";
import { checkoutStep, finishStep } from "../flow/steps.ts";
import { loadVisit } from "../flow/visit-queries.ts";
import type { Visit, VisitRecord } from "../flow/visit.ts";
import { saveFirstHealthVersion } from "../health-answers/versions.ts";
import { advanceVisit } from "../progress/advance-visit.ts";
import { fillScreeningOf } from "../screening/product-eligibility.ts";
import { presentFinishedStep, type StepResult } from "../visit/step-result.ts";
import { requireConsents, saveCheckout, termsVersionOf } from "./save-checkout.ts";

type FinishedOrder = Pick<PlacedOrder, "id" | "number" | "status" | "totalCents">;

/**
 * Pays and finishes the visit. May be repeated after a crash at any point, with the same or another key: an authorized order is finished,
 * never charged again.
 */
export async function payAndFinish(
  services: Deps & Refuses<OrderErrorCode | "step_completed" | "visit_stopped">,
  patientId: string,
  body: StepInput,
  key: string,
): Promise<StepResult> {
  requireStepFields(finishStep, body);
  const prepared = await prepareCheckout(services, patientId, body, key);
  if (prepared === "finished") return finishedResult(services, patientId);
  if (prepared === "stopped") throw services.refuse("visit_stopped");
  const order = await placeVisitOrder(services, prepared, body, key);
  if ((await finishVisit(services, patientId, order)) === "stopped") throw services.refuse("visit_stopped");
  return finishedResult(services, patientId);
}

/** Whether this very request, or a job after it, finished the visit before the answer was stored. */
async function wasFinishedWithKey(
  db: Tx,
  { patientId, status, finishIdempotencyKey }: VisitRecord,
  key: string,
): Promise<boolean> {
  if (status !== "DONE") return false;
  return finishIdempotencyKey === key || (await liveOnboardingOrder(db, patientId))?.idempotency_key === key;
}

/** Checks the whole visit once more and notes that a payment begins, so that a job can finish what a crash interrupts. */
function prepareCheckout(
  services: Deps & Refuses<StepErrorCode | "no_shipping_address">,
  patientId: string,
  body: StepInput,
  key: string,
): Promise<Visit | "stopped" | "finished"> {
  return inTransaction(services, async (tx) => {
    // Under the lock, because a job may be finishing the visit at this moment.
    const record = await lockVisitRecord(tx.db, patientId);
    if (record && (await wasFinishedWithKey(tx.db, record, key))) return "finished";
    const before = await lockVisitInProgress(tx, patientId);
    requireStep(services, before, finishStep);
    const now = services.clock.now();
    if (await liveOnboardingOrder(tx.db, patientId)) {
      // An existing order is finished as it was placed.
      await updateVisitRecord(tx.db, patientId, { completion_key: key }, now);
      return before.visit;
    }
    const saved = await saveCheckout(tx, before, body);
    const { visit, assessment } = await advanceVisit(tx, before, saved, checkoutStep);
    if (visit.record.stopRuleId !== null) return "stopped";
    if (assessment.current !== finishStep) throw services.refuse("step_ahead");
    await requireConsents(tx, patientId);
    await updateVisitRecord(tx.db, patientId, { payment_started_at: now, completion_key: key }, now);
    return visit;
  });
}

async function placeVisitOrder(
  services: Deps & Refuses<OrderErrorCode>,
  { record, choices }: Visit,
  body: StepInput,
  idempotencyKey: string,
): Promise<FinishedOrder> {
  const { patientId } = record;
  try {
    return await placeOrder(services, {
      patientId,
      kind: "onboarding",
      lines: choices.map(({ productid, pricingid }) => ({ productid, pricingid, quantity: 1 })),
      couponCode: record.couponCode,
      shippingId: record.shippingId,
      expectedTotalCents: body.totalamount === undefined ? null : toCents(body.totalamount),
      idempotencyKey,
      chargeFor: (cents) => [visitPurpose(patientId, cents)],
      capture: "manual",
      termsVersion: termsVersionOf(services.content),
      screening: (db, id) => fillScreeningOf({ ...services, db }, id),
    });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === "payment_pending" || error.code === "payment_action") throw error;
    const isCouponLost = ["coupon_not_found", "coupon_not_applicable"].includes(error.code);
    await updateVisitRecord(
      services.db,
      patientId,
      { payment_started_at: null, ...(isCouponLost ? { coupon_code: null } : {}) },
      services.clock.now(),
    );
    if (!isCouponLost) throw error;
    throw services.refuse("price_changed", {
      message: sentence("onboarding.code_lost"),
    });
  }
}

/**
 * Turns an authorized order into a finished visit, handed to the clinic and confirmed to the patient, exactly once. A visit that was
 * stopped meanwhile is not finished: its authorization is voided.
 */
export function finishVisit(
  services: Deps & Refuses<"wrong_state">,
  patientId: string,
  order: FinishedOrder,
): Promise<"finished" | "stopped"> {
  return inTransaction(services, async (tx) => {
    const record = await lockVisitRecord(tx.db, patientId);
    if (!record || record.status === "DONE") return "finished";
    const now = services.clock.now();
    if (record.stopRuleId !== null) {
      await voidDeclinedOrder(tx, order.id);
      await notifyPaymentReleased(tx, { id: order.id, patient_id: patientId });
      await updateVisitRecord(tx.db, patientId, { payment_started_at: null }, now);
      return "stopped";
    }
    const finishedColumns = {
      status: "DONE" as const,
      step: finishStep,
      furthest_step: finishStep,
      done_at: now,
      order_id: order.id,
      payment_started_at: null,
    };
    await updateVisitRecord(tx.db, patientId, finishedColumns, now);
    await saveFirstHealthVersion(tx, record);
    await services.events.announce(tx.db, "visit.finished", { patientId, orderId: order.id });
    const values = { ordernumber: order.number ?? "", total: formatCents(order.totalCents), orderid: order.id };
    await notifyAndMail(tx, { patientId, template: "order_confirmation", values, dedupeKey: order.id });
    return "finished";
  });
}

/** Resumes a payment whose browser or server went away: finishes the visit if the order is authorized or paid. */
export async function resumePaidVisit(services: Deps & Refuses<"wrong_state">, patientId: string): Promise<void> {
  const order = await liveOnboardingOrder(services.db, patientId);
  if (order && orderStates.payable.has(order.status)) {
    await finishVisit(services, patientId, {
      id: order.id,
      number: order.number,
      status: order.status,
      totalCents: order.total_cents,
    });
  } else if (!order) {
    await updateVisitRecord(services.db, patientId, { payment_started_at: null }, services.clock.now());
  }
}

async function finishedResult(services: Deps, patientId: string): Promise<StepResult> {
  const record = await requireVisitRecord(services.db, patientId);
  const visit = await loadVisit(services, record);
  const finished: VisitInProgress = { visit, assessment: assess(services.content, visit, clinicToday(services)) };
  const order = await liveOnboardingOrder(services.db, patientId);
  return presentFinishedStep(
    services,
    finished,
    finishStep,
    order ? { id: order.id, number: order.number, status: order.status } : null,
  );
}
