import type { Input } from "#contract/http/endpoint.ts";
import type { care } from "#contract/care/calls.ts";
import { inTransaction, type Tx } from "#server/platform/database/open.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { postMessage } from "#server/messages/public.ts";
import { contraindicationsFor } from "#server/onboarding/public.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { isStateServed, shipStateOf } from "#server/orders/public.ts";
import {
  treatmentChangeObstacle,
  loadTreatmentChangeTarget,
  type TreatmentChangeResult,
  makeTreatmentChange,
  currentAndPendingProducts,
} from "#server/treatment/public.ts";
import { requireRevision } from "./record-revision.ts";
import { requireLicensedDoctor } from "../matching/assign-doctor.ts";
import { type CaseRow, latestCase, treatingDoctor } from "#server/cases/public.ts";
import { prescribeReplacement, discontinuePrescription, activePrescriptions } from "#server/prescriptions/public.ts";

/** Whether the patient has this follow-up. */
export type HasFollowup = (db: Tx, patientId: string, followupId: string) => Promise<boolean>;

type TreatmentChangeInput = Input<typeof care.changeTreatment>["body"];

/**
 * Changes the product a subscription supplies. Refuses `bad_request` for a product that needs no prescription, `not_available_in_state`,
 * and `wrong_state` with a sentence: for a subscription that cannot be changed, for what the patient's answers speak against, and for what
 * does not combine with the rest of the treatment. Joins the transaction of `db`.
 */
export function changeTreatment(
  services: Services & Refuses<"not_available_in_state" | "wrong_state" | "conflict">,
  patientId: string,
  subscriptionId: string,
  input: TreatmentChangeInput,
  hasFollowup: HasFollowup,
): Promise<TreatmentChangeResult> {
  return inTransaction(services, async (tx) => {
    await lockPatientOrders(tx.db, patientId);
    await requireRevision(tx, patientId, input.revision);
    const { productid: productId, pricingid: pricingId } = input;
    const target = await loadTreatmentChangeTarget(tx, patientId, subscriptionId, {
      ...{ productId, pricingId },
      prescribed: await activePrescriptions(tx, patientId),
      concurrent: await currentAndPendingProducts(tx, patientId, { subscriptionId }),
    });
    if (!target.pricedProduct) throw badField("pricingid", "There's no such product with this pricing.");
    if (!target.pricedProduct.product.prescription)
      throw badField("productid", "This product doesn't need a prescription.");
    if (!isStateServed(services.content, await shipStateOf(tx.db, patientId)))
      throw services.refuse("not_available_in_state");
    if (input.followupid !== undefined && !(await hasFollowup(tx.db, patientId, input.followupid)))
      throw badField("followupid", "The patient has no follow-up with this id.");
    const latest = await latestCase(tx.db, patientId);
    const obstacle = treatmentChangeObstacle({ ...target.facts, approved: latest?.status === "approved" });
    if (!latest || obstacle !== null) throw services.refuse("wrong_state", { message: obstacle ?? "" });
    const doctorId = await decidingDoctor(tx, latest, input.doctorid);
    const overriddenRules = await screenTreatmentChange(tx, patientId, input, target.concurrent);
    const { refills, directions, note, followupid: followupId } = input;
    const made = await makeTreatmentChange(
      tx,
      { snapshot: target.snapshot, pricedProduct: target.pricedProduct },
      subscriptionId,
      { productId, pricingId, doctorId, refills, directions, note, followupId, overriddenRules },
      { replace: discontinuePrescription, prescribe: prescribeReplacement },
    );
    if (note !== undefined) await postChangeNote(tx, patientId, { note, doctorId, clientId: made.id });
    return made;
  });
}

async function decidingDoctor(
  services: TxServices & Refuses<"wrong_state">,
  latest: CaseRow,
  requestedDoctorId: string | undefined,
): Promise<string> {
  const id = requestedDoctorId ?? treatingDoctor(latest);
  if (id === null) throw services.refuse("wrong_state", { message: "Please name the doctor who decides." });
  return requireLicensedDoctor(services, latest.patient_id, id);
}

/** Ids of the rules the product is prescribed in spite of; refuses what must not be prescribed. */
async function screenTreatmentChange(
  services: TxServices & Refuses<"wrong_state">,
  patientId: string,
  { productid: productId, despitewarning }: TreatmentChangeInput,
  concurrent: readonly string[],
): Promise<string[]> {
  const { stop, warnings, combination } = await contraindicationsFor(services, patientId, {
    productId,
    concurrent,
  });
  if (stop !== null) throw services.refuse("wrong_state", { message: stop });
  if (combination !== null) throw services.refuse("wrong_state", { message: combination });
  if (warnings.length > 0 && despitewarning !== true)
    throw services.refuse("wrong_state", {
      message: `${warnings.map(({ note }) => note).join(" ")} To prescribe it all the same, send despitewarning: true.`,
    });
  return warnings.map(({ ruleid }) => ruleid);
}

/** Posts the doctor's note to the conversation. It answers no message of the patient (`answersSeq: 0`) and sends no mail: the change has its own. */
async function postChangeNote(
  services: TxServices,
  patientId: string,
  { note, doctorId, clientId }: { readonly note: string; readonly doctorId: string; readonly clientId: string },
): Promise<void> {
  await postMessage(services, {
    ...{ patientId, kind: "doctor", author: { role: "doctor", doctorId }, text: note, clientId },
    answersSeq: 0,
    sendsMail: false,
  });
}

const badField = (path: string, message: string): Refusal =>
  new Refusal("bad_request", { fields: [{ path, message }] });
