import { caseNoteSealContext, type CaseRow, latestCase, lockCase, updateCase } from "#server/cases/public.ts";
import { productById } from "#server/catalogue/public.ts";
import { postMessage } from "#server/messages/public.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import { noVisitStatus, visitStatusesOf } from "#server/onboarding/public.ts";
import {
  linesOf,
  type LineRow,
  orderStatusesOf,
  captureApprovedOrder,
  isClosedUnpaid,
  orderById,
  voidDeclinedOrder,
  voidUnsentOrder,
} from "#server/orders/public.ts";
import { lockPersonOrders, waitsForVerdict } from "#server/persons/public.ts";
import { sealText } from "#server/platform/crypto/seal-text.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { caseStates, orderStates } from "#server/platform/database/states.ts";
import { requirePrintable } from "#server/platform/print/require-printable.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { type Sentence, sentence, toText } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { writePrescriptions, type PrescriptionLine } from "#server/prescriptions/public.ts";
import { beginSeparately, cancelPendingProducts, cancelPendingSubscriptions } from "#server/treatment/public.ts";
import { acceptPatient } from "../../matching/accept-case.ts";
import { chooseDecidingDoctor } from "../../matching/assign-doctor.ts";
import { setFollowupDay } from "../followup-day.ts";
import { requireRevision } from "../record-revision.ts";
import { planApprovalObstacle, planDeclineObstacle } from "./plan-rules.ts";
import { applyPlanSettlement } from "./plan-settlement.ts";
import {
  type PlanApproval,
  prescribeSeparateProducts,
  refillsOf,
  withStrength,
  separateDispensingObstacle,
  type SeparateProduct,
  separateProducts,
} from "./separate-products.ts";

/**
 * Approves the plan, all of it or product by product, once: prescriptions are written and a job captures the authorization; what is declined,
 * replaced or begins later is refunded with the capture, and nothing is captured where nothing is sent now. Any obstacle is `wrong_state` with a
 * sentence, `conflict` if the record has changed, `payment_pending` while the bank has not answered, and what `changeTreatment` refuses. Joins the
 * transaction of `db`.
 */
export function approvePlan(
  services: Services &
    Refuses<"payment_pending" | "wrong_state" | "conflict" | "not_available_in_state" | "override_required">,
  patientId: string,
  approval: PlanApproval = {},
): Promise<{ readonly caseId: string; readonly productIds: readonly string[] }> {
  return inTransaction(services, async (tx) => {
    await lockPersonOrders(tx, patientId);
    await requireRevision(tx, patientId, approval.revision);
    if (approval.accept) await acceptPatient(tx, patientId, approval.doctorid);
    const latest = await latestCase(tx.db, patientId);
    const found = latest && (await lockCase(tx.db, latest.id));
    const orderStatus = found ? ((await orderStatusesOf(tx.db, [found.order_id])).get(found.order_id) ?? null) : null;
    const visit = (await visitStatusesOf(tx, [patientId])).get(patientId) ?? noVisitStatus;
    if (orderStates.charging.has(orderStatus)) throw services.refuse("payment_pending");
    const message = planApprovalObstacle({
      ...caseFacts(found),
      ...{ visit, orderStatus, waitsForVerdict: await waitsForVerdict(tx.db, patientId) },
    });
    if (!found || message !== null) throw services.refuse("wrong_state", message === null ? {} : { message });
    const requested = await linesOf(tx.db, [found.order_id]);
    refuseUnknownProducts(approval, requested);
    await requirePrintable({ directions: approval.directions });
    const { declined = {} } = approval;
    const lines = requested.filter(({ product_id }) => !(product_id in declined));
    if (lines.length === 0)
      throw services.refuse("wrong_state", {
        message: "Nothing would be left of this plan. Please decline it instead.",
      });
    const separate = separateProducts(tx, approval, lines);
    const sentNow = lines.filter((line) => !separate.some((product) => product.line === line));
    await cancelPendingProducts(tx, found.order_id, Object.keys(declined));
    const order = { patientId, orderId: found.order_id };
    const obstacle = await separateDispensingObstacle(tx, order, sentNow, separate);
    if (obstacle !== null) throw services.refuse("wrong_state", { message: obstacle });
    const doctorId = await chooseDecidingDoctor(tx, found, approval.doctorid);
    const decidedAt = services.clock.now();
    await recordPlanApproval(tx, found, { doctorId, decidedAt }, approval, { sentNow, separate });
    const begins = new Map(separate.map(({ line, begins: day }) => [line.product_id, day]));
    const subscriptions = await beginSeparately(tx, found.order_id, begins, decidedAt);
    const texts = [
      ...declinedReasons(requested, declined),
      ...(await prescribeSeparateProducts(tx, { patientId, doctorId }, approval, separate, subscriptions)),
    ];
    // The approval has a mail of its own once something is charged.
    await postReasons(tx, found, doctorId, texts, { sendsMail: sentNow.length === 0 });
    await setFollowupDay(tx, patientId, { followupon: approval.followupon, doctorId });
    if (sentNow.length > 0) await captureApprovedOrder(tx, found.order_id);
    else await voidUnsentOrder(tx, found.order_id);
    if (orderStatus === "paid") await applyPlanSettlement(tx, found.order_id);
    return { caseId: found.id, productIds: requested.map(({ product_id }) => product_id) };
  });
}

const caseFacts = (found: CaseRow | undefined) => ({
  caseStatus: found?.status ?? null,
  withdrawn: Boolean(found?.withdrawn_at),
});

async function recordPlanApproval(
  services: TxServices & Refuses<"wrong_state">,
  found: CaseRow,
  { doctorId, decidedAt: now }: { readonly doctorId: string; readonly decidedAt: Date },
  approval: PlanApproval,
  { sentNow, separate }: { readonly sentNow: readonly LineRow[]; readonly separate: readonly SeparateProduct[] },
): Promise<void> {
  const { db, content, secrets } = services;
  const moved = await updateCase(db, found.id, ["accepted"], {
    status: "approved",
    doctor_id: doctorId,
    decided_at: now,
    note_sealed: sealText(secrets, approval.note, caseNoteSealContext(found.id)),
  });
  if (!moved) throw services.refuse("wrong_state");
  const origin = { patientId: found.patient_id, caseId: found.id, doctorId, orderId: found.order_id, now };
  const beginLater = separate.flatMap(({ line, replacement }) => (replacement === null ? [line] : []));
  const prescriptions = [...sentNow, ...beginLater]
    .filter(({ prescription }) => prescription)
    .map((line): PrescriptionLine => ({
      productId: line.product_id,
      // The first box of what begins later is a fill of its own.
      refills: (refillsOf(approval, line.product_id) ?? line.refills) + (beginLater.includes(line) ? 1 : 0),
      daysSupply: line.days_supply * line.quantity,
      directions: approval.directions?.[line.product_id] ?? productById(content, line.product_id)?.howtouse ?? "",
    }));
  await writePrescriptions(services, origin, prescriptions);
}

/** What the patient reads about the products that were declined. */
const declinedReasons = (requested: readonly LineRow[], declined: Readonly<Record<string, string>>): Sentence[] =>
  requested.flatMap(({ product_id, name, dosage }) => {
    const reason = declined[product_id];
    if (reason === undefined) return [];
    return [sentence("prescriptions.left_out_of_plan", { name: withStrength(name, dosage), reason })];
  });

/** The doctor says in one message what differs from the request, and why. */
async function postReasons(
  services: TxServices,
  { id, patient_id: patientId }: CaseRow,
  doctorId: string,
  texts: readonly Sentence[],
  { sendsMail }: { readonly sendsMail: boolean },
): Promise<void> {
  if (texts.length === 0) return;
  await postMessage(services, {
    patientId,
    kind: "doctor",
    author: { role: "doctor", doctorId },
    text: texts.map((each) => toText(services.content, each)).join("\n\n"),
    clientId: id,
    answersSeq: 0,
    sendsMail,
  });
}

function refuseUnknownProducts(
  { directions, refills, declined, replaced, start }: PlanApproval,
  lines: readonly LineRow[],
): void {
  const named = { directions, declined, replaced, start, ...(typeof refills === "object" ? { refills } : {}) };
  const unknown = Object.entries(named).flatMap(([field, byProduct]) =>
    Object.keys(byProduct ?? {})
      .filter((id) => !lines.some((line) => line.product_id === id))
      .map((id) => `${field}.${id}`),
  );
  if (unknown.length === 0) return;
  throw new Refusal("bad_request", {
    fields: unknown.map((path) => ({ path, message: "This product isn't part of the plan." })),
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
): Promise<{ readonly caseId: string; readonly productIds: readonly string[] }> {
  return inTransaction(services, async (tx) => {
    await lockPatientOrders(tx.db, patientId);
    await requireRevision(tx, patientId, revision);
    const latest = await latestCase(tx.db, patientId);
    const found = latest && (await lockCase(tx.db, latest.id));
    const order = found && (await orderById(tx.db, found.order_id));
    const message = planDeclineObstacle({ ...caseFacts(found), orderStatus: order?.status ?? null });
    if (!found || message !== null) throw services.refuse("wrong_state", message === null ? {} : { message });
    const doctor_id = doctorid === undefined ? found.doctor_id : await chooseDecidingDoctor(tx, found, doctorid);
    const now = services.clock.now();
    await updateCase(tx.db, found.id, caseStates.undecided.list, {
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
    const requested = await linesOf(tx.db, [found.order_id]);
    return { caseId: found.id, productIds: requested.map(({ product_id }) => product_id) };
  });
}
