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
import { postMessage } from "#server/messages/public.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import { requireRevision } from "../record-revision.ts";
import { sealText } from "#server/platform/crypto/seal-text.ts";
import { applyPlanSettlement } from "./plan-settlement.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import { cancelPendingProducts, cancelPendingSubscriptions } from "#server/treatment/public.ts";

export interface PlanApproval {
  /** Who decides; left out, the doctor of the case. */
  readonly doctorid?: string | undefined;
  /** Fills after the first one, for all or by product; left out, as the pricing says. */
  readonly refills?: number | Readonly<Record<string, number>> | undefined;
  /** Directions for the patient, by product; left out, the catalogue's text. */
  readonly directions?: Readonly<Record<string, string>> | undefined;
  /** Products that are not prescribed, with the reason the patient reads. */
  readonly declined?: Readonly<Record<string, string>> | undefined;
  /** To the patient, with the decision. */
  readonly note?: string | undefined;
  /** Of the record it was decided on. */
  readonly revision?: string | undefined;
}

/**
 * Approves the plan, all of it or without some products, once: prescriptions are written and a job captures the authorization; what the declined
 * products cost is refunded with the capture. Any obstacle is `wrong_state` with a sentence, `conflict` if the record has changed, `payment_pending`
 * while the bank has not answered. Joins the transaction of `db`.
 */
export function approvePlan(
  services: Services & Refuses<"payment_pending" | "wrong_state" | "conflict">,
  patientId: string,
  approval: PlanApproval = {},
): Promise<void> {
  return inTransaction(services, async (tx) => {
    await lockPatientOrders(tx.db, patientId);
    await requireRevision(tx, patientId, approval.revision);
    const latest = await latestCase(tx.db, patientId);
    const found = latest && (await lockCase(tx.db, latest.id));
    const orderStatus = found ? ((await orderStatusesOf(tx.db, [found.order_id])).get(found.order_id) ?? null) : null;
    const visit = (await visitStatusesOf(tx, [patientId])).get(patientId) ?? noVisitStatus;
    if (orderStatus === "unknown" || orderStatus === "authorizing") throw services.refuse("payment_pending");
    const message = planApprovalObstacle({ caseStatus: found?.status ?? null, visit, orderStatus });
    if (!found || message !== null) throw services.refuse("wrong_state", message === null ? {} : { message });
    const requested = await linesOf(tx.db, [found.order_id]);
    refuseUnknownProducts(approval, requested);
    const { declined = {} } = approval;
    const lines = requested.filter(({ product_id }) => !(product_id in declined));
    if (lines.length === 0)
      throw services.refuse("wrong_state", {
        message: "Nothing would be left of this plan. Please decline it instead.",
      });
    await cancelPendingProducts(tx, found.order_id, Object.keys(declined));
    const obstacle = await dispensingObstacle(tx, { patientId, orderId: found.order_id }, lines);
    if (obstacle !== null) throw services.refuse("wrong_state", { message: obstacle });
    const doctorId = await chooseDecidingDoctor(tx, found, approval.doctorid);
    await recordPlanApproval(tx, found, doctorId, approval, lines);
    await postDeclinedReasons(tx, found, doctorId, requested, declined);
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
      refills:
        (typeof approval.refills === "object" ? approval.refills[line.product_id] : approval.refills) ?? line.refills,
      daysSupply: line.days_supply * line.quantity,
      directions: approval.directions?.[line.product_id] ?? productById(content, line.product_id)?.howtouse ?? "",
    }));
  await writePrescriptions(db, secrets, origin, prescriptions);
}

/** The doctor says for each declined product why; the mail about the decision is the approval's. */
async function postDeclinedReasons(
  services: TxServices,
  { id, patient_id: patientId }: CaseRow,
  doctorId: string,
  requested: readonly LineRow[],
  declined: Readonly<Record<string, string>>,
): Promise<void> {
  const reasons = requested.flatMap(({ product_id, name }) => {
    const reason = declined[product_id];
    return reason === undefined ? [] : [sentence("prescriptions.left_out_of_plan", { name, reason })];
  });
  if (reasons.length === 0) return;
  const text = reasons.map((reason) => toText(services.content, reason)).join("\n\n");
  const author = { role: "doctor", doctorId } as const;
  await postMessage(services, {
    patientId,
    kind: "doctor",
    author,
    text,
    clientId: id,
    answersSeq: 0,
    sendsMail: false,
  });
}

function refuseUnknownProducts({ directions, refills, declined }: PlanApproval, lines: readonly LineRow[]): void {
  const named = { directions, declined, ...(typeof refills === "object" ? { refills } : {}) };
  const unknown = Object.entries(named).flatMap(([field, byProduct]) =>
    Object.keys(byProduct ?? {})
      .filter((id) => !lines.some((line) => line.product_id === id))
      .map((id) => `${field}.${id}`),
  );
  if (unknown.length === 0) return;
  throw new Refusal("bad_request", {
    fields: unknown.map((path) => ({ path, message: "This product is not part of the plan." })),
  });
}

export interface DeclineInput {
  /** Shown to the patient. */
  readonly reason: string;
  readonly doctorid?: string | undefined;
  /** Of the record it was decided on. */
  readonly revision?: string | undefined;
}

/**
 * Declines the plan, once: a job voids the authorization or refunds the capture, and the patient is notified. `wrong_state` after a
 * decision. Joins the transaction of `db`.
 */
export function declinePlan(
  services: Services & Refuses<"wrong_state" | "conflict">,
  patientId: string,
  { reason, doctorid, revision }: DeclineInput,
): Promise<void> {
  return inTransaction(services, async (tx) => {
    await lockPatientOrders(tx.db, patientId);
    await requireRevision(tx, patientId, revision);
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
