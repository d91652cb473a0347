import { sql } from "kysely";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Database } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import type { Rest } from "./timeline.ts";

/*
 * A medicine that rests: for some days, such as around surgery, a prescriber wants none of it used. It stays prescribed, and nothing of it is held back: the
 * timeline of boxes uses nothing on those days, so that what is charged and sent comes as much later. A medicine rests once at a time.
 */

/** The rests of all products of a patient that last a day at least, in order. */
export const restRows = (db: Database, patientId: string) =>
  db
    .selectFrom("medicine_rest as rest")
    .leftJoin("medicine_rest as lead", "lead.id", "rest.along_with")
    .select(["rest.product_id", "rest.from_on", "rest.until_on", "lead.product_id as along_with"])
    .where("rest.patient_id", "=", patientId)
    .whereRef("rest.until_on", ">", "rest.from_on")
    .orderBy("rest.from_on");

export type RestRow = Awaited<ReturnType<ReturnType<typeof restRows>["execute"]>>[number];

export const restFromRow = ({ from_on, until_on }: Pick<RestRow, "from_on" | "until_on">): Rest => ({
  from: from_on,
  until: until_on,
});

/** A rest that isn't over. */
export interface OpenRest extends Rest {
  readonly isNow: boolean;
  /** The product whose break it is, which this one may not be taken without; null where it has its own. */
  readonly alongWith: string | null;
}

/** By product, the rest a day falls in, or else the next one. */
export function openRests(rows: readonly RestRow[], today: string): ReadonlyMap<string, OpenRest> {
  const open = rows.filter(({ until_on }) => until_on > today);
  return new Map(
    open
      .toSorted((one, other) => other.from_on.localeCompare(one.from_on))
      .map((row) => [row.product_id, { ...restFromRow(row), isNow: row.from_on <= today, alongWith: row.along_with }]),
  );
}

/** The first day a product is used again, on a day on which it rests; null where it doesn't rest then. */
export const restsUntil = (rests: readonly Rest[] | undefined, day: string): string | null =>
  rests?.find(({ from, until }) => from <= day && day < until)?.until ?? null;

export const loadOpenRests = async (
  db: Database,
  patientId: string,
  today: string,
): Promise<ReadonlyMap<string, OpenRest>> => openRests(await restRows(db, patientId).execute(), today);

/** By product, whether none of it is used today. */
export async function restsToday(
  { db, content, clock }: Pick<Services, "content" | "clock"> & { readonly db: Database },
  patientId: string,
): Promise<(productId: string) => boolean> {
  const rests = await loadOpenRests(db, patientId, clinicToday({ content, clock }));
  return (productId) => rests.get(productId)?.isNow ?? false;
}

const reasonOf = sealed("medicine_rest.reason_sealed");

/** Writes that medicines rest: the first because a prescriber says so, the others along with it. Hold the lock of the patient's orders. */
export async function insertRests(
  { db, secrets, content, clock }: Pick<TxServices, "db" | "secrets" | "content" | "clock">,
  {
    patientId,
    doctorId,
    from,
    until,
    reason,
    medicines,
  }: Rest & {
    readonly patientId: string;
    readonly doctorId: string;
    readonly reason: string;
    readonly medicines: readonly { readonly prescriptionId: string; readonly productId: string }[];
  },
): Promise<void> {
  const [lead = newId(), ...others] = medicines.map(() => newId());
  const begin_noticed_at = from <= clinicToday({ content, clock }) ? clock.now() : null;
  const rows = [lead, ...others].map((id, index) => ({
    ...{ id, patient_id: patientId, doctor_id: doctorId, from_on: from, until_on: until, made_at: clock.now() },
    ...{ prescription_id: medicines[index]?.prescriptionId ?? "", product_id: medicines[index]?.productId ?? "" },
    begin_noticed_at,
    along_with: index === 0 ? null : lead,
    reason_sealed: secrets.seal(reason, reasonOf(id)),
  }));
  await db.insertInto("medicine_rest").values(rows).execute();
}

type OpenRests = Pick<TxServices, "db" | "content" | "clock">;

/**
 * The products that go on once a medicine's rest ends, itself first, then what rests along with it; none where it doesn't rest, or rests along with another
 * medicine.
 */
export async function restingTogether(
  { db, content, clock }: OpenRests,
  patientId: string,
  productId: string,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("medicine_rest")
    .select("product_id")
    .where("until_on", ">", clinicToday({ content, clock }))
    .where((where) => {
      const own = where
        .selectFrom("medicine_rest as own")
        .select("own.id")
        .where("own.patient_id", "=", patientId)
        .where("own.product_id", "=", productId)
        .where("own.along_with", "is", null);
      return where.or([where("id", "in", own), where("along_with", "in", own)]);
    })
    .orderBy("id")
    .execute();
  return rows.map(({ product_id }) => product_id);
}

/** Ends the rests of these products, today or before they began. */
export async function endRests(
  { db, content, clock }: OpenRests,
  patientId: string,
  productIds: readonly string[],
): Promise<void> {
  const today = clinicToday({ content, clock });
  await db
    .updateTable("medicine_rest")
    .set({ until_on: sql<string>`greatest(from_on, ${today}::date)`, end_noticed_at: clock.now() })
    .where("patient_id", "=", patientId)
    .where("product_id", "in", [...productIds])
    .where("until_on", ">", today)
    .execute();
}
