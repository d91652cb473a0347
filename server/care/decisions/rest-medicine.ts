import type * as z from "zod/mini";
import type { care } from "#contract/care/calls.ts";
import { formatList } from "#contract/fields/formats.ts";
import { categoriesOf, productById } from "#server/catalogue/public.ts";
import { postMessage } from "#server/messages/public.ts";
import { combinationRequirementsOf } from "#server/onboarding/public.ts";
import { addDays, clinicToday, daysBetween, formatDay } from "#server/platform/clock/calendar-days.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { type Sentence, sentence, toText } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import {
  activePrescriptions,
  endRests,
  insertRests,
  type PrescribedItems,
  prescriptionById,
  type PrescriptionRow,
  type Rest,
  loadOpenRests,
  restingTogether,
  restsToday,
} from "#server/prescriptions/public.ts";
import { planAnew } from "#server/treatment/public.ts";
import { requireLicensedDoctor } from "../matching/assign-doctor.ts";
import { decidingDoctor, dependentsOf, mailUrgently, type PrescriptionCommand } from "./act-on-prescription.ts";
import { boxesOf, lastDayAtHome, loadMedicine } from "./change-directions.ts";
import { requireRevision } from "./record-revision.ts";

/*
 * A break from a medicine until a day: for surgery, a blood test, a month of watching. What may not be taken without it rests with it, and so does what it
 * replaces and the patient still uses. It ends by itself on its day.
 */

/** Longer than this a medicine is put on hold, and looked at before it goes on. */
const longestRestDays = 184;

interface RestCommand extends PrescriptionCommand, Rest {
  readonly revision: string | undefined;
}

/**
 * Lets a medicine rest, and tells the patient. Refuses `bad_request` for days that are past, in the wrong order or too far apart; `wrong_state` for a
 * prescription that isn't active, is on hold, rests already or is being replaced, and for a doctor who isn't licensed in the patient's state today;
 * `conflict` for a revision that isn't the present one.
 */
export const restMedicine = (
  services: Services & Refuses<"wrong_state" | "conflict">,
  { prescriptionId, reason, message, doctorId: requested, from, until, revision }: RestCommand,
): Promise<z.output<typeof care.restPrescription.ok>> =>
  inTransaction(services, async (tx) => {
    requireDays(clinicToday(tx), { from, until });
    const prescription = await requirePrescription(tx, prescriptionId);
    const { patient_id: patientId, product_id: productId } = prescription;
    await lockPatientOrders(tx.db, patientId);
    await requireRevision(tx, patientId, revision);
    const { medicines, names, obstacle } = await loadResting(tx, prescription, { from, until });
    if (obstacle !== null) throw services.refuse("wrong_state", { message: obstacle });
    const doctorId = await requireLicensedDoctor(tx, patientId, await decidingDoctor(tx, prescription, requested));
    await insertRests(tx, { patientId, doctorId, from, until, reason, medicines });
    const nextchargeon = await planAnew(tx, patientId, productId);
    const planned = sentence("prescriptions.rest_planned", {
      ...{
        names: formatList(names),
        from: formatDay(from),
        last: formatDay(addDays(until, -1)),
        day: formatDay(until),
      },
    });
    await messagePatient(tx, { patientId, doctorId, message, told: planned });
    return { id: prescriptionId, from, until, names, nextchargeon };
  });

/** Ends it today, or before it begins. Refuses `wrong_state` for a medicine that doesn't rest, or that rests along with another one. */
export const endMedicineRest = (
  services: Services & Refuses<"wrong_state">,
  { prescriptionId, message, doctorId: requested }: PrescriptionCommand,
): Promise<z.output<typeof care.endRest.ok>> =>
  inTransaction(services, async (tx) => {
    const prescription = await requirePrescription(tx, prescriptionId);
    const { patient_id: patientId, product_id: productId } = prescription;
    await lockPatientOrders(tx.db, patientId);
    const doctorId = await requireLicensedDoctor(tx, patientId, await decidingDoctor(tx, prescription, requested));
    const { productIds, obstacle } = await restToEnd(tx, prescription);
    if (obstacle !== null) throw services.refuse("wrong_state", { message: obstacle });
    await endRests(tx, patientId, productIds);
    const names = namesOf(tx, productIds);
    const nextchargeon = await planAnew(tx, patientId, productId);
    const told = sentence("prescriptions.rest_over", { names: formatList(names) });
    await messagePatient(tx, { patientId, doctorId, message, told });
    return { id: prescriptionId, names, nextchargeon };
  });

/** What goes on once a medicine's break ends, itself first, and why the break can't be ended, in a sentence for the practice. */
export async function restToEnd(
  services: TxServices,
  { patient_id: patientId, product_id: productId }: PrescriptionRow,
): Promise<{ readonly productIds: readonly string[]; readonly obstacle: string | null }> {
  const productIds = await restingTogether(services, patientId, productId);
  if (productIds.length === 0) return { productIds, obstacle: notItsOwnRest };
  return { productIds, obstacle: (await lackCompanion(services, patientId, productIds)) ? companionRests : null };
}

/** Whether one of these would go on while what it may not be taken without rests, or is on hold. */
async function lackCompanion(services: TxServices, patientId: string, productIds: readonly string[]): Promise<boolean> {
  const rests = await restsToday(services, patientId);
  const prescribed = await activePrescriptions(services, patientId);
  const isOfCategory = (id: string, category: string) => categoriesOf(services.content, id).includes(category);
  const isUsed = (id: string) => productIds.includes(id) || !rests(id);
  const used = [...prescribed].filter(([id, { onHold }]) => !onHold && isUsed(id)).map(([id]) => id);
  return (await combinationRequirementsOf(services, patientId)).some(
    ({ ifcategory, require }) =>
      productIds.some((id) => isOfCategory(id, ifcategory) && !isOfCategory(id, require)) &&
      !used.some((id) => isOfCategory(id, require)),
  );
}

/** What a break would mean, without changing anything. */
export const quoteRest = (
  services: Services,
  prescriptionId: string,
  rest: Rest,
): Promise<z.output<typeof care.restQuote.ok>> =>
  inTransaction(services, async (tx) => {
    const today = clinicToday(tx);
    requireDays(today, rest);
    const prescription = await requirePrescription(tx, prescriptionId);
    const { names, obstacle } = await loadResting(tx, prescription, rest);
    const boxes = await boxesOf(tx, prescription.patient_id, prescription.product_id);
    const resting = boxes.map((box) => ({ ...box, rests: [...(box.rests ?? []), rest] }));
    return {
      ...{ names, obstacle },
      onhanduntil: lastDayAtHome(resting, today),
      onhandbefore: lastDayAtHome(boxes, today),
    };
  });

const notItsOwnRest =
  "There's no break to end: the patient isn't to take one from this medicine, or only along with another one. Then please end it there.";

const companionRests =
  "It may not be taken without another medicine that the patient doesn't use now. Please end that one's break, or take it off hold, first.";

async function requirePrescription({ db }: TxServices, id: string): Promise<PrescriptionRow> {
  const prescription = await prescriptionById(db, id);
  if (!prescription) throw new Refusal("not_found");
  return prescription;
}

function requireDays(today: string, { from, until }: Rest): void {
  const refuse = (path: string, message: string) => new Refusal("bad_request", { fields: [{ path, message }] });
  if (from < today) throw refuse("from", "Please choose today or a later day.");
  if (until <= from) throw refuse("until", "Please choose a day after the break begins.");
  if (daysBetween(from, until) > longestRestDays)
    throw refuse("until", "A break lasts six months at most. For longer, please put it on hold.");
}

/** What rests if a medicine does, itself first, and why it can't. */
async function loadResting(services: TxServices, prescription: PrescriptionRow, { from, until }: Rest) {
  const { patient_id: patientId, product_id: productId } = prescription;
  const { prescribed, obstacle } = await loadMedicine(services, prescription);
  const rests = await loadOpenRests(services.db, patientId, clinicToday(services));
  const dependents = await dependentsOf(services, patientId, productId, (id) => rests.has(id));
  const covers = (own: Rest) => own.from <= from && until <= own.until;
  const along = dependents.filter((id) => !covers(rests.get(id) ?? never));
  const medicines = [productId, ...along].flatMap((id) => medicinesOf(prescribed, id));
  const resting = [productId, ...along].find((id) => rests.has(id));
  return {
    medicines,
    names: namesOf(
      services,
      medicines.map((each) => each.productId),
    ),
    obstacle: obstacle ?? (resting === undefined ? null : restObstacle(services, resting, rests.get(resting) ?? never)),
  };
}

const never: Rest = { from: "9999-12-31", until: "9999-12-31" };

/** A prescribed medicine and what it replaces: the patient may still use that. */
function medicinesOf(prescribed: PrescribedItems, productId: string) {
  const item = prescribed.get(productId);
  return item ? [{ productId, prescriptionId: item.prescriptionId }, ...(item.replaces ?? [])] : [];
}

const restObstacle = (services: Pick<TxServices, "content">, productId: string, { from, until }: Rest): string =>
  `The patient is to take a break from ${formatList(namesOf(services, [productId]))} already, from ${formatDay(from)} through ${formatDay(addDays(until, -1))}. Please end that first.`;

const namesOf = ({ content }: Pick<TxServices, "content">, productIds: readonly string[]): string[] =>
  productIds.map((id) => productById(content, id)?.name ?? id);

async function messagePatient(
  services: TxServices,
  to: { readonly patientId: string; readonly doctorId: string; readonly message: string; readonly told: Sentence },
): Promise<void> {
  const { patientId, doctorId, message, told } = to;
  const author = { role: "doctor", doctorId } as const;
  const text = `${message}\n\n${toText(services.content, told)}`;
  const { seq } = await postMessage(services, {
    patientId,
    kind: "doctor",
    author,
    text,
    answersSeq: 0,
    sendsMail: false,
  });
  await mailUrgently(services, patientId, `rest:${patientId}:${String(seq)}`);
}
