import { sql } from "kysely";
import { isFaster, type Pace } from "#contract/treatment/pace.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { openText, sealText } from "#server/platform/crypto/seal-text.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Secrets } from "#server/platform/crypto/secrets.ts";
import type { Database } from "#server/platform/database/open.ts";
import { readInOneStatement } from "#server/platform/database/read-together.ts";
import { changeStates } from "#server/platform/database/states.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { isHeldByWorkItem, isReported } from "#server/work-items/public.ts";
import { beginAtLabel } from "./directions-change.ts";
import {
  directionsOn,
  pacesByProduct,
  paceOn,
  phaseRows,
  type PhaseRow,
  phasesOfAll,
  type PlannedPhase,
} from "./directions-schedule.ts";
import { type EarlyFill, earlyFillFromRow, latestEarlyFill } from "./early-fill.ts";
import { startDay } from "./start-day.ts";

type Deps = Pick<Services, "secrets" | "content" | "clock"> & { readonly db: Database };

/** What the patient's prescriptions say of a product. */
export interface PrescribedItem {
  readonly prescriptionId: string;
  /** What the patient is to do with it today. */
  readonly directions: string | null;
  /** Other directions that begin on a later day, in order; none where left out. */
  readonly planned?: readonly PlannedPhase[];
  /** Also zero while the prescription is on hold. */
  readonly refillsLeft: number;
  /** Days' supply of one fill; null where none was recorded. */
  readonly daysSupply: number | null;
  /** On hold: an answer given since it was prescribed speaks against it. */
  readonly onHold: boolean;
  /** The patient told something since that a clinician has to look at first. */
  readonly waits: boolean;
  /** They say that it isn't theirs, and nobody has looked into that. */
  readonly isReported?: boolean;
  /** The doctor was asked to renew it and has not answered. */
  readonly renewalRequested: boolean;
  /** The latest early fill a prescriber granted, used or not. */
  readonly earlyFill?: EarlyFill | null;
  /** How fast it's used today; as its label says where left out. */
  readonly pace?: Pace;
  /** The day a doctor has it begin, though its box may be there sooner; null or left out where it begins as that comes. It may have passed. */
  readonly beginsOn?: string | null;
  /** What the doctor prescribed it instead of, newest first, except for what the patient was told to stop: it is used until this one begins. */
  readonly replaces?: readonly ReplacedItem[];
}

/** A medicine another one was prescribed instead of. */
export interface ReplacedItem {
  readonly prescriptionId: string;
  readonly productId: string;
  readonly directions: string | null;
  readonly onHold: boolean;
}

/** A patient's prescriptions by product. */
export type PrescribedItems = ReadonlyMap<string, PrescribedItem>;

export const directionsSealContext = sealed("prescription.directions_sealed");

export interface PrescriptionOrigin {
  readonly patientId: string;
  readonly caseId: string;
  readonly doctorId: string;
  readonly orderId: string;
  readonly now: Date;
  /** It goes on as fast as before: a renewal, with the directions as they are. */
  readonly keepsPace?: boolean;
}

export interface PrescriptionLine {
  readonly productId: string;
  /** Fills after the first one. */
  readonly refills: number;
  /** Days' supply of each fill; null when it replaces a prescription for which that is not known. */
  readonly daysSupply: number | null;
  readonly directions: string;
}

/** Writes a prescription for each line, with a number of its own; it ends the active one of the same product. What isn't a renewal begins as its label says. */
export async function writePrescriptions(
  services: Pick<TxServices, "db" | "secrets" | "content" | "clock">,
  { patientId, caseId, doctorId, orderId, now, keepsPace = false }: PrescriptionOrigin,
  lines: readonly PrescriptionLine[],
): Promise<void> {
  const { db: tx, secrets } = services;
  if (lines.length === 0) return;
  await tx
    .updateTable("prescription")
    .set({ status: "ended" })
    .where("patient_id", "=", patientId)
    .where("status", "=", "active")
    .where(
      "product_id",
      "in",
      lines.map(({ productId }) => productId),
    )
    .execute();
  const rows = lines.map(({ productId, refills, daysSupply, directions }) => {
    const id = newId();
    return {
      id,
      patient_id: patientId,
      care_case_id: caseId,
      doctor_id: doctorId,
      order_id: orderId,
      product_id: productId,
      rx_number: sql<string>`'RX' || nextval('rx_number')`,
      status: "active" as const,
      refills_left: refills,
      days_supply: daysSupply,
      directions_sealed: sealText(secrets, directions, directionsSealContext(id)),
      approved_at: now,
    };
  });
  await tx.insertInto("prescription").values(rows).execute();
  if (keepsPace) return;
  const written = rows.map(({ id, product_id }, index) => ({
    ...{ patientId, prescriptionId: id, productId: product_id, doctorId, now },
    directions: lines[index]?.directions ?? "",
  }));
  await beginAtLabel(services, written);
}

/** The patient's active prescriptions, by product. */
export async function activePrescriptions(services: Deps, patientId: string): Promise<PrescribedItems> {
  const { prescriptions, phases } = await readPrescriptions(services.db, patientId);
  return activePrescriptionsFromRows(services, prescriptions, phases);
}

const readPrescriptions = readInOneStatement((db, patientId) => ({
  prescriptions: activePrescriptionsQuery(db, patientId),
  phases: phaseRows(db, patientId),
}));

/** The active prescriptions of these patients, by patient. */
export async function prescribedToAll(
  services: Deps,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, PrescribedItems>> {
  const { db } = services;
  const rows = await activeRows(db)
    .where("prescription.patient_id", "in", [...patientIds])
    .execute();
  const phases = Map.groupBy(await phasesOfAll(db, patientIds), ({ patient_id }) => patient_id);
  return new Map(
    [...Map.groupBy(rows, (row) => row.patient_id)].map(([id, own]) => [
      id,
      activePrescriptionsFromRows(services, own, phases.get(id) ?? []),
    ]),
  );
}

export const activePrescriptionsQuery = (db: Database, patientId: string) =>
  activeRows(db).where("prescription.patient_id", "=", patientId);

/** Active prescriptions, and those of which the patient may still use what they have because another one replaces them. */
const activeRows = (db: Database) =>
  db
    .selectFrom("prescription")
    .leftJoin("renewal_request", (join) =>
      join.onRef("renewal_request.prescription_id", "=", "prescription.id").on("renewal_request.status", "=", "open"),
    )
    .leftJoin("treatment_change", (join) =>
      join
        .onRef("treatment_change.from_prescription_id", "=", "prescription.id")
        .on("treatment_change.status", "in", changeStates.open.list)
        .on("treatment_change.until", "!=", "stop"),
    )
    .leftJoinLateral(latestEarlyFill, (join) => join.onTrue())
    .select([
      "prescription.id",
      "prescription.patient_id",
      "prescription.product_id",
      "prescription.approved_at",
      "prescription.status",
      "prescription.refills_left",
      "prescription.days_supply",
      "prescription.on_hold_at",
      "prescription.directions_sealed",
      "renewal_request.id as asked",
      "treatment_change.id as change_id",
      "treatment_change.to_product_id",
      "treatment_change.status as change_status",
      "treatment_change.until_pace",
      "treatment_change.until_directions_sealed",
      "early.granted_at as early_granted_at",
      "early.ends_on as early_ends_on",
      isHeldByWorkItem.as("waits"),
      isReported("prescription").as("reported"),
    ])
    .select((of) => startDay(of).as("begins_on"))
    .where((where) =>
      where.or([
        where("prescription.status", "=", "active"),
        where.and([
          where("prescription.discontinued_at", "is not", null),
          where("treatment_change.status", "=", "agreed"),
        ]),
      ]),
    );

export type ActivePrescriptionRow = Awaited<ReturnType<ReturnType<typeof activePrescriptionsQuery>["execute"]>>[number];

export function activePrescriptionsFromRows(
  { secrets, content, clock }: Pick<Services, "secrets" | "content" | "clock">,
  rows: readonly ActivePrescriptionRow[],
  phases: readonly PhaseRow[],
): PrescribedItems {
  const { timezone } = content.brand;
  const schedule = { phases, timezone, day: clinicToday({ content, clock }) };
  const paces = pacesByProduct(phases, timezone);
  const active = rows.filter(({ status }) => status === "active");
  const replaced = rows.filter(({ status }) => status !== "active");
  /** What led to a product, newest first; what is prescribed again, or led to it before, isn't replaced by it. */
  const replacedBy = (productId: string, known: readonly string[]): ReplacedItem[] =>
    replaced
      .filter((row) => row.to_product_id === productId && !known.includes(row.product_id))
      .flatMap((row) => [
        {
          prescriptionId: row.id,
          productId: row.product_id,
          directions: currentDirections(secrets, row, schedule).directions,
          onHold: row.on_hold_at !== null,
        },
        ...replacedBy(row.product_id, [...known, row.product_id]),
      ]);
  const activeProducts = active.map(({ product_id }) => product_id);
  return new Map(
    active.map((row) => {
      const replaces = replacedBy(row.product_id, activeProducts);
      const item = {
        prescriptionId: row.id,
        refillsLeft: row.on_hold_at === null ? row.refills_left : 0,
        daysSupply: row.days_supply,
        onHold: row.on_hold_at !== null,
        waits: row.waits,
        isReported: row.reported,
        ...currentDirections(secrets, row, schedule),
        renewalRequested: row.asked !== null,
        earlyFill: earlyFillFromRow(row),
        pace: paceOn(paces.get(row.product_id), schedule.day),
        beginsOn: row.begins_on,
      };
      return [row.product_id, replaces.length === 0 ? item : { ...item, replaces }];
    }),
  );
}

/**
 * What the patient is to do with it today, and from later days on: what the doctor wrote until another one begins, which what was planned waits behind, else the
 * phase of its schedule. More than its label they use only once they agreed to the other one.
 */
export function currentDirections(
  secrets: Secrets,
  row: Parameters<typeof directionsOn>[1] &
    Pick<ActivePrescriptionRow, "change_id" | "change_status" | "until_pace" | "until_directions_sealed">,
  schedule: Parameters<typeof directionsOn>[2],
): ReturnType<typeof directionsOn> {
  const own = directionsOn(secrets, row, schedule);
  if (row.change_id === null || (isFaster(row.until_pace) && row.change_status !== "agreed")) return own;
  const until = sealed("treatment_change.until_directions_sealed")(row.change_id);
  const words = openText(secrets, row.until_directions_sealed, until);
  return words === null ? own : { directions: words, planned: [] };
}
