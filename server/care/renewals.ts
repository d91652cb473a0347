import type { Selectable } from "kysely";
import { clinicDay } from "#server/platform/clinic-day.ts";
import { transact, type Database, type Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import { beyond, type Place } from "#server/platform/keyset.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { tell } from "#server/notifications/public.ts";
import { giveFillsBack } from "#server/prescriptions/public.ts";
import { lockOrdersOf } from "#server/store/public.ts";
import { endSubscriptionsOf, heldBeside, releaseHeldSupplies, usualRefills } from "#server/treatment/public.ts";
import { doctorToRenew } from "./assign-doctor.ts";
import { latestCase, treatingDoctor } from "./cases.ts";
import { writePrescriptions } from "./prescriptions.ts";
import { directionsOf, openWords, renewalNoteOf, sealWords } from "./sealed-words.ts";

export type RenewalRow = Selectable<Tables["renewal_request"]>;

/** Asks her doctor to prescribe something again, and tells her; while an answer is awaited it changes nothing. */
export async function askForRenewal(parts: TxServices, patientId: string, prescriptionId: string): Promise<void> {
  const { db, clock } = parts;
  const asked = await db
    .insertInto("renewal_request")
    .values({
      id: newId(),
      patient_id: patientId,
      prescription_id: prescriptionId,
      status: "open",
      requested_at: clock.now(),
    })
    .onConflict((conflict) => conflict.column("prescription_id").where("status", "=", "open").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (asked) await tellOf(parts, patientId, "renewal_asked");
}

export interface RenewalApproval {
  readonly doctorid?: string | undefined;
  /** Fills from now on; left out, as many as the prescription before had. */
  readonly refills?: number | undefined;
  readonly directions?: string | undefined;
  readonly note?: string | undefined;
  /** Also what her answers speak against now. */
  readonly despitewarning?: boolean | undefined;
}

const withheldText =
  "Something she told since speaks against this one. Please read the flags of her record. To prescribe it all the same, send despitewarning: true.";

/**
 * The doctor prescribes it again: a new number, new fills, and supplies that waited for it are planned. `wrong_state` for what her
 * answers speak against, unless told to all the same. Joins the transaction of `db`.
 */
export function approveRenewal(parts: Services, id: string, approval: RenewalApproval): Promise<void> {
  return decide(parts, id, "approved", approval, async (inTx, request) => {
    const { db, secrets, clock } = inTx;
    const old = await db
      .selectFrom("prescription")
      .selectAll("prescription")
      .where("prescription.id", "=", request.prescription_id)
      .executeTakeFirstOrThrow();
    if (old.withheld_at !== null && approval.despitewarning !== true)
      throw new Refusal("wrong_state", { message: withheldText });
    const doctorId = await doctorFor(inTx, request.patient_id, approval.doctorid ?? null, old.doctor_id);
    await writePrescriptions(
      db,
      secrets,
      {
        patientId: request.patient_id,
        caseId: old.care_case_id,
        doctorId,
        orderId: old.order_id,
        now: clock.now(),
      },
      [
        {
          productId: old.product_id,
          // The supply it was asked for, and those after it.
          refills: (approval.refills ?? (await usualRefills(inTx, old.order_id, old.product_id))) + 1,
          fillDays: old.fill_days,
          directions: approval.directions ?? openWords(secrets, old.directions_sealed, directionsOf(old.id)) ?? "",
        },
      ],
    );
    await releaseHeldSupplies(inTx, request.patient_id, old.product_id);
    await tellOf(inTx, request.patient_id, "renewal_approved");
    return doctorId;
  });
}

/** The doctor does not prescribe it again: its subscriptions end, nothing more is charged, and she is told why. Joins the transaction of `db`. */
export function declineRenewal(
  parts: Services,
  id: string,
  { reason, doctorid }: { readonly reason: string; readonly doctorid?: string | undefined },
): Promise<void> {
  return decide(parts, id, "declined", { note: reason }, async (inTx, request) => {
    const old = await inTx.db
      .updateTable("prescription")
      .set({ status: "ended" })
      .where("id", "=", request.prescription_id)
      .returning(["product_id", "doctor_id"])
      .executeTakeFirstOrThrow();
    const doctorId = await doctorFor(inTx, request.patient_id, doctorid ?? null, old.doctor_id);
    const beside = await heldBeside(inTx, request.patient_id, old.product_id);
    await giveFillsBack(inTx.db, await endSubscriptionsOf(inTx, request.patient_id, old.product_id));
    await askWhatBecomesOf(
      inTx,
      request.patient_id,
      beside.map(({ supplies }) => supplies),
    );
    await tellOf(inTx, request.patient_id, "renewal_declined");
    return doctorId;
  });
}

/** What a declined medicine was needed for goes on waiting, and a doctor is asked about it by itself. */
async function askWhatBecomesOf(parts: TxServices, patientId: string, productIds: readonly string[]): Promise<void> {
  if (productIds.length === 0) return;
  const rows = await parts.db
    .selectFrom("prescription")
    .select("id")
    .where("patient_id", "=", patientId)
    .where("status", "=", "active")
    .where("product_id", "in", [...productIds])
    .execute();
  for (const { id } of rows) await askForRenewal(parts, patientId, id);
}

function decide(
  parts: Services,
  id: string,
  status: "approved" | "declined",
  { note }: { readonly note?: string | undefined },
  act: (inTx: TxServices, request: RenewalRow) => Promise<string>,
): Promise<void> {
  return transact(parts.db, async (tx) => {
    const request = await renewalById(tx, id);
    if (!request) throw new Refusal("not_found");
    await lockOrdersOf(tx, request.patient_id);
    const moved = await tx
      .updateTable("renewal_request")
      .set({ status, decided_at: parts.clock.now(), note_sealed: sealWords(parts.secrets, note, renewalNoteOf(id)) })
      .where("id", "=", id)
      .where("status", "=", "open")
      .returning("id")
      .executeTakeFirst();
    if (!moved) throw new Refusal("wrong_state", { message: "This renewal has been decided already." });
    const doctor_id = await act({ ...parts, db: tx }, request);
    await tx.updateTable("renewal_request").set({ doctor_id }).where("id", "=", id).execute();
  });
}

/** The doctor named, or the one who looks after her now, or the one who prescribed it; `wrong_state` for one who may not practise there. */
async function doctorFor(
  parts: TxServices,
  patientId: string,
  named: string | null,
  prescriber: string,
): Promise<string> {
  const latest = await latestCase(parts.db, patientId);
  return doctorToRenew(parts, patientId, named ?? (latest && treatingDoctor(latest)) ?? prescriber);
}

/** Once a day, however many prescriptions it is about. */
async function tellOf(
  parts: TxServices,
  patientId: string,
  what: "renewal_asked" | "renewal_approved" | "renewal_declined",
): Promise<void> {
  await tell(parts, { patientId, what, values: {}, dedupeKey: `${patientId}:${clinicDay(parts)}` });
}

export const renewalById = (db: Database, id: string): Promise<RenewalRow | undefined> =>
  db.selectFrom("renewal_request").selectAll().where("id", "=", id).executeTakeFirst();

/** Up to `limit` renewals that wait for a doctor, longest wait first, with what was prescribed. */
export async function openRenewals(db: Database | Tx, after: Place | null, limit: number) {
  const rows = await db
    .selectFrom("renewal_request")
    .innerJoin("prescription", "prescription.id", "renewal_request.prescription_id")
    .select([
      "renewal_request.id",
      "renewal_request.patient_id as patientId",
      "renewal_request.requested_at as at",
      "prescription.product_id as productId",
      "prescription.rx_number as rxNumber",
      "prescription.withheld_at as withheldAt",
    ])
    .where("renewal_request.status", "=", "open")
    .where(beyond("renewal_request.requested_at", ">", "renewal_request.id", after))
    .orderBy("renewal_request.requested_at")
    .orderBy("renewal_request.id")
    .limit(limit)
    .execute();
  return rows;
}

export interface RefusedRenewal {
  readonly productId: string;
  readonly note: string | null;
  readonly at: Date;
}

/** The latest renewal of a patient that a doctor refused. */
export const refusedRenewalRow = (db: Database, patientId: string) =>
  db
    .selectFrom("renewal_request")
    .innerJoin("prescription", "prescription.id", "renewal_request.prescription_id")
    .select([
      "renewal_request.id",
      "renewal_request.note_sealed",
      "renewal_request.decided_at",
      "prescription.product_id",
    ])
    .where("renewal_request.patient_id", "=", patientId)
    .where("renewal_request.status", "=", "declined")
    .orderBy("renewal_request.decided_at", "desc")
    .limit(1);

export type RefusedRenewalRow = Awaited<ReturnType<ReturnType<typeof refusedRenewalRow>["execute"]>>[number];

/** The product, and the doctor's words on it; null where none was refused. */
export function refusedIn(secrets: Secrets, row: RefusedRenewalRow | undefined): RefusedRenewal | null {
  if (!row?.decided_at) return null;
  return {
    productId: row.product_id,
    note: openWords(secrets, row.note_sealed, renewalNoteOf(row.id)),
    at: row.decided_at,
  };
}
