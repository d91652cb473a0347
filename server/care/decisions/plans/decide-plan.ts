import { inTransaction } from "#server/platform/database/open.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { noVisitStatus, visitStatusesOf } from "#server/onboarding/public.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import {
  linesOf,
  type LineRow,
  orderStatusesOf,
  captureApprovedOrder,
  isClosedUnpaid,
  orderById,
  voidDeclinedOrder,
} from "#server/orders/public.ts";
import { productById } from "#server/catalogue/public.ts";
import { chooseDecidingDoctor } from "../../matching/assign-doctor.ts";
import { caseNoteSealContext, type CaseRow, latestCase, lockCase, updateCase } from "#server/cases/public.ts";
import { dispensingObstacle } from "../dispensing-obstacle.ts";
import { planApprovalObstacle, planDeclineObstacle } from "./plan-rules.ts";
import { writePrescriptions, type PrescriptionLine } from "#server/prescriptions/public.ts";
import { sealText } from "#server/platform/crypto/seal-text.ts";
import { applyPlanSettlement } from "./plan-settlement.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import { cancelPendingSubscriptions } from "#server/treatment/public.ts";

export interface PlanApproval {
  /** Who decides; left out, the doctor of the case. */
  readonly doctorid?: string | undefined;
  /** Fills after the first one; left out, as the pricing says. */
  readonly refills?: number | undefined;
  /** Directions for the patient, by product; left out, the catalogue's text. */
  readonly directions?: Readonly<Record<string, string>> | undefined;
  /** To the patient, with the decision. */
  readonly note?: string | undefined;
}

/**
 * Approves the plan as requested, once: prescriptions are written and a job captures the authorization. Any obstacle is `wrong_state` with
 * a sentence; `payment_pending` while the bank has not answered. Joins the transaction of `db`.
 */
export function approvePlan(
  services: Services & Refuses<"payment_pending" | "wrong_state">,
  patientId: string,
  approval: PlanApproval = {},
): Promise<void> {
  return inTransaction(services, async (tx) => {
    await lockPatientOrders(tx.db, patientId);
    const latest = await latestCase(tx.db, patientId);
    const found = latest && (await lockCase(tx.db, latest.id));
    const orderStatus = found ? ((await orderStatusesOf(tx.db, [found.order_id])).get(found.order_id) ?? null) : null;
    const visit = (await visitStatusesOf(tx, [patientId])).get(patientId) ?? noVisitStatus;
    if (orderStatus === "unknown" || orderStatus === "authorizing") throw services.refuse("payment_pending");
    const message = planApprovalObstacle({ caseStatus: found?.status ?? null, visit, orderStatus });
    if (!found || message !== null) throw services.refuse("wrong_state", message === null ? {} : { message });
    const lines = await linesOf(tx.db, [found.order_id]);
    refuseUnknownDirections(approval, lines);
    const obstacle = await dispensingObstacle(tx, { patientId, orderId: found.order_id }, lines);
    if (obstacle !== null) throw services.refuse("wrong_state", { message: obstacle });
    const doctorId = await chooseDecidingDoctor(tx, found, approval.doctorid);
    await recordPlanApproval(tx, found, doctorId, approval, lines);
    await captureApprovedOrder(tx, found.order_id);
    if (orderStatus === "paid") await applyPlanSettlement(tx, found.order_id);
  });
}

async function recordPlanApproval(
  services: TxServices & Refuses<"wrong_state">,
  found: CaseRow,
  doctorId: string,
  approval: PlanApproval,
  lines: readonly LineRow[],
): Promise<void> {
  const { db, content, secrets } = services;
  const now = services.clock.now();
  const moved = await updateCase(db, found.id, ["accepted"], {
    status: "approved",
    doctor_id: doctorId,
    decided_at: now,
    note_sealed: sealText(secrets, approval.note, caseNoteSealContext(found.id)),
  });
  if (!moved) throw services.refuse("wrong_state");
  const origin = { patientId: found.patient_id, caseId: found.id, doctorId, orderId: found.order_id, now };
  const prescriptions = lines
    .filter(({ prescription }) => prescription)
    .map((line): PrescriptionLine => ({
      productId: line.product_id,
      refills: approval.refills ?? line.refills,
      daysSupply: line.days_supply * line.quantity,
      directions: approval.directions?.[line.product_id] ?? productById(content, line.product_id)?.howtouse ?? "",
    }));
  await writePrescriptions(db, secrets, origin, prescriptions);
}

function refuseUnknownDirections({ directions = {} }: PlanApproval, lines: readonly LineRow[]): void {
  const unknown = Object.keys(directions).filter((id) => !lines.some((line) => line.product_id === id));
  if (unknown.length === 0) return;
  throw new Refusal("bad_request", {
    fields: unknown.map((id) => ({ path: `directions.${id}`, message: "This product is not part of the plan." })),
  });
}

export interface DeclineInput {
  /** Shown to the patient. */
  readonly reason: string;
  readonly doctorid?: string | undefined;
}

/**
 * Declines the plan, once: a job voids the authorization or refunds the capture, and the patient is notified. `wrong_state` after a
 * decision. Joins the transaction of `db`.
 */
export function declinePlan(
  services: Services & Refuses<"wrong_state">,
  patientId: string,
  { reason, doctorid }: DeclineInput,
): Promise<void> {
  return inTransaction(services, async (tx) => {
    await lockPatientOrders(tx.db, patientId);
    const latest = await latestCase(tx.db, patientId);
    const found = latest && (await lockCase(tx.db, latest.id));
    const order = found && (await orderById(tx.db, found.order_id));
    const message = planDeclineObstacle({ caseStatus: found?.status ?? null, orderStatus: order?.status ?? null });
    if (!found || message !== null) throw services.refuse("wrong_state", message === null ? {} : { message });
    const doctor_id = doctorid === undefined ? found.doctor_id : await chooseDecidingDoctor(tx, found, doctorid);
    const now = services.clock.now();
    await updateCase(tx.db, found.id, ["submitted", "accepted"], {
      status: "declined",
      doctor_id,
      decided_at: now,
      payment_settled_at: now,
      note_sealed: sealText(services.secrets, reason, caseNoteSealContext(found.id)),
    });
    await cancelPendingSubscriptions(tx, found.order_id);
    if (order && !isClosedUnpaid(order.status)) await voidDeclinedOrder(tx, found.order_id);
    const values = { ordernumber: order?.number ?? "" };
    await notifyAndMail(tx, { patientId, template: "plan_declined", values, dedupeKey: found.id });
  });
}
