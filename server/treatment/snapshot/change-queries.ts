import { type Insertable, type Selectable, sql } from "kysely";
import { openText, sealText } from "#server/platform/crypto/seal-text.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Secrets } from "#server/platform/crypto/secrets.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import { subscriptionStates } from "#server/platform/database/states.ts";
import type { Tables } from "#server/platform/database/tables.ts";

export type TreatmentChangeRow = Selectable<Tables["treatment_change"]>;
export type TreatmentChangeStatus = TreatmentChangeRow["status"];
/** One that is shown: nobody is told of a withdrawn one. */
export type ShownChangeRow = DecidableChangeRow & { readonly status: Exclude<TreatmentChangeStatus, "withdrawn"> };
/** With whether no later one was made for its subscription, not even one that was withdrawn. */
export type DecidableChangeRow = TreatmentChangeRow & { readonly is_newest: boolean };

const isNewest = sql<boolean>`not exists (
  select from treatment_change later
  where later.subscription_id = treatment_change.subscription_id
    and (later.created_at, later.id) > (treatment_change.created_at, treatment_change.id))`;

export const insertTreatmentChange = async (tx: Tx, row: Insertable<Tables["treatment_change"]>): Promise<void> =>
  void (await tx.insertInto("treatment_change").values(row).execute());

/** A treatment change of the patient; undefined for any other id. */
export const findTreatmentChange = (
  db: Database,
  patientId: string,
  id: string,
): Promise<DecidableChangeRow | undefined> =>
  db
    .selectFrom("treatment_change")
    .selectAll()
    .select(isNewest.as("is_newest"))
    .where("patient_id", "=", patientId)
    .where("id", "=", id)
    .executeTakeFirst();

/** Changes made for a patient, newest first; withdrawn ones are left out. */
export const treatmentChangeRows = (db: Database, patientId: string) =>
  db
    .selectFrom("treatment_change")
    .selectAll()
    .select(isNewest.as("is_newest"))
    .where("patient_id", "=", patientId)
    .where("status", "!=", "withdrawn")
    .$narrowType<Pick<ShownChangeRow, "status">>()
    .orderBy("created_at", "desc")
    .orderBy("id", "desc");

/** The changes a patient agreed to, newest first, and when. */
export const agreedTreatmentChanges = (db: Database, patientId: string, limit: number) =>
  db
    .selectFrom("treatment_change")
    .select(["id", "decided_at as at"])
    .where("patient_id", "=", patientId)
    .where("status", "=", "agreed")
    // A change that costs no more takes effect without being asked for.
    .whereRef("decided_at", ">", "created_at")
    .orderBy("decided_at", "desc")
    .limit(limit)
    .execute();

/** The change of a subscription that the patient has yet to answer. */
export const waitingTreatmentChange = (db: Database, subscriptionId: string): Promise<TreatmentChangeRow | undefined> =>
  db
    .selectFrom("treatment_change")
    .selectAll()
    .where("subscription_id", "=", subscriptionId)
    .where("status", "=", "waiting")
    .executeTakeFirst();

/** Says which prescription a change replaces. */
export const linkReplacedPrescription = async (tx: Tx, id: string, prescriptionId: string): Promise<void> =>
  void (await tx
    .updateTable("treatment_change")
    .set({ from_prescription_id: prescriptionId })
    .where("id", "=", id)
    .execute());

/** Settles an open change, or one the patient refused and agrees to after all. */
export const settleTreatmentChange = async (
  tx: Tx,
  id: string,
  status: Exclude<TreatmentChangeStatus, "waiting">,
  now: Date,
  from: "waiting" | "refused" = "waiting",
): Promise<void> =>
  void (await tx
    .updateTable("treatment_change")
    .set({ status, decided_at: now })
    .where("id", "=", id)
    .where("status", "=", from)
    .execute());

/** Withdraws the open changes of these subscriptions: the patient is no longer asked about them. */
export async function withdrawTreatmentChanges(tx: Tx, subscriptionIds: readonly string[], now: Date): Promise<void> {
  if (subscriptionIds.length === 0) return;
  await tx
    .updateTable("treatment_change")
    .set({ status: "withdrawn", decided_at: now })
    .where("subscription_id", "in", [...subscriptionIds])
    .where("status", "=", "waiting")
    .execute();
}

/** What a doctor writes to the patient in a change is sealed, like everything a doctor writes to a patient. */
export const sealTreatmentChangeTexts = (
  secrets: Secrets,
  id: string,
  texts: {
    readonly directions: string | undefined;
    readonly note: string | undefined;
    readonly untilDirections: string | undefined;
  },
): {
  readonly directions_sealed: Buffer | null;
  readonly note_sealed: Buffer | null;
  readonly until_directions_sealed: Buffer | null;
} => ({
  until_directions_sealed: sealText(
    secrets,
    texts.untilDirections,
    sealed("treatment_change.until_directions_sealed")(id),
  ),
  directions_sealed: sealText(secrets, texts.directions, sealed("treatment_change.directions_sealed")(id)),
  note_sealed: sealText(secrets, texts.note, sealed("treatment_change.note_sealed")(id)),
});

export const openTreatmentChangeTexts = (
  secrets: Secrets,
  row: Pick<TreatmentChangeRow, "id" | "directions_sealed" | "note_sealed" | "until_directions_sealed">,
): { readonly directions: string | null; readonly note: string | null; readonly untilDirections: string | null } => ({
  untilDirections: openText(
    secrets,
    row.until_directions_sealed,
    sealed("treatment_change.until_directions_sealed")(row.id),
  ),
  directions: openText(secrets, row.directions_sealed, sealed("treatment_change.directions_sealed")(row.id)),
  note: openText(secrets, row.note_sealed, sealed("treatment_change.note_sealed")(row.id)),
});

/** Leaves out one subscription, or all subscriptions an order started. */
export interface ExcludedSubscriptions {
  readonly subscriptionId?: string;
  readonly orderId?: string;
}

/**
 * Every product the patient's subscriptions ship or are about to ship, including pending and paused ones. A discontinued subscription counts
 * with the product of its open treatment change, which it ships if the patient agrees.
 */
export async function upcomingProducts(
  db: Database,
  patientId: string,
  { subscriptionId, orderId }: ExcludedSubscriptions = {},
): Promise<string[]> {
  const rows = await db
    .selectFrom("subscription")
    .leftJoin("treatment_change", (join) =>
      join
        .onRef("treatment_change.subscription_id", "=", "subscription.id")
        .on("treatment_change.status", "=", "waiting"),
    )
    .select(["subscription.id", "product_id", "discontinued_on", "to_product_id", "order_id"])
    .where("subscription.patient_id", "=", patientId)
    .where("subscription.status", "in", subscriptionStates.notCancelled.list)
    .execute();
  return rows
    .filter(({ id, order_id }) => id !== subscriptionId && order_id !== orderId)
    .flatMap(({ product_id, discontinued_on, to_product_id }) => [
      ...(discontinued_on === null ? [product_id] : []),
      ...(to_product_id === null ? [] : [to_product_id]),
    ]);
}
