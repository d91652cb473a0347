import { sql } from "kysely";
import { bridgePaces, type LastingPace, type Pace } from "#contract/treatment/pace.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { sealText } from "#server/platform/crypto/seal-text.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Secrets } from "#server/platform/crypto/secrets.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import { readInOneStatement } from "#server/platform/database/read-together.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { pacesByProduct, paceOn, phaseRows } from "./directions-schedule.ts";

/* Other directions for the same medicine, from today or from a later day on: every other night because it makes the patient sleepy. */

/** Directions as they're written into a prescription. */
interface NewDirections {
  readonly patientId: string;
  readonly prescriptionId: string;
  readonly productId: string;
  readonly doctorId: string;
  readonly directions: string;
  readonly now: Date;
}

const contexts = {
  prescription: sealed("prescription.directions_sealed"),
  directions: sealed("directions_change.directions_sealed"),
  former: sealed("directions_change.former_sealed"),
  reason: sealed("directions_change.reason_sealed"),
} as const;

/**
 * Writes other directions for a medicine, from today or from a later day on, in place of what was to begin on that day or after it. Hold the lock of the
 * patient's orders.
 */
export async function changeDirections(
  services: Pick<TxServices, "db" | "secrets" | "content" | "clock">,
  change: Omit<NewDirections, "now"> & {
    readonly pace: LastingPace;
    readonly former: string | null;
    readonly reason: string;
    /** Null: today. */
    readonly beginsOn: string | null;
  },
): Promise<void> {
  const { db, secrets, clock } = services;
  const { patientId, prescriptionId, productId, directions, beginsOn } = change;
  await dropPlanned(services, { patientId, productIds: [productId], from: beginsOn });
  if (beginsOn === null) await writeWords(services, prescriptionId, directions);
  await insertChange(db, secrets, { ...change, now: clock.now() });
}

/** The words of the prescription's first phase, which an older prescription is read by as well. */
export const writeWords = async (
  { db, secrets }: Pick<TxServices, "db" | "secrets">,
  prescriptionId: string,
  directions: string,
): Promise<void> =>
  void (await db
    .updateTable("prescription")
    .set({ directions_sealed: sealText(secrets, directions, contexts.prescription(prescriptionId)) })
    .where("id", "=", prescriptionId)
    .execute());

/** What was to begin on a day or after it doesn't; without a day nothing does that is still to come, and what has begun is over. */
async function dropPlanned(
  { db, content, clock }: Pick<TxServices, "db" | "content" | "clock">,
  planned: { readonly patientId: string; readonly productIds: readonly string[]; readonly from: string | null },
): Promise<void> {
  const today = clinicToday({ content, clock });
  const first = planned.from ?? addDays(today, 1);
  await db
    .updateTable("directions_change")
    .set({
      replaced_at: sql<Date | null>`case when begins_on >= ${first}::date then ${clock.now()}::timestamptz end`,
      begun_at: sql<Date | null>`case when begins_on >= ${first}::date then begun_at else ${clock.now()}::timestamptz end`,
    })
    .where("patient_id", "=", planned.patientId)
    .where("product_id", "in", [...planned.productIds])
    .where("replaced_at", "is", null)
    .where("begun_at", "is", null)
    .where("begins_on", "is not", null)
    .where((where) => (planned.from === null ? where.val(true) : where("begins_on", ">=", planned.from)))
    .execute();
}

/**
 * Begins as its label says what a patient used in another way before, or was to: whoever prescribes a medicine anew writes its directions anew.
 */
export async function beginAtLabel(
  services: Pick<TxServices, "db" | "secrets" | "content" | "clock">,
  written: readonly NewDirections[],
): Promise<void> {
  const { db, secrets } = services;
  const [first] = written;
  if (!first) return;
  const { patientId } = first;
  await dropPlanned(services, { patientId, productIds: written.map(({ productId }) => productId), from: null });
  const paces = await pacesOf(services, patientId);
  for (const each of written)
    if ((paces.get(each.productId) ?? "label") !== "label")
      await insertChange(db, secrets, { ...each, pace: "label", former: null, reason: null, beginsOn: null });
}

async function insertChange(
  tx: Tx,
  secrets: Secrets,
  {
    directions,
    former,
    reason,
    ...change
  }: NewDirections & {
    readonly pace: LastingPace;
    readonly former: string | null;
    readonly reason: string | null;
    readonly beginsOn: string | null;
  },
): Promise<void> {
  const id = newId();
  await tx
    .insertInto("directions_change")
    .values({
      ...{ id, patient_id: change.patientId, prescription_id: change.prescriptionId, product_id: change.productId },
      ...{ pace: change.pace, doctor_id: change.doctorId, made_at: change.now, begins_on: change.beginsOn },
      directions_sealed: secrets.seal(directions, contexts.directions(id)),
      former_sealed: former === null ? null : secrets.seal(former, contexts.former(id)),
      reason_sealed: reason === null ? null : secrets.seal(reason, contexts.reason(id)),
    })
    .execute();
}

/** How fast each medicine is used today that is prescribed now, or the slowest from today on, by product. */
export async function pacesOf(
  { db, content, clock }: Pick<Services, "content" | "clock"> & { readonly db: Database },
  patientId: string,
  which: "today" | "slowest" = "today",
): Promise<ReadonlyMap<string, Pace>> {
  const today = clinicToday({ content, clock });
  const { prescriptions, phases } = await readPaces(db, patientId);
  const paces = pacesByProduct(phases, content.brand.timezone);
  return new Map(
    prescriptions.map(({ product_id }) => {
      const own = paces.get(product_id) ?? [];
      const later = which === "today" ? [] : own.filter(({ from }) => from > today).map(({ pace }) => pace);
      return [product_id, slowest([paceOn(own, today), ...later])];
    }),
  );
}

const readPaces = readInOneStatement((db, patientId) => ({
  prescriptions: db
    .selectFrom("prescription")
    .select("product_id")
    .where("patient_id", "=", patientId)
    .where("status", "=", "active"),
  phases: phaseRows(db, patientId),
}));

const slowest = (all: readonly Pace[]): Pace => bridgePaces.findLast((pace) => all.includes(pace)) ?? "label";
