import type { Input } from "#contract/endpoint.ts";
import type { care } from "#contract/care.ts";
import { transact } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { reviewOf } from "#server/followup/public.ts";
import { postMessage } from "#server/messages/public.ts";
import { objectionsTo } from "#server/onboarding/public.ts";
import { isServed, lockOrdersOf, shipStateOf } from "#server/store/public.ts";
import { changeObstacle, changeTarget, type MadeChange, makeChange } from "#server/treatment/public.ts";
import { doctorToRenew } from "./assign-doctor.ts";
import { type CaseRow, latestCase, treatingDoctor } from "./cases.ts";
import { prescribeInstead, replacePrescription } from "./prescribe-instead.ts";
import { prescribedTo } from "./prescriptions.ts";
import { takes } from "./takes.ts";

type Wish = Input<typeof care.changeTreatment>["body"];

/**
 * Her doctor prescribes something else than a subscription supplies. Refuses `bad_request` for what is no prescription product,
 * `not_available_in_state`, and `wrong_state` with a sentence: for a subscription that cannot be changed, for what her answers speak
 * against, and for what does not go with the rest of her treatment. Joins the transaction of `db`.
 */
export function changeTreatment(
  parts: Services,
  patientId: string,
  subscriptionId: string,
  wish: Wish,
): Promise<MadeChange> {
  return transact(parts.db, async (tx) => {
    const inTx: TxServices = { ...parts, db: tx };
    await lockOrdersOf(tx, patientId);
    const { productid: productId, pricingid: pricingId } = wish;
    const target = await changeTarget(inTx, patientId, subscriptionId, {
      ...{ productId, pricingId },
      prescribed: await prescribedTo(inTx, patientId),
      beside: await takes(inTx, patientId, { subscriptionId }),
    });
    if (!target.offered) throw noSuch("pricingid", "There is no such product with this pricing.");
    if (!target.offered.product.prescription) throw noSuch("productid", "This product needs no prescription.");
    if (!isServed(parts.content, await shipStateOf(tx, patientId))) throw new Refusal("not_available_in_state");
    if (wish.followupid !== undefined && !(await reviewOf(tx, patientId, wish.followupid)))
      throw noSuch("followupid", "She has no review with this id.");
    const latest = await latestCase(tx, patientId);
    const obstacle = changeObstacle({ ...target.facts, approved: latest?.status === "approved" });
    if (!latest || obstacle !== null) throw wrong(obstacle ?? "");
    const doctorId = await doctorOf(inTx, latest, wish.doctorid);
    const despite = await screened(inTx, patientId, wish, target.beside);
    const { refills, directions, note, followupid: followupId } = wish;
    const made = await makeChange(
      inTx,
      { book: target.book, offered: target.offered },
      subscriptionId,
      { productId, pricingId, doctorId, refills, directions, note, followupId, despite },
      { replace: replacePrescription, prescribe: prescribeInstead },
    );
    if (note !== undefined) await write(inTx, patientId, { note, doctorId, clientId: made.id });
    return made;
  });
}

async function doctorOf(parts: TxServices, latest: CaseRow, named: string | undefined): Promise<string> {
  const id = named ?? treatingDoctor(latest);
  if (id === null) throw wrong("Please name the doctor who decides.");
  return doctorToRenew(parts, latest.patient_id, id);
}

/** The rules it is prescribed in spite of; refuses what may not be. */
async function screened(
  parts: TxServices,
  patientId: string,
  { productid: productId, despitewarning }: Wish,
  beside: readonly string[],
): Promise<string[]> {
  const { stop, warnings, combination } = await objectionsTo(parts, patientId, { productId, beside });
  if (stop !== null) throw wrong(stop);
  if (combination !== null) throw wrong(combination);
  if (warnings.length > 0 && despitewarning !== true)
    throw wrong(
      `${warnings.map(({ note }) => note).join(" ")} To prescribe it all the same, send despitewarning: true.`,
    );
  return warnings.map(({ ruleid }) => ruleid);
}

/** The doctor's words, in their conversation; what she wrote before still waits for an answer, and another mail tells her of the change. */
async function write(
  parts: TxServices,
  patientId: string,
  { note, doctorId, clientId }: { readonly note: string; readonly doctorId: string; readonly clientId: string },
): Promise<void> {
  await postMessage(parts, {
    ...{ patientId, kind: "doctor", author: { role: "doctor", doctorId }, text: note, clientId },
    answersSeq: 0,
    mail: false,
  });
}

const wrong = (message: string): Refusal => new Refusal("wrong_state", { message });
const noSuch = (path: string, message: string): Refusal => new Refusal("bad_request", { fields: [{ path, message }] });
