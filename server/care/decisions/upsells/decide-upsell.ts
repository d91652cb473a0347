import { latestCase, treatingDoctor } from "#server/cases/public.ts";
import { productById } from "#server/catalogue/public.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import {
  type LineRow,
  captureApprovedOrder,
  isClosedUnpaid,
  orderById,
  voidDeclinedOrder,
} from "#server/orders/public.ts";
import { lockPersonOrders, waitsForVerdict } from "#server/persons/public.ts";
import { sealText } from "#server/platform/crypto/seal-text.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { requirePrintable } from "#server/platform/print/require-printable.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { writePrescriptions } from "#server/prescriptions/public.ts";
import { openSubscriptions } from "#server/treatment/public.ts";
import { type UpsellRequestRow, updateUpsellRequest, lockUpsellRequest } from "#server/upsell-requests/public.ts";
import { requireLicensedDoctor } from "../../matching/assign-doctor.ts";
import { dispensingObstacle } from "../dispensing-obstacle.ts";
import { upsellNoteSealContext, postDoctorsNote } from "../doctors-note.ts";
import { setFollowupDay } from "../followup-day.ts";
import type { DeclineInput } from "../plans/decide-plan.ts";
import { verdictNeeded } from "../plans/plan-rules.ts";
import { requireRevision } from "../record-revision.ts";
import { upsellApprovalObstacle, upsellDeclineObstacle } from "./upsell-rules.ts";
import { applyUpsellSettlement } from "./upsell-settlement.ts";
import { loadUpsellRequestSnapshot } from "./upsell-snapshot.ts";

export interface UpsellApproval {
  /** Who decides; left out, the treating doctor. */
  readonly doctorid?: string | undefined;
  /** Directions for the patient, by product; left out, the catalogue's text. */
  readonly directions?: Readonly<Record<string, string>> | undefined;
  /** To the patient, with the decision. */
  readonly note?: string | undefined;
  /** The day of the next treatment review. */
  readonly followupon?: string | undefined;
  /** Approve also what the patient's answers warn of. */
  readonly despitewarning?: boolean | undefined;
  /** Of the record it was decided on. */
  readonly revision?: string | undefined;
}

/**
 * Approves an upsell request, once: prescriptions are written, a job captures the authorization, and the subscriptions start when it is
 * captured. Any obstacle is `wrong_state` with a sentence. Joins the transaction of `db`.
 */
export function approveUpsell(
  services: Services & Refuses<"wrong_state" | "conflict">,
  { patient_id, order_id }: Pick<UpsellRequestRow, "patient_id" | "order_id">,
  approval: UpsellApproval = {},
): Promise<void> {
  return inTransaction(services, async (tx) => {
    await lockPersonOrders(tx, patient_id);
    await requireRevision(tx, patient_id, approval.revision);
    const found = await lockUpsellRequest(tx.db, order_id);
    const latest = await latestCase(tx.db, patient_id);
    if (!found || !latest) throw services.refuse("wrong_state");
    const { order, lines, ...facts } = await loadUpsellRequestSnapshot(tx, found);
    const despiteWarning = approval.despitewarning === true;
    const orderStatus = order?.status ?? null;
    const message = upsellApprovalObstacle({ status: found.status, orderStatus, ...facts, despiteWarning });
    if (message !== null) throw services.refuse("wrong_state", { message });
    if (await waitsForVerdict(tx.db, patient_id)) throw services.refuse("wrong_state", { message: verdictNeeded });
    refuseUnknownDirections(approval, lines);
    await requirePrintable({ directions: approval.directions });
    const obstacle = await dispensingObstacle(tx, { patientId: patient_id, orderId: order_id }, lines);
    if (obstacle !== null) throw services.refuse("wrong_state", { message: obstacle });
    const doctorId = await decidingDoctor(tx, patient_id, approval.doctorid ?? treatingDoctor(latest));
    await recordUpsellApproval(tx, found, { doctorId, caseId: latest.id, lines }, approval);
    await setFollowupDay(tx, patient_id, { followupon: approval.followupon, doctorId });
    // Only prescription products renew; that is what the patient was told.
    await openSubscriptions(tx, {
      patientId: patient_id,
      orderId: order_id,
      only: ({ prescription }) => prescription,
    });
    await captureApprovedOrder(tx, order_id);
    if (orderStatus === "paid") await applyUpsellSettlement(tx, order_id);
  });
}

async function decidingDoctor(
  services: TxServices & Refuses<"wrong_state">,
  patientId: string,
  id: string | null,
): Promise<string> {
  if (id === null) throw services.refuse("wrong_state", { message: "Please name the doctor who decides." });
  return requireLicensedDoctor(services, patientId, id);
}

async function recordUpsellApproval(
  services: TxServices,
  { id, patient_id: patientId, order_id: orderId }: UpsellRequestRow,
  decision: { readonly doctorId: string; readonly caseId: string; readonly lines: readonly LineRow[] },
  { directions, note }: UpsellApproval,
): Promise<void> {
  const { db, content, secrets, clock } = services;
  const { doctorId, caseId, lines } = decision;
  const now = clock.now();
  await updateUpsellRequest(db, id, "open", {
    status: "approved",
    doctor_id: doctorId,
    decided_at: now,
    note_sealed: sealText(secrets, note, upsellNoteSealContext(id)),
  });
  const prescriptions = lines
    .filter(({ prescription }) => prescription)
    .map(({ product_id: productId, refills, days_supply, quantity }) => ({
      productId,
      refills,
      daysSupply: days_supply * quantity,
      directions: directions?.[productId] ?? productById(content, productId)?.howtouse ?? "",
    }));
  await writePrescriptions(services, { patientId, caseId, doctorId, orderId, now }, prescriptions);
  if (note !== undefined) await postDoctorsNote(services, { patientId, doctorId, requestId: id, text: note });
}

function refuseUnknownDirections({ directions = {} }: UpsellApproval, lines: readonly LineRow[]): void {
  const unknown = Object.keys(directions).filter((id) => !lines.some((line) => line.product_id === id));
  if (unknown.length === 0) return;
  throw new Refusal("bad_request", {
    fields: unknown.map((id) => ({ path: `directions.${id}`, message: "The patient didn't add this product." })),
  });
}

/** Where the patient reads the reason. */
const conversationPath = "/messages/doctor";

/**
 * Declines an upsell request, once: a job voids the authorization or refunds the capture, and the patient is notified and reads the reason
 * in a message from the doctor. `wrong_state` after a decision. Joins the transaction of `db`.
 */
export function declineUpsell(
  services: Services & Refuses<"wrong_state" | "conflict">,
  { patient_id: patientId, order_id: orderId }: Pick<UpsellRequestRow, "patient_id" | "order_id">,
  { reason, doctorid, revision }: DeclineInput,
): Promise<void> {
  return inTransaction(services, async (tx) => {
    await lockPatientOrders(tx.db, patientId);
    await requireRevision(tx, patientId, revision);
    const found = await lockUpsellRequest(tx.db, orderId);
    const order = await orderById(tx.db, orderId);
    const message = found
      ? upsellDeclineObstacle({ status: found.status, orderStatus: order?.status ?? null })
      : undefined;
    if (!found || message !== null) throw services.refuse("wrong_state", message ? { message } : {});
    const latest = await latestCase(tx.db, patientId);
    const doctorId =
      doctorid === undefined ? latest && treatingDoctor(latest) : await requireLicensedDoctor(tx, patientId, doctorid);
    if (!doctorId) throw services.refuse("wrong_state", { message: "Please name the doctor who decides." });
    const now = services.clock.now();
    await updateUpsellRequest(tx.db, found.id, "open", {
      status: "declined",
      doctor_id: doctorId,
      decided_at: now,
      completed_at: now,
      note_sealed: sealText(services.secrets, reason, upsellNoteSealContext(found.id)),
    });
    if (order && !isClosedUnpaid(order.status)) await voidDeclinedOrder(tx, orderId);
    await postDoctorsNote(tx, { patientId, doctorId, requestId: found.id, text: reason });
    const values = { ordernumber: order?.number ?? "" };
    await notifyAndMail(tx, {
      patientId,
      template: "plan_declined",
      values,
      href: conversationPath,
      dedupeKey: found.id,
    });
  });
}
