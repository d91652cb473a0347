import { type Selectable, sql, type Updateable } from "kysely";
import type * as z from "zod/mini";
import type { ConversationKind } from "#contract/messages/message.ts";
import { patientHasOpenEmergency, openEmergencyConversations } from "#server/emergency/public.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import { beyondPriorityCursor, type KeysetCursor } from "#server/platform/pagination.ts";
import type { TxServices } from "#server/platform/services.ts";

export type Kind = z.output<typeof ConversationKind>;
export type ConversationRow = Selectable<Tables["conversation"]>;

const selectConversations = (db: Database) => db.selectFrom("conversation").selectAll();

/** The patient's conversations, the doctor's first. */
export const conversationsOf = (db: Database, patientId: string) =>
  selectConversations(db).where("patient_id", "=", patientId).orderBy("kind").execute();

export const conversationById = (db: Database, id: string) =>
  selectConversations(db).where("id", "=", id).executeTakeFirst();

/** A conversation of the patient; undefined if it is unknown or another patient's. */
export const conversationOfPatient = (db: Database, patientId: string, id: string) =>
  selectConversations(db).where("id", "=", id).where("patient_id", "=", patientId).executeTakeFirst();

/** Conversation kinds of these patients, keyed by conversation id. */
export async function conversationKinds(
  db: Database,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, Kind>> {
  const found = await db
    .selectFrom("conversation")
    .select(["id", "kind"])
    .where(sql<boolean>`patient_id = any(${patientIds}::uuid[])`)
    .execute();
  return new Map(found.map(({ id, kind }) => [id, kind]));
}

/** Creates a conversation unless the patient has one of this kind. */
export async function ensureConversation(db: Database, patientId: string, kind: Kind, now: Date): Promise<void> {
  await db
    .insertInto("conversation")
    .values({ id: newId(), patient_id: patientId, kind, created_at: now })
    .onConflict((conflict) => conflict.columns(["patient_id", "kind"]).doNothing())
    .execute();
}

/** Locks all the patient's conversations until the transaction ends, and reads them. */
export const lockConversations = (tx: Tx, patientId: string) =>
  selectConversations(tx).where("patient_id", "=", patientId).orderBy("kind").forUpdate().execute();

export async function changeConversation(
  tx: Tx,
  id: string,
  changes: Updateable<Tables["conversation"]>,
): Promise<void> {
  await tx.updateTable("conversation").set(changes).where("id", "=", id).execute();
}

/**
 * Up to `limit` conversations of these kinds in which a patient waits for an answer or has reported an emergency nobody has acknowledged. Emergencies first,
 * then longest wait first.
 */
export async function waitingConversations(
  db: Database,
  kinds: readonly Kind[],
  after: KeysetCursor | null,
  limit: number,
): Promise<(ConversationRow & { readonly isPriority: boolean; readonly waitingSince: Date })[]> {
  const isPriority = patientHasOpenEmergency("conversation.patient_id");
  const waiting = await db
    .selectFrom((from) =>
      from
        .selectFrom("conversation")
        .selectAll()
        .select([isPriority.as("isPriority"), sql<Date>`coalesce(waiting_since, created_at)`.as("waitingSince")])
        // A union: with `or` in one condition Postgres would scan all conversations to find a few.
        .where("id", "in", (either) =>
          either
            .selectFrom("conversation as waits")
            .select("waits.id")
            .where("waits.waiting_since", "is not", null)
            .union(openEmergencyConversations(db)),
        )
        .where("kind", "in", [...kinds])
        .as("waiting"),
    )
    .selectAll()
    .where(beyondPriorityCursor(sql<boolean>`"isPriority"`, "waitingSince", "id", after))
    .orderBy("isPriority", "desc")
    .orderBy("waitingSince")
    .orderBy("id")
    .limit(limit)
    .execute();
  return waiting;
}

/** Closes the conversations of a patient whose account closes. The practice can still read them; pending mails about them are dropped. */
export async function closeConversations({ db, clock }: TxServices, patientId: string): Promise<void> {
  await db
    .updateTable("conversation")
    .set((columns) => ({
      closed_at: columns.fn.coalesce("closed_at", columns.val(clock.now())),
      mail_due_at: null,
      needs_reply: false,
      // Nobody can answer any more.
      waiting_since: null,
    }))
    .where("patient_id", "=", patientId)
    .execute();
}

/** Page of the app that shows a conversation. */
export const conversationPath = (kind: Kind): `/messages/${Kind}` => `/messages/${kind}`;
