import { transact } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { type LineRow, lockOrdersOf, productById, settleApproved } from "#server/store/public.ts";
import { openSubscriptions } from "#server/treatment/public.ts";
import { type AdditionRow, changeAddition, lockAdditionOf } from "./additions.ts";
import { additionObstacle } from "./addition-rules.ts";
import { additionNoteOf, writeToHer } from "./addition-words.ts";
import { doctorToRenew } from "./assign-doctor.ts";
import { latestCase, treatingDoctor } from "./cases.ts";
import { fillObjection } from "./fill-objection.ts";
import { writePrescriptions } from "./prescriptions.ts";
import { sealWords } from "./sealed-words.ts";
import { settleAddition } from "./settle-addition.ts";
import { weigh } from "./weigh-addition.ts";

export interface AdditionApproval {
  /** Who decides; left out, her doctor. */
  readonly doctorid?: string | undefined;
  /** How she uses it, by product; left out, the catalogue's words. */
  readonly directions?: Readonly<Record<string, string>> | undefined;
  /** To her, with the decision. */
  readonly note?: string | undefined;
  /** Also what her answers warn of. */
  readonly despitewarning?: boolean | undefined;
}

/**
 * Prescribes what she added, once: a job takes the money that is held, and its subscriptions begin when it is taken. Anything that stands
 * in the way is `wrong_state` with a sentence. Joins the transaction of `db`.
 */
export function approveAddition(
  parts: Services,
  { patient_id, order_id }: Pick<AdditionRow, "patient_id" | "order_id">,
  approval: AdditionApproval = {},
): Promise<void> {
  return transact(parts.db, async (tx) => {
    const inTx = { ...parts, db: tx };
    await lockOrdersOf(tx, patient_id);
    const found = await lockAdditionOf(tx, order_id);
    const known = await latestCase(tx, patient_id);
    if (!found || !known) throw new Refusal("wrong_state");
    const { order, lines, ...weighed } = await weigh(inTx, found);
    const despiteWarning = approval.despitewarning === true;
    const orderStatus = order?.status ?? null;
    const message = additionObstacle({ status: found.status, orderStatus, ...weighed, despiteWarning });
    if (message !== null) throw new Refusal("wrong_state", { message });
    refuseUnknown(approval, lines);
    const objection = await fillObjection(inTx, { patientId: patient_id, orderId: order_id }, lines);
    if (objection !== null) throw new Refusal("wrong_state", { message: objection });
    const doctorId = await doctorOf(inTx, patient_id, approval.doctorid ?? treatingDoctor(known));
    await prescribe(inTx, found, { doctorId, caseId: known.id, lines }, approval);
    // Only of what she was told is renewed.
    await openSubscriptions(inTx, {
      patientId: patient_id,
      orderId: order_id,
      only: ({ prescription }) => prescription,
    });
    await settleApproved(inTx, order_id);
    if (orderStatus === "paid") await settleAddition(inTx, order_id);
  });
}

async function doctorOf(parts: TxServices, patientId: string, id: string | null): Promise<string> {
  if (id === null) throw new Refusal("wrong_state", { message: "Please name the doctor who decides." });
  return doctorToRenew(parts, patientId, id);
}

async function prescribe(
  parts: TxServices,
  { id, patient_id: patientId, order_id: orderId }: AdditionRow,
  by: { readonly doctorId: string; readonly caseId: string; readonly lines: readonly LineRow[] },
  { directions, note }: AdditionApproval,
): Promise<void> {
  const { db, content, secrets, clock } = parts;
  const { doctorId, caseId, lines } = by;
  const now = clock.now();
  await changeAddition(db, id, "open", {
    status: "approved",
    doctor_id: doctorId,
    decided_at: now,
    note_sealed: sealWords(secrets, note, additionNoteOf(id)),
  });
  const prescribed = lines
    .filter(({ prescription }) => prescription)
    .map(({ product_id: productId, refills, days_supply, quantity }) => ({
      productId,
      refills,
      fillDays: days_supply * quantity,
      directions: directions?.[productId] ?? productById(content, productId)?.howtouse ?? "",
    }));
  await writePrescriptions(db, secrets, { patientId, caseId, doctorId, orderId, now }, prescribed);
  if (note !== undefined) await writeToHer(parts, { patientId, doctorId, additionId: id, text: note });
}

function refuseUnknown({ directions = {} }: AdditionApproval, lines: readonly LineRow[]): void {
  const unknown = Object.keys(directions).filter((id) => !lines.some((line) => line.product_id === id));
  if (unknown.length === 0) return;
  throw new Refusal("bad_request", {
    fields: unknown.map((id) => ({ path: `directions.${id}`, message: "She did not add this product." })),
  });
}
