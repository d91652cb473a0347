import type { ExpressionBuilder } from "kysely";
import type { EarlyFillCause } from "#contract/care/prescriptions.ts";
import { dayIn } from "#contract/fields/formats.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import type { TxServices } from "#server/platform/services.ts";
import type { DispensedBox } from "./dispensed-boxes.ts";

/*
 * Early fill: a prescriber lets a patient have the next box before most of the last one is used. It waives that one rule for one box; a refill, the
 * quantity, a hold and the companion a medicine needs count as ever.
 */

/** For how many days the patient may use it, the day it's granted included. */
const earlyFillDays = 14;

/** The latest early fill of a prescription. */
export interface EarlyFill {
  readonly grantedAt: Date;
  readonly endsOn: string;
}

/** The latest early fill of a row of `prescription`, as `early`; join it laterally. */
export const latestEarlyFill = (of: ExpressionBuilder<Tables, "prescription">) =>
  of
    .selectFrom("early_fill")
    .select(["early_fill.granted_at", "early_fill.ends_on"])
    .whereRef("early_fill.prescription_id", "=", "prescription.id")
    .orderBy("early_fill.granted_at", "desc")
    .limit(1)
    .as("early");

/** From the columns of `latestEarlyFill`. */
export const earlyFillFromRow = (row: {
  readonly early_granted_at: Date | null;
  readonly early_ends_on: string | null;
}): EarlyFill | null =>
  row.early_granted_at === null || row.early_ends_on === null
    ? null
    : { grantedAt: row.early_granted_at, endsOn: row.early_ends_on };

/** Whether the next box of a product may come early on a day. `boxes` are those of the product: one ordered since has used it up. */
export const mayComeEarly = (
  early: EarlyFill | null | undefined,
  boxes: readonly Pick<DispensedBox, "orderedAt">[],
  today: string,
): boolean =>
  early !== null &&
  early !== undefined &&
  today <= early.endsOn &&
  !boxes.some(({ orderedAt }) => orderedAt > early.grantedAt);

const reasonOf = sealed("early_fill.reason_sealed");

/** Early fills of what was lost or damaged at home, in order. */
export const lossRows = (db: Database, patientId: string) =>
  db
    .selectFrom("early_fill")
    .innerJoin("prescription", "prescription.id", "early_fill.prescription_id")
    .select(["prescription.product_id", "early_fill.granted_at", "early_fill.ends_on"])
    .where("early_fill.patient_id", "=", patientId)
    .where("early_fill.gone", "=", true)
    .orderBy("early_fill.granted_at");

export type LossRow = Awaited<ReturnType<ReturnType<typeof lossRows>["execute"]>>[number];

/**
 * The boxes of a product, the lost ones with the day since which nothing of them is used: those that had left before an early fill was granted for them,
 * once the box it allowed is ordered. Until then, and where it never is, they count: what was lost may have been found.
 */
export const withLosses = (
  boxes: readonly DispensedBox[],
  losses: readonly LossRow[],
  timezone: string,
): readonly DispensedBox[] =>
  losses.reduce<readonly DispensedBox[]>((found, { granted_at, ends_on }) => {
    if (!boxes.some(({ orderedAt, orderedOn }) => orderedAt > granted_at && orderedOn <= ends_on)) return found;
    const goneOn = dayIn(timezone, granted_at);
    return found.map((box) => {
      const leftOn = box.deliveredOn ?? box.shippedOn;
      const isLost = box.goneOn === undefined && leftOn !== null && leftOn <= goneOn && box.orderedAt <= granted_at;
      return isLost ? { ...box, goneOn } : box;
    });
  }, boxes);

/** Records an early fill of each of these prescriptions. Returns the last day they may be used on. */
export async function grantEarlyFill(
  services: TxServices,
  prescriptions: readonly {
    readonly prescriptionId: string;
    /** What the patient has of it at home is lost or damaged. */
    readonly gone: boolean;
  }[],
  granted: {
    readonly patientId: string;
    readonly doctorId: string;
    readonly cause: EarlyFillCause;
    readonly reason: string;
  },
): Promise<string> {
  const endsOn = addDays(clinicToday(services), earlyFillDays - 1);
  const rows = prescriptions.map(({ prescriptionId, gone }) => {
    const id = newId();
    return {
      ...{ id, patient_id: granted.patientId, prescription_id: prescriptionId, doctor_id: granted.doctorId },
      ...{ cause: granted.cause, reason_sealed: services.secrets.seal(granted.reason, reasonOf(id)) },
      ...{ gone, ends_on: endsOn, granted_at: services.clock.now() },
    };
  });
  await services.db.insertInto("early_fill").values(rows).execute();
  return endsOn;
}

/** Early fills granted since a moment, by product. */
export async function earlyFillsOf(db: Database, patientId: string, since: Date): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom("early_fill")
    .innerJoin("prescription", "prescription.id", "early_fill.prescription_id")
    .select(["prescription.product_id", (count) => count.fn.countAll<number>().as("count")])
    .where("early_fill.patient_id", "=", patientId)
    .where("early_fill.granted_at", ">=", since)
    .groupBy("prescription.product_id")
    .execute();
  return new Map(rows.map(({ product_id, count }) => [product_id, Number(count)]));
}
