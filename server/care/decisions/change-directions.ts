import type * as z from "zod/mini";
import type { care } from "#contract/care/calls.ts";
import { daysAtPace, type LastingPace, usesMore } from "#contract/treatment/pace.ts";
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
  type PlannedPhase,
  type PrescribedItem,
  prescriptionById,
  type PrescriptionRow,
} from "#server/prescriptions/public.ts";
import { earliestCharge, followPace, planAnew } from "#server/treatment/public.ts";
import { requireLicensedDoctor } from "../matching/assign-doctor.ts";
import { decidingDoctor, type PrescriptionCommand } from "./act-on-prescription.ts";
import { requireStart, startOf, type WantedStart } from "./directions-start.ts";
import { requireRevision } from "./record-revision.ts";

/*
 * The same medicine, used in another way: every other night because it makes the patient sleepy. It begins today, when the box ends, or on a day of the
 * prescriber's. What is at home lasts by the new directions, and the next box comes when that runs low; none is charged sooner than its label says, which is
 * what the patient agreed to.
 */

/** What other directions would mean. */
type Quote = z.output<typeof care.directionsQuote.ok>;

interface DirectionsCommand extends PrescriptionCommand {
  readonly directions: string;
  readonly pace: LastingPace;
  readonly start: WantedStart;
  readonly revision: string | undefined;
}

/**
 * Changes them, and tells the patient. Refuses `wrong_state` for a prescription that isn't active, on hold, or that another medicine takes the place of,
 * for what is the same already, for the end of a box that isn't known, or isn't the one that was shown, and for a doctor who isn't licensed in the patient's
 * state today; `conflict` for a revision that isn't the present one; `bad_request` for a day that is past, today, or too far ahead.
 */
export const changeDirections = (
  services: Services & Refuses<"wrong_state" | "conflict">,
  { prescriptionId, reason, message, doctorId: requested, revision, start, directions, pace }: DirectionsCommand,
): Promise<z.output<typeof care.changeDirections.ok>> =>
  inTransaction(services, async (tx) => {
    const prescription = await prescriptionById(tx.db, prescriptionId);
    if (!prescription) throw new Refusal("not_found");
    const patientId = prescription.patient_id;
    await lockPatientOrders(tx.db, patientId);
    await requireRevision(tx, patientId, revision);
    await requirePrintable({ directions });
    requireStart(tx, start);
    const { item, obstacle } = await loadMedicine(tx, prescription);
    const boxes = start.begins === "when_box_ends" ? await boxesOf(tx, patientId, prescription.product_id) : [];
    const { day, unknown } = startOf(tx, boxes, start);
    const against =
      obstacle ??
      unknown ??
      (item && isAsBefore(item, { directions, pace, day }) ? "These are the directions already." : null);
    if (against !== null || item === undefined) throw services.refuse("wrong_state", { message: against ?? ended });
    const beginsOn = day ?? null;
    const doctorId = await requireLicensedDoctor(tx, patientId, await decidingDoctor(tx, prescription, requested));
    const { product_id: productId } = prescription;
    await writeDirections(tx, {
      ...{
        patientId,
        prescriptionId,
        productId,
        doctorId,
        directions,
        pace,
        beginsOn,
        reason,
        former: item.directions,
      },
    });
    const nextchargeon =
      beginsOn === null
        ? await followPace(tx, { patientId, productId, pace })
        : await planAnew(tx, patientId, productId);
    const onhanduntil = lastDayAtHome(await boxesOf(tx, patientId, productId), clinicToday(tx));
    await messagePatient(tx, { patientId, doctorId, productId, message, directions, beginsOn, onhanduntil });
    return { id: prescriptionId, directions, pace, beginson: beginsOn, onhanduntil, nextchargeon };
  });

/** Whether it's used in this way already when it would begin, and goes on so. */
function isAsBefore(
  { directions, pace = "label", planned = [] }: PrescribedItem,
  wanted: Pick<DirectionsCommand, "directions" | "pace"> & { readonly day: string | undefined },
): boolean {
  const [before, after] = splitAt(planned, wanted.day);
  const until = before.at(-1) ?? { directions, pace };
  return after.length === 0 && until.directions === wanted.directions && until.pace === wanted.pace;
}

/** What is planned before a day, and what is from it on; of today, all of it. */
const splitAt = (planned: readonly PlannedPhase[], day: string | undefined) =>
  [
    planned.filter(({ beginsOn }) => day !== undefined && beginsOn < day),
    planned.filter(({ beginsOn }) => day === undefined || beginsOn >= day),
  ] as const;

/** What a pace would mean from its first day on, without changing anything. Refuses `bad_request` for a day that may not be chosen. */
export async function quoteDirections(
  services: Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database },
  prescriptionId: string,
  { pace, ...start }: WantedStart & { readonly pace: LastingPace },
): Promise<Quote> {
  requireStart(services, start);
  const prescription = await prescriptionById(services.db, prescriptionId);
  if (!prescription) throw new Refusal("not_found");
  const { item, obstacle } = await loadMedicine(services, prescription);
  const today = clinicToday(services);
  const boxes = await boxesOf(services, prescription.patient_id, prescription.product_id);
  const { day, unknown } = startOf(services, boxes, start);
  const first = day ?? today;
  const until = (paces: Box["paces"] = []) => paces.filter(({ from }) => from < first || from <= today);
  const slower = boxes.map((box) => ({ ...box, paces: [...until(box.paces), { from: first, pace }] }));
  const { pace: present = "label", directions = null, planned = [] } = item ?? {};
  const days = prescription.days_supply;
  return {
    ...{ directions, pace: present, obstacle: obstacle ?? unknown, beginson: day ?? null },
    replaces: splitAt(planned, day)[1].map(presentPlanned),
    dayssupply: days === null ? null : daysAtPace(days, pace),
    daysbefore: days === null ? null : daysAtPace(days, present),
    onhanduntil: lastDayAtHome(slower, today),
    onhandbefore: lastDayAtHome(boxes, today),
    runsouton: usesMore(pace, present) ? dayWithout(services, slower) : null,
  };
}

/** Directions to come, as the practice sees them. */
export const presentPlanned = ({ beginsOn, directions, pace }: PlannedPhase) => ({
  beginson: beginsOn,
  directions,
  pace,
});

/** The first day without, if the next box is charged as soon as it may be and takes as long as it may; null where what the patient has lasts. */
function dayWithout(services: Pick<Services, "content" | "clock">, boxes: readonly Box[]): string | null {
  const today = clinicToday(services);
  const empty = emptyOn(boxes, today);
  const there = addDays(earliestCharge(today), services.content.shipping.leaddays);
  return empty !== null && empty > today && empty < there ? empty : null;
}

const ended = "This prescription has ended.";

type Deps = Pick<TxServices, "secrets" | "content" | "clock"> & { readonly db: Database };

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
    readonly beginsOn: string | null;
    readonly onhanduntil: string | null;
  },
): Promise<void> {
  const { patientId, doctorId, productId, message, directions, beginsOn, onhanduntil } = told;
  const name = productById(services.content, productId)?.name ?? productId;
  const parts = [
    message,
    toText(
      services.content,
      beginsOn === null
        ? sentence("prescriptions.directions_changed", { name, directions })
        : sentence("prescriptions.directions_planned", { name, directions, day: formatDay(beginsOn) }),
    ),
    onhanduntil !== null &&
      toText(services.content, sentence("prescriptions.lasts_until", { name, day: formatDay(onhanduntil) })),
  ];
  const author = { role: "doctor", doctorId } as const;
  const text = parts.filter((part) => part !== false).join("\n\n");
  await postMessage(services, { patientId, kind: "doctor", author, text, answersSeq: 0, sendsMail: true });
}
