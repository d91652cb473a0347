import type { PrescriptionAction } from "#contract/care/prescriptions.ts";
import { patientById } from "#server/auth/public.ts";
import { latestCase, treatingDoctor } from "#server/cases/public.ts";
import { categoriesOf, productById } from "#server/catalogue/public.ts";
import { doctorsById } from "#server/doctors/public.ts";
import { postMessage } from "#server/messages/public.ts";
import { combinationRequirementsOf, contraindicationsFor } from "#server/onboarding/public.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { queuePatientMail, greetingName } from "#server/platform/mail/queue-mail.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import {
  activePrescriptions,
  closePrescriptionRenewal,
  endPrescription,
  insertPrescriptionAction,
  lockPrescription,
  notifyAboutPrescriptionRenewal,
  type PrescriptionActionKind,
  type PrescriptionRow,
  prescriptionById,
  restsToday,
} from "#server/prescriptions/public.ts";
import {
  cancelSubscriptionsOfProduct,
  parcelPartnersOf,
  releasePrescriptionOrders,
  withdrawTreatmentChangesTo,
} from "#server/treatment/public.ts";
import { withdrawUpsellRequestsFor } from "#server/upsell-requests/public.ts";
import { closeItemAbout } from "#server/work-items/public.ts";
import { atHomeTexts } from "../chart/medicine-at-home.ts";
import { requireLicensedDoctor } from "../matching/assign-doctor.ts";
import { refundUnsentLines } from "../refunds/refund-unsent-lines.ts";
import { putPrescriptionsOnHold } from "./hold-prescriptions.ts";

export interface PrescriptionCommand {
  readonly prescriptionId: string;
  /** For the practice. */
  readonly reason: string;
  /** For the patient. */
  readonly message: string;
  readonly doctorId: string | undefined;
}

/**
 * Stops a medicine at once: its subscriptions end, planned and authorized charges are dropped, what was paid and not sent is refunded, and what may
 * not be taken without it goes on hold. A charge that is under way is never captured, or refunded as soon as the gateway says it was made. The patient
 * is told at once, with what to do with the medicine at home. Refuses `wrong_state` for a prescription that has ended. Nothing about the doctor's
 * license refuses it: a stop must never wait. `wrongPatient`: it was meant for another patient, as the record says from then on;
 * what waits because the patient said so is closed, by `actor`.
 */
export const stopPrescription = (
  services: Services & Refuses<"wrong_state">,
  command: PrescriptionCommand & { readonly wrongPatient: boolean; readonly actor: string },
): Promise<PrescriptionAction> =>
  actOnPrescription(services, command, "stop", async (txServices, prescription) => {
    const { patient_id: patientId, product_id: productId } = prescription;
    const isStopped = (id: string) => id === productId;
    await withdrawUpsellRequestsFor(txServices, patientId, isStopped);
    await withdrawTreatmentChangesTo(txServices, patientId, isStopped);
    await endPrescription(txServices, prescription.id, command);
    if (command.wrongPatient)
      await closeItemAbout(txServices, {
        ...{ patientId, kind: "not_mine", refId: prescription.id, outcome: "changed", actor: command.actor },
        note: "It was entered for the wrong patient, and is stopped.",
      });
    await cancelSubscriptionsOfProduct(txServices, patientId, productId);
    await refundUnsentLines(txServices, patientId, productId);
  });

/**
 * Rests a medicine, and what may not be taken without it: nothing of it is charged or sent until it is released. The patient is told at once, with what
 * to do with the medicine at home. Refuses `wrong_state` for a prescription that has ended.
 */
export const holdPrescription = (
  services: Services & Refuses<"wrong_state">,
  command: PrescriptionCommand,
): Promise<PrescriptionAction> =>
  actOnPrescription(services, command, "hold", async (txServices, { patient_id, product_id }) => {
    await putPrescriptionsOnHold(txServices, patient_id, (id) => id === product_id, { asksDoctor: false });
  });

/**
 * Releases a medicine that is on hold: what waited for it is planned again. Refuses `wrong_state` for one that is not on hold, for a doctor who is not
 * licensed in the patient's state today, for what a rule stops, and for what a rule warns of unless `despiteWarning`.
 */
export const releasePrescription = (
  services: Services & Refuses<"wrong_state">,
  command: PrescriptionCommand & { readonly despiteWarning: boolean },
): Promise<PrescriptionAction> =>
  actOnPrescription(services, command, "release", async (txServices, prescription, doctorId) => {
    const { id, patient_id: patientId, product_id: productId } = prescription;
    if (prescription.on_hold_at === null)
      throw services.refuse("wrong_state", { message: "This prescription isn't on hold." });
    await requireLicensedDoctor(txServices, patientId, doctorId);
    await requireNoContraindication(txServices, { patientId, productId, despiteWarning: command.despiteWarning });
    await txServices.db.updateTable("prescription").set({ on_hold_at: null }).where("id", "=", id).execute();
    await closePrescriptionRenewal(txServices, id, "approved", doctorId);
    await releasePrescriptionOrders(txServices, patientId, productId);
    await notifyAboutPrescriptionRenewal(txServices, patientId, "renewal_approved");
  });

/** What speaks against using a medicine again beside what the patient uses today: what forbids it, in a sentence for the practice, and what warns of it. */
export async function releaseContraindications(
  services: TxServices,
  { patientId, productId }: { readonly patientId: string; readonly productId: string },
) {
  const prescribed = await activePrescriptions(services, patientId);
  const rests = await restsToday(services, patientId);
  const others = [...prescribed]
    .filter(([id, { onHold }]) => id !== productId && !onHold && !rests(id))
    .map(([id]) => id);
  const { stop, combination, warnings } = await contraindicationsFor(services, patientId, {
    productId,
    concurrent: others,
  });
  return { forbidden: stop ?? combination, warnings };
}

async function requireNoContraindication(
  services: TxServices & Refuses<"wrong_state">,
  { patientId, productId, despiteWarning }: { patientId: string; productId: string; despiteWarning: boolean },
): Promise<void> {
  const { forbidden, warnings } = await releaseContraindications(services, { patientId, productId });
  if (forbidden !== null) throw services.refuse("wrong_state", { message: forbidden });
  if (warnings.length > 0 && !despiteWarning)
    throw services.refuse("wrong_state", {
      message: `${warnings.map(({ note }) => note).join(" ")} To release it all the same, send despitewarning: true.`,
    });
}

function actOnPrescription(
  services: Services & Refuses<"wrong_state">,
  {
    prescriptionId,
    reason,
    message,
    doctorId: requestedDoctorId,
    wrongPatient = false,
  }: PrescriptionCommand & { readonly wrongPatient?: boolean },
  action: PrescriptionActionKind,
  act: (
    txServices: TxServices & Refuses<"wrong_state">,
    prescription: PrescriptionRow,
    doctorId: string,
  ) => Promise<void>,
): Promise<PrescriptionAction> {
  return inTransaction(services, async (tx) => {
    const known = await prescriptionById(tx.db, prescriptionId);
    if (!known) throw new Refusal("not_found");
    const { patient_id: patientId, product_id: productId } = known;
    await lockPatientOrders(tx.db, patientId);
    const prescription = (await lockPrescription(tx.db, prescriptionId)) ?? known;
    const ended = stepEnded(prescription);
    if (ended !== null) throw services.refuse("wrong_state", { message: ended });
    const doctorId = await decidingDoctor(tx, prescription, requestedDoctorId);
    const sameParcel = await parcelPartnersOf(tx, patientId, productId);
    await act(tx, prescription, doctorId);
    const dependent = action === "release" ? [] : await holdDependents(tx, patientId, productId);
    const advice = action === "release" ? [] : atHomeTexts(tx.content, [productId, ...dependent], false);
    const enteredByMistake = wrongPatient
      ? [
          toText(
            tx.content,
            sentence("prescriptions.wrong_patient", { name: productById(tx.content, productId)?.name ?? productId }),
          ),
        ]
      : [];
    const text = [message, ...enteredByMistake, ...advice.map((each) => `${each.names.join(", ")}: ${each.text}`)].join(
      "\n\n",
    );
    const author = { role: "doctor", doctorId } as const;
    const { seq } = await postMessage(tx, { patientId, kind: "doctor", author, text, answersSeq: 0, sendsMail: false });
    if (action !== "release") await mailUrgently(tx, patientId, `${prescriptionId}:${String(seq)}`);
    await insertPrescriptionAction(tx, { patientId, prescriptionId, action, doctorId, reason, messageSeq: seq });
    return presentAction(tx, prescriptionId, { dependent, sameParcel });
  });
}

/** Why nothing more can be done with a prescription, in a sentence for the practice; null where something can. One that another product replaced may still have a paid box at the pharmacy. */
export const stepEnded = ({ status, discontinued_at }: PrescriptionRow): string | null =>
  status === "ended" && discontinued_at === null ? "This prescription has already ended." : null;

/** The doctor named, else the treating doctor, else the prescriber. */
export async function decidingDoctor(
  { db }: TxServices,
  prescription: PrescriptionRow,
  requestedDoctorId: string | undefined,
): Promise<string> {
  if (requestedDoctorId !== undefined) {
    if ((await doctorsById(db, [requestedDoctorId])).has(requestedDoctorId)) return requestedDoctorId;
    throw new Refusal("bad_request", { fields: [{ path: "doctorid", message: "There's no doctor with this id." }] });
  }
  const latest = await latestCase(db, prescription.patient_id);
  return (latest && treatingDoctor(latest)) ?? prescription.doctor_id;
}

/** Puts on hold what the patient may not take without this product. Gives the products. */
async function holdDependents(
  services: TxServices & Refuses<"wrong_state">,
  patientId: string,
  productId: string,
): Promise<string[]> {
  const dependent = await dependentsOf(services, patientId, productId);
  if (dependent.length > 0)
    await putPrescriptionsOnHold(services, patientId, (id) => dependent.includes(id), { asksDoctor: true });
  return dependent;
}

/**
 * What is prescribed and may not be taken without this product, unless another one covers for it. `rests`: what the patient takes a break from covers for
 * nothing; today, where it isn't said.
 */
export async function dependentsOf(
  services: TxServices,
  patientId: string,
  productId: string,
  rests?: (productId: string) => boolean,
): Promise<string[]> {
  const { content } = services;
  const isResting = rests ?? (await restsToday(services, patientId));
  const isOfCategory = (id: string, category: string) => categoriesOf(content, id).includes(category);
  const prescribed = await activePrescriptions(services, patientId);
  const usable = [...prescribed].filter(([id, { onHold }]) => id !== productId && !onHold).map(([id]) => id);
  const missing = (await combinationRequirementsOf(services, patientId)).filter(
    ({ require }) =>
      isOfCategory(productId, require) && !usable.some((id) => !isResting(id) && isOfCategory(id, require)),
  );
  return usable.filter((id) => missing.some(({ ifcategory }) => isOfCategory(id, ifcategory)));
}

export async function mailUrgently(services: TxServices, patientId: string, dedupeKey: string): Promise<void> {
  const { email, firstname } = await patientById(services, patientId);
  const values = { firstname: greetingName(firstname), link: `${services.config.publicUrl}/messages/doctor` };
  await queuePatientMail(services, {
    patientId,
    mail: "urgent_message",
    to: email,
    values,
    dedupeKey: `urgent_message:${dedupeKey}`,
  });
}

async function presentAction(
  { db, content }: TxServices,
  prescriptionId: string,
  { dependent, sameParcel }: { readonly dependent: readonly string[]; readonly sameParcel: readonly string[] },
): Promise<PrescriptionAction> {
  const { patient_id, rx_number, product_id, status, on_hold_at } = await db
    .selectFrom("prescription")
    .selectAll()
    .where("id", "=", prescriptionId)
    .executeTakeFirstOrThrow();
  const others = await db
    .selectFrom("prescription")
    .select(["id", "product_id", "rx_number", "on_hold_at"])
    .where("patient_id", "=", patient_id)
    .where("status", "=", "active")
    .where("id", "!=", prescriptionId)
    .orderBy("rx_number")
    .execute();
  return {
    id: prescriptionId,
    rxnumber: rx_number,
    productid: product_id,
    status: status === "ended" ? "stopped" : on_hold_at === null ? "active" : "on_hold",
    partners: others
      .filter((each) => dependent.includes(each.product_id) || sameParcel.includes(each.product_id))
      .map((each) => ({
        id: each.id,
        productid: each.product_id,
        name: productById(content, each.product_id)?.name ?? each.product_id,
        rxnumber: each.rx_number,
        onhold: each.on_hold_at !== null,
        sameparcel: sameParcel.includes(each.product_id),
      })),
  };
}
