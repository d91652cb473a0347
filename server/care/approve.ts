import { transact } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { noStanding, standingsOf } from "#server/onboarding/public.ts";
import { linesOf, type LineRow, lockOrdersOf, orderStates, productById, settleApproved } from "#server/store/public.ts";
import { doctorToDecide } from "./assign-doctor.ts";
import { changeCase, latestCase, lockCase, type CaseRow } from "./cases.ts";
import { fillObjection } from "./fill-objection.ts";
import { approvalObstacle } from "./plan-rules.ts";
import { writePrescriptions, type PrescriptionLine } from "./prescriptions.ts";
import { noteOf, sealWords } from "./sealed-words.ts";
import { settlePlan } from "./settle-plan.ts";

export interface Approval {
  /** Who decides; left out, her doctor. */
  readonly doctorid?: string | undefined;
  /** Fills after the first one; left out, as the pricing says. */
  readonly refills?: number | undefined;
  /** How she takes it, by product; left out, the catalogue's words. */
  readonly directions?: Readonly<Record<string, string>> | undefined;
  /** To her, with the decision. */
  readonly note?: string | undefined;
}

/**
 * Approves the plan as requested, once: prescriptions are written and a job takes the money that is held. Anything that stands in the
 * way is `wrong_state` with a sentence, `payment_pending` while the bank has not answered. Joins the transaction of `db`.
 */
export function approvePlan(parts: Services, patientId: string, approval: Approval = {}): Promise<void> {
  return transact(parts.db, async (tx) => {
    const inTx = { ...parts, db: tx };
    await lockOrdersOf(tx, patientId);
    const latest = await latestCase(tx, patientId);
    const found = latest && (await lockCase(tx, latest.id));
    const orderStatus = found ? ((await orderStates(tx, [found.order_id])).get(found.order_id) ?? null) : null;
    const visit = (await standingsOf(inTx, [patientId])).get(patientId) ?? noStanding;
    if (orderStatus === "unknown" || orderStatus === "authorizing") throw new Refusal("payment_pending");
    const message = approvalObstacle({ caseStatus: found?.status ?? null, visit, orderStatus });
    if (!found || message !== null) throw new Refusal("wrong_state", message === null ? {} : { message });
    const lines = await linesOf(tx, [found.order_id]);
    refuseUnknownProducts(approval, lines);
    const objection = await fillObjection(inTx, { patientId, orderId: found.order_id }, lines);
    if (objection !== null) throw new Refusal("wrong_state", { message: objection });
    const doctorId = await doctorToDecide(inTx, found, approval.doctorid);
    await record(inTx, found, doctorId, approval, lines);
    await settleApproved(inTx, found.order_id);
    if (orderStatus === "paid") await settlePlan(inTx, found.order_id);
  });
}

async function record(
  parts: TxServices,
  found: CaseRow,
  doctorId: string,
  approval: Approval,
  lines: readonly LineRow[],
): Promise<void> {
  const { db, content, secrets } = parts;
  const now = parts.clock.now();
  const moved = await changeCase(db, found.id, ["accepted"], {
    status: "approved",
    doctor_id: doctorId,
    decided_at: now,
    note_sealed: sealWords(secrets, approval.note, noteOf(found.id)),
  });
  if (!moved) throw new Refusal("wrong_state");
  const written = { patientId: found.patient_id, caseId: found.id, doctorId, orderId: found.order_id, now };
  const prescribed = lines
    .filter(({ prescription }) => prescription)
    .map((line): PrescriptionLine => ({
      productId: line.product_id,
      refills: approval.refills ?? line.refills,
      fillDays: line.days_supply * line.quantity,
      directions: approval.directions?.[line.product_id] ?? productById(content, line.product_id)?.howtouse ?? "",
    }));
  await writePrescriptions(db, secrets, written, prescribed);
}

function refuseUnknownProducts({ directions = {} }: Approval, lines: readonly LineRow[]): void {
  const unknown = Object.keys(directions).filter((id) => !lines.some((line) => line.product_id === id));
  if (unknown.length === 0) return;
  throw new Refusal("bad_request", {
    fields: unknown.map((id) => ({ path: `directions.${id}`, message: "This product is not part of the plan." })),
  });
}
