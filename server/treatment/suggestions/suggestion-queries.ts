import type { Insertable, Selectable } from "kysely";
import { isClosedUnpaid, orderStatusesOf } from "#server/orders/public.ts";
import { openText, sealText } from "#server/platform/crypto/seal-text.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Secrets } from "#server/platform/crypto/secrets.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import { orderStates, suggestionStates } from "#server/platform/database/states.ts";
import type { Tables } from "#server/platform/database/tables.ts";

/** A medicine a doctor suggests to add to a treatment. */
export type SuggestionRow = Selectable<Tables["medicine_suggestion"]>;
export type SuggestionStatus = SuggestionRow["status"];

export const insertSuggestion = async (tx: Tx, row: Insertable<Tables["medicine_suggestion"]>): Promise<void> =>
  void (await tx.insertInto("medicine_suggestion").values(row).execute());

export const suggestionById = (db: Database, id: string): Promise<SuggestionRow | undefined> =>
  db.selectFrom("medicine_suggestion").selectAll().where("id", "=", id).executeTakeFirst();

/** The suggestion whose agreement this order is. */
export const suggestionOfOrder = (db: Database, orderId: string): Promise<SuggestionRow | undefined> =>
  db.selectFrom("medicine_suggestion").selectAll().where("order_id", "=", orderId).executeTakeFirst();

/** All suggestions made to a patient, newest first. */
export const suggestionRows = (db: Database, patientId: string) =>
  db
    .selectFrom("medicine_suggestion")
    .selectAll()
    .where("patient_id", "=", patientId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc");

/** Those a patient hasn't answered, newest first. */
export const waitingSuggestionRows = (db: Database, patientId: string) =>
  suggestionRows(db, patientId).where("status", "=", "waiting");

/** Those a patient hasn't answered or declined, newest first: which of them can be agreed to is `isOpenToAgree`. */
export const undecidedSuggestionRows = (db: Database, patientId: string) =>
  suggestionRows(db, patientId).where("status", "in", suggestionStates.reopenable.list);

/** One that was declined waits for an answer again. */
export const reopenSuggestion = async (tx: Tx, id: string): Promise<void> =>
  void (await tx
    .updateTable("medicine_suggestion")
    .set({ status: "waiting", decided_at: null })
    .where("id", "=", id)
    .where("status", "=", "declined")
    .execute());

/** What is suggested to a patient who hasn't answered yet. */
export async function suggestedProducts(db: Database, patientId: string): Promise<string[]> {
  const rows = await waitingSuggestionRows(db, patientId).clearSelect().select("product_id").execute();
  return rows.map(({ product_id }) => product_id);
}

/** The order a suggestion's agreement waits for, unless that came to nothing. */
export async function openOrderOf(db: Database, { order_id }: Pick<SuggestionRow, "order_id">): Promise<string | null> {
  if (order_id === null) return null;
  const status = (await orderStatusesOf(db, [order_id])).get(order_id);
  return status === undefined || isClosedUnpaid(status) ? null : order_id;
}

export const linkSuggestionToOrder = async (tx: Tx, id: string, orderId: string): Promise<void> =>
  void (await tx.updateTable("medicine_suggestion").set({ order_id: orderId }).where("id", "=", id).execute());

/** Settles one that waits. */
export const settleSuggestion = async (
  tx: Tx,
  id: string,
  status: Exclude<SuggestionStatus, "waiting">,
  now: Date,
): Promise<void> =>
  void (await tx
    .updateTable("medicine_suggestion")
    .set({ status, decided_at: now })
    .where("id", "=", id)
    .where("status", "=", "waiting")
    .execute());

/** Withdraws what waits of these products: the patient is no longer asked about it. What is being paid is withdrawn with its order. */
export async function withdrawSuggestionsOf(
  tx: Tx,
  patientId: string,
  concerns: (productId: string) => boolean,
  now: Date,
): Promise<void> {
  for (const { id, product_id } of await waitingSuggestionRows(tx, patientId).execute())
    if (concerns(product_id)) await settleSuggestion(tx, id, "withdrawn", now);
}

/** Orders that patients agreed with and that were authorized before `until`, without the effect of it. */
export async function unfinishedSuggestionOrderIds(db: Database, until: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("medicine_suggestion")
    .innerJoin("customer_order", "customer_order.id", "medicine_suggestion.order_id")
    .select("customer_order.id")
    .where("medicine_suggestion.status", "=", "waiting")
    .where("customer_order.status", "in", orderStates.placed.list)
    .where("customer_order.updated_at", "<=", until)
    .limit(200)
    .execute();
  return rows.map(({ id }) => id);
}

/** What a doctor writes to the patient is sealed. */
export const sealSuggestionTexts = (
  secrets: Secrets,
  id: string,
  { directions, note }: { readonly directions: string | undefined; readonly note: string },
) => ({
  directions_sealed: sealText(secrets, directions, sealed("medicine_suggestion.directions_sealed")(id)),
  note_sealed: secrets.seal(note, sealed("medicine_suggestion.note_sealed")(id)),
});

export const openSuggestionTexts = (
  secrets: Secrets,
  { id, directions_sealed, note_sealed }: Pick<SuggestionRow, "id" | "directions_sealed" | "note_sealed">,
): { readonly directions: string | null; readonly note: string } => ({
  directions: openText(secrets, directions_sealed, sealed("medicine_suggestion.directions_sealed")(id)),
  note: secrets.open<string>(note_sealed, sealed("medicine_suggestion.note_sealed")(id)),
});
