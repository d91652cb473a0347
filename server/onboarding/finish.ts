import { toCents, dollarsText } from "#contract/shapes.ts";
import { clinicDay } from "#server/platform/clinic-day.ts";
import { submitVisit } from "#server/care/public.ts";
import { transact, type Tx } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { tell } from "#server/notifications/public.ts";
import {
  liveOnboardingOrder,
  placeOrder,
  type PlacedOrder,
  settleDeclined,
  tellReleased,
} from "#server/store/public.ts";
import { assess } from "./assess.ts";
import { companionsOf } from "./companions.ts";
import { keepFirstVersion } from "./health/versions.ts";
import { lockVisit, recordOf, requireStep, type InProgress, type Parts } from "./in-progress.ts";
import { changeRecord, lockRecord } from "./record-queries.ts";
import { finishedStep, type Saved } from "./reply.ts";
import { requireConsents, saveCheckout, termsVersionOf } from "./save-checkout.ts";
import { requireOwnPart, type Body } from "./save-step.ts";
import { settle } from "./settle.ts";
import { checkoutStep, finishStep } from "./steps.ts";
import type { Visit, VisitRecord } from "./visit.ts";
import { loadVisit } from "./visit-queries.ts";

type Finishing = Pick<PlacedOrder, "id" | "number" | "status" | "totalCents">;

/**
 * Pays and finishes the visit. May be called again after a crash at any point, with the same or another key: an order that was
 * authorized is finished, never charged again.
 */
export async function payAndFinish(parts: Parts, patientId: string, body: Body, key: string): Promise<Saved> {
  requireOwnPart(finishStep, body);
  const ready = await prepare(parts, patientId, body, key);
  if (ready === "finished") return finishedReply(parts, patientId);
  if (ready === "stopped") throw new Refusal("visit_stopped");
  const order = await pay(parts, ready, body, key);
  if ((await finishVisit(parts, patientId, order)) === "stopped") throw new Refusal("visit_stopped");
  return finishedReply(parts, patientId);
}

/** Whether this very request, or a job after it, finished the visit before its answer was kept. */
async function wasFinishedBy(db: Tx, { patientId, status, finishKey }: VisitRecord, key: string): Promise<boolean> {
  if (status !== "DONE") return false;
  return finishKey === key || (await liveOnboardingOrder(db, patientId))?.idempotency_key === key;
}

/** Checks the whole visit once more and notes that a payment begins, so that a job finishes what a crash interrupts. */
function prepare(parts: Parts, patientId: string, body: Body, key: string): Promise<Visit | "stopped" | "finished"> {
  return transact(parts.db, async (tx) => {
    const inTx: TxServices = { ...parts, db: tx };
    // Under the lock: a job may be finishing the visit just now.
    const record = await lockRecord(tx, patientId);
    if (record && (await wasFinishedBy(tx, record, key))) return "finished";
    const before = await lockVisit(inTx, patientId);
    requireStep(parts.content, before, finishStep);
    const now = parts.clock.now();
    if (await liveOnboardingOrder(tx, patientId)) {
      // What was ordered already is finished as it was ordered.
      await changeRecord(tx, patientId, { finish_key: key }, now);
      return before.visit;
    }
    const saved = await saveCheckout(inTx, before, body);
    const { visit, at } = await settle(inTx, before, saved, checkoutStep);
    if (visit.record.stopRuleId !== null) return "stopped";
    if (at.current !== finishStep) throw new Refusal("step_ahead");
    await requireConsents(inTx, patientId);
    await changeRecord(tx, patientId, { paying_since: now, finish_key: key }, now);
    return visit;
  });
}

async function pay(parts: Parts, { record, choices }: Visit, body: Body, key: string): Promise<Finishing> {
  const { patientId } = record;
  try {
    return await placeOrder(parts, {
      patientId,
      kind: "onboarding",
      lines: choices.map(({ productid, pricingid }) => ({ productid, pricingid, quantity: 1 })),
      couponCode: record.couponCode,
      shippingId: record.shippingId,
      expectedTotalCents: body.totalamount === undefined ? null : toCents(body.totalamount),
      idempotencyKey: key,
      capture: "manual",
      termsVersion: termsVersionOf(parts.content),
      companions: (db, id) => companionsOf({ ...parts, db }, id),
    });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === "payment_pending" || error.code === "payment_action") throw error;
    const lostCoupon = ["coupon_not_found", "coupon_not_applicable"].includes(error.code);
    await changeRecord(
      parts.db,
      patientId,
      { paying_since: null, ...(lostCoupon ? { coupon_code: null } : {}) },
      parts.clock.now(),
    );
    if (!lostCoupon) throw error;
    throw new Refusal("price_changed", {
      message: "Your code can no longer be used. Please look at the new total before you pay.",
    });
  }
}

/**
 * Turns an authorized order into a finished visit, handed to the clinic and confirmed to her, exactly once. A visit that was stopped
 * meanwhile is not finished: what is held for it is let go.
 */
export function finishVisit(parts: Parts, patientId: string, order: Finishing): Promise<"finished" | "stopped"> {
  return transact(parts.db, async (tx) => {
    const inTx = { ...parts, db: tx };
    const record = await lockRecord(tx, patientId);
    if (!record || record.status === "DONE") return "finished";
    const now = parts.clock.now();
    if (record.stopRuleId !== null) {
      await settleDeclined(inTx, order.id);
      await tellReleased(inTx, { id: order.id, patient_id: patientId });
      await changeRecord(tx, patientId, { paying_since: null }, now);
      return "stopped";
    }
    const done = {
      status: "DONE",
      step: finishStep,
      furthest_step: finishStep,
      done_at: now,
      order_id: order.id,
      paying_since: null,
    };
    await changeRecord(tx, patientId, done, now);
    await keepFirstVersion(inTx, record);
    await submitVisit(inTx, { patientId, orderId: order.id });
    const values = { ordernumber: order.number ?? "", total: dollarsText(order.totalCents), orderid: order.id };
    await tell(inTx, { patientId, what: "order_confirmation", values, dedupeKey: order.id });
    return "finished";
  });
}

/** Looks after a payment whose browser, or whose server, went away: finishes the visit if the money is held. */
export async function recoverVisit(parts: Parts, patientId: string): Promise<void> {
  const order = await liveOnboardingOrder(parts.db, patientId);
  if (order && ["authorized", "paid"].includes(order.status)) {
    await finishVisit(parts, patientId, {
      id: order.id,
      number: order.number,
      status: order.status,
      totalCents: order.total_cents,
    });
  } else if (!order) {
    await changeRecord(parts.db, patientId, { paying_since: null }, parts.clock.now());
  }
}

async function finishedReply(parts: Parts, patientId: string): Promise<Saved> {
  const record = await recordOf(parts.db, patientId);
  const visit = await loadVisit(parts, record);
  const done: InProgress = { visit, at: assess(parts.content, visit, clinicDay(parts)) };
  const order = await liveOnboardingOrder(parts.db, patientId);
  return finishedStep(
    parts,
    done,
    finishStep,
    order ? { id: order.id, number: order.number, status: order.status } : null,
  );
}
