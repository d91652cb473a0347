import type * as z from "zod/mini";
import type { care } from "#contract/care/calls.ts";
import { daysAtPace, type Pace } from "#contract/treatment/pace.ts";
import { productById } from "#server/catalogue/public.ts";
import { postMessage } from "#server/messages/public.ts";
import { addDays, clinicToday, formatDay } from "#server/platform/clock/calendar-days.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import type { Database } from "#server/platform/database/open.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { changeStates } from "#server/platform/database/states.ts";
import { requirePrintable } from "#server/platform/print/require-printable.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import {
  activePrescriptions,
  type Box,
  changeDirections as writeDirections,
  emptyOn,
  loadDispensedBoxes,
  type PrescribedItem,
  prescriptionById,
  type PrescriptionRow,
} from "#server/prescriptions/public.ts";
import { followPace } from "#server/treatment/public.ts";
import { requireLicensedDoctor } from "../matching/assign-doctor.ts";
import { decidingDoctor, type PrescriptionCommand } from "./act-on-prescription.ts";
import { requireRevision } from "./record-revision.ts";

/*
 * The same medicine, used in another way: every other night because it makes the patient sleepy. It begins today. What is at home lasts by the new
 * directions, and the next box comes when that runs low; none is charged sooner than its label says, which is what the patient agreed to.
 */

/** What other directions would mean. */
type Quote = z.output<typeof care.directionsQuote.ok>;

interface DirectionsCommand extends PrescriptionCommand {
  readonly directions: string;
  readonly pace: Pace;
  readonly revision: string | undefined;
}

/**
 * Changes them, and tells the patient. Refuses `wrong_state` for a prescription that isn't active, on hold, or that another medicine takes the place of,
 * for what is the same already, and for a doctor who isn't licensed in the patient's state today; `conflict` for a revision that isn't the present one.
 */
export const changeDirections = (
  services: Services & Refuses<"wrong_state" | "conflict">,
  { prescriptionId, reason, message, doctorId: requested, directions, pace, revision }: DirectionsCommand,
): Promise<z.output<typeof care.changeDirections.ok>> =>
  inTransaction(services, async (tx) => {
    const prescription = await prescriptionById(tx.db, prescriptionId);
    if (!prescription) throw new Refusal("not_found");
    const patientId = prescription.patient_id;
    await lockPatientOrders(tx.db, patientId);
    await requireRevision(tx, patientId, revision);
    await requirePrintable({ directions });
    const { item, obstacle } = await loadMedicine(tx, prescription);
    const isSame = item?.directions === directions && item.pace === pace;
    const against = obstacle ?? (isSame ? "These are the directions already." : null);
    if (against !== null || item === undefined) throw services.refuse("wrong_state", { message: against ?? ended });
    const doctorId = await requireLicensedDoctor(tx, patientId, await decidingDoctor(tx, prescription, requested));
    const { product_id: productId } = prescription;
    await writeDirections(tx, {
      ...{ patientId, prescriptionId, productId, doctorId, directions, pace, reason, former: item.directions },
    });
    const nextchargeon = await followPace(tx, { patientId, productId, pace });
    const onhanduntil = lastDayAtHome(await boxesOf(tx, patientId, productId), clinicToday(tx));
    await messagePatient(tx, { patientId, doctorId, productId, message, directions, onhanduntil });
    return { id: prescriptionId, directions, pace, onhanduntil, nextchargeon };
  });

/** What a pace would mean from today on, without changing anything. */
export async function quoteDirections(
  services: Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database },
  prescriptionId: string,
  pace: Pace,
): Promise<Quote> {
  const prescription = await prescriptionById(services.db, prescriptionId);
  if (!prescription) throw new Refusal("not_found");
  const { item, obstacle } = await loadMedicine(services, prescription);
  const today = clinicToday(services);
  const boxes = await boxesOf(services, prescription.patient_id, prescription.product_id);
  const slower = boxes.map((box) => ({ ...box, paces: [...(box.paces ?? []), { from: today, pace }] }));
  const { pace: present = "label", directions = null } = item ?? {};
  const days = prescription.days_supply;
  return {
    ...{ directions, pace: present, obstacle },
    dayssupply: days === null ? null : daysAtPace(days, pace),
    daysbefore: days === null ? null : daysAtPace(days, present),
    onhanduntil: lastDayAtHome(slower, today),
    onhandbefore: lastDayAtHome(boxes, today),
  };
}

const ended = "This prescription has ended.";

type Deps = Pick<TxServices, "secrets"> & { readonly db: Database };

/** What is prescribed, what of it by this prescription, and why its directions can't be changed. */
export async function loadMedicine(services: Deps, { id, patient_id }: PrescriptionRow) {
  const prescribed = await activePrescriptions(services, patient_id);
  const item = [...prescribed.values()].find(({ prescriptionId }) => prescriptionId === id);
  return { prescribed, item, obstacle: directionsObstacle(item, await hasOpenChange(services.db, id)) };
}

/** Why the directions of a medicine can't be changed, in a sentence for the practice; null when they can. */
export function directionsObstacle(
  item: Pick<PrescribedItem, "onHold"> | undefined,
  isReplaced: boolean,
): string | null {
  if (!item) return ended;
  if (item.onHold) return "This prescription is on hold. Please take it off hold first.";
  return isReplaced
    ? "Another medicine was prescribed instead of it. Please withdraw that change first, or wait until it has begun."
    : null;
}

const hasOpenChange = async (db: Database, prescriptionId: string): Promise<boolean> =>
  (await db
    .selectFrom("treatment_change")
    .select("id")
    .where("from_prescription_id", "=", prescriptionId)
    .where("status", "in", changeStates.open.list)
    .executeTakeFirst()) !== undefined;

export const boxesOf = async (
  { db, content }: Pick<Services, "content"> & { readonly db: Database },
  patientId: string,
  productId: string,
): Promise<readonly Box[]> => (await loadDispensedBoxes(db, patientId, content.brand.timezone)).get(productId) ?? [];

/** The last day of what has arrived; null where none of it is left. */
export function lastDayAtHome(boxes: readonly Box[], today: string): string | null {
  const empty = emptyOn(
    boxes.filter(({ deliveredOn }) => deliveredOn !== null),
    today,
  );
  return empty !== null && empty > today ? addDays(empty, -1) : null;
}

async function messagePatient(
  services: TxServices,
  told: {
    readonly patientId: string;
    readonly doctorId: string;
    readonly productId: string;
    readonly message: string;
    readonly directions: string;
    readonly onhanduntil: string | null;
  },
): Promise<void> {
  const { patientId, doctorId, productId, message, directions, onhanduntil } = told;
  const name = productById(services.content, productId)?.name ?? productId;
  const parts = [
    message,
    toText(services.content, sentence("prescriptions.directions_changed", { name, directions })),
    onhanduntil !== null &&
      toText(services.content, sentence("prescriptions.lasts_until", { name, day: formatDay(onhanduntil) })),
  ];
  const author = { role: "doctor", doctorId } as const;
  const text = parts.filter((part) => part !== false).join("\n\n");
  await postMessage(services, { patientId, kind: "doctor", author, text, answersSeq: 0, sendsMail: true });
}
