import { type Insertable, sql } from "kysely";
import type * as z from "zod/mini";
import type { MessageType } from "#contract/messages/message.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Secrets } from "#server/platform/crypto/secrets.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { beyondCursor, type KeysetCursor } from "#server/platform/pagination.ts";

export type Type = z.output<typeof MessageType>;

export type MessageRow = Awaited<ReturnType<typeof readMessages>>[number];

/** A position in a conversation and the direction in which a page reads from it. */
export interface SeqCursor {
  readonly direction: "below" | "above";
  readonly seq: number;
}

type NeededServices = { readonly db: Database; readonly secrets: Secrets };

const sealContext = sealed("message.text_sealed");

export const sealText = (secrets: Secrets, id: string, text: string) => secrets.seal(text, sealContext(id));

const selectMessages = (db: Database) =>
  db
    .selectFrom("message")
    .leftJoin("uploaded_file as file", "file.id", "message.file_id")
    .selectAll("message")
    .select(["file.type as file_type", "file.size as file_size", "file.created_at as file_at"]);

async function readMessages(secrets: Secrets, query: ReturnType<typeof selectMessages>) {
  const rows = await query.execute();
  return rows.map(({ text_sealed, ...row }) => {
    const common = { ...row, type: row.type, role: row.role, writerRole: row.writer_role };
    // What was meant for another patient is read by nobody, whoever asks for the row.
    if (row.withdrawn_at !== null)
      return {
        ...{ ...common, text: "", file_id: null, needs_reply: false, actionStatus: null, followup_id: null },
        ...{ article_id: null, article_title: null },
      };
    return { ...common, text: openText(secrets, row.id, text_sealed), actionStatus: row.action_status };
  });
}

/** Condition on a row of `message`: the patient reads it, and nobody has said that it was meant for somebody else. */
export const isInPlace = sql<boolean>`(message.withdrawn_at is null and message.reported_at is null)`;

export const openText = (secrets: Secrets, id: string, sealedText: Uint8Array): string =>
  secrets.open<string>(sealedText, sealContext(id));

/** Up to `limit` messages of a conversation: newest first below the cursor, oldest first above it. */
export function messagesFrom(
  { db, secrets }: NeededServices,
  conversationId: string,
  cursor: SeqCursor,
  limit: number,
) {
  const below = cursor.direction === "below";
  return readMessages(
    secrets,
    selectMessages(db)
      .where("message.conversation_id", "=", conversationId)
      .where("message.seq", below ? "<" : ">", cursor.seq)
      .orderBy("message.seq", below ? "desc" : "asc")
      .limit(limit),
  );
}

/** The last message of each of these conversations; none for an empty one. */
export async function lastMessages(
  { db, secrets }: NeededServices,
  conversations: readonly { readonly id: string; readonly last_seq: number }[],
): Promise<MessageRow[]> {
  if (conversations.length === 0) return [];
  return readMessages(
    secrets,
    selectMessages(db).where((where) =>
      where.or(
        conversations.map(({ id, last_seq }) =>
          where.and([where("message.conversation_id", "=", id), where("message.seq", "=", last_seq)]),
        ),
      ),
    ),
  );
}

/** A patient's messages by id; those of other patients are left out. */
export async function messageRows({ db, secrets }: NeededServices, patientId: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return readMessages(
    secrets,
    selectMessages(db)
      .where("message.id", "in", [...ids])
      .where("message.patient_id", "=", patientId),
  );
}

/** Messages of many patients by id, in conversation order; ids that belong to another patient are left out. */
export function messageRowsByIds(
  { db, secrets }: NeededServices,
  requested: readonly { readonly patientId: string; readonly id: string }[],
) {
  const [ids, patients] = [requested.map(({ id }) => id), requested.map(({ patientId }) => patientId)];
  return readMessages(
    secrets,
    selectMessages(db)
      .where(
        sql<boolean>`(message.id, message.patient_id) in (select * from unnest(${ids}::uuid[], ${patients}::uuid[]))`,
      )
      .orderBy("message.conversation_id")
      .orderBy("message.seq"),
  );
}

/** The message an author wrote with a client id. */
export async function messageOfClientId({ db, secrets }: NeededServices, author: string, clientId: string) {
  const [row] = await readMessages(
    secrets,
    selectMessages(db).where("message.author", "=", author).where("message.client_id", "=", clientId),
  );
  return row;
}

/** The messages in a patient's conversations by client id. */
export async function messagesByClientId(db: Database, patientId: string) {
  const rows = await db
    .selectFrom("message")
    .select(["client_id", "conversation_id", "seq"])
    .where("patient_id", "=", patientId)
    .where("client_id", "is not", null)
    .execute();
  return new Map(rows.map(({ client_id, ...position }) => [client_id, position]));
}

/** Whether two stored files have the same content. */
export async function isSameFile(db: Database, firstId: string, secondId: string): Promise<boolean> {
  const rows = await db
    .selectFrom("uploaded_file")
    .select("sha256")
    .where("id", "in", [firstId, secondId])
    .distinct()
    .execute();
  return rows.length === 1;
}

/** Who reads a conversation: the practice still reads what a patient says isn't theirs. */
export type Viewer = "patient" | "practice";

/** The file of a message in a conversation; undefined if the file is not in it, or not for this viewer. */
export const fileInConversation = (db: Database, conversationId: string, fileId: string, viewer: Viewer) =>
  db
    .selectFrom("message")
    .select(["patient_id", "file_id"])
    .where("conversation_id", "=", conversationId)
    .where("file_id", "=", fileId)
    .where(viewer === "patient" ? isInPlace : sql<boolean>`message.withdrawn_at is null`)
    .executeTakeFirst();

/** Up to `limit` messages from all a patient's conversations, newest first. */
export function messagesOfPatient(
  { db, secrets }: NeededServices,
  patientId: string,
  after: KeysetCursor | null,
  limit: number,
) {
  return readMessages(
    secrets,
    selectMessages(db)
      .where("message.patient_id", "=", patientId)
      .where(beyondCursor("message.created_at", "<", "message.id", after))
      .orderBy("message.created_at", "desc")
      .orderBy("message.id", "desc")
      .limit(limit),
  );
}

/** When a patient wrote since, newest first, and nothing of what; not who helps them. */
export const patientWroteSince = async (
  db: Database,
  patientIds: readonly string[],
  since: Date,
  limit: number,
): Promise<readonly Date[]> =>
  (
    await db
      .selectFrom("message")
      .select("created_at")
      .where("patient_id", "in", [...patientIds])
      .where("role", "=", "patient")
      .where("helper_id", "is", null)
      .where("created_at", ">=", since)
      .orderBy("created_at", "desc")
      .limit(limit)
      .execute()
  ).map(({ created_at }) => created_at);

/** Inserts a message; false when its author has used the client id before. */
export async function insertMessage(tx: Tx, values: Insertable<Tables["message"]>): Promise<boolean> {
  const made = await tx
    .insertInto("message")
    .values(values)
    .onConflict((conflict) => conflict.columns(["author", "client_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return made !== undefined;
}

/** How many messages up to `seq` were written by anyone but the patient. */
export async function receivedCountUpTo(db: Database, conversationId: string, seq: number): Promise<number> {
  const row = await db
    .selectFrom("message")
    .select("received_count")
    .where("conversation_id", "=", conversationId)
    .where("seq", "=", seq)
    .executeTakeFirst();
  return row?.received_count ?? 0;
}

/** When the first message above `seq` was written. */
const firstMessageAfter = (db: Database, conversationId: string, seq: number) =>
  db
    .selectFrom("message")
    .select("created_at")
    .where("conversation_id", "=", conversationId)
    .where("seq", ">", seq)
    .orderBy("seq")
    .limit(1);

/** When the patient's first message above `seq`, written at `since` or later, was written; null when there is none. */
export async function firstFromPatientAfter(
  db: Database,
  conversationId: string,
  seq: number,
  since?: Date,
): Promise<Date | null> {
  const row = await firstMessageAfter(db, conversationId, seq)
    .where("role", "=", "patient")
    .$if(since !== undefined, (query) => query.where("created_at", ">=", since as Date))
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/** The last `seq` that somebody of the practice wrote to this patient; 0 before there is one. */
export async function lastFromPractice(db: Database, conversationId: string): Promise<number> {
  const last = await db
    .selectFrom("message")
    .select("seq")
    .where("conversation_id", "=", conversationId)
    .where("role", "in", ["doctor", "patient_services"])
    .where("withdrawn_at", "is", null)
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.seq ?? 0;
}

/** When the first message above `seq` by anyone but the patient was written; null when there is none. */
export async function firstReceivedAfter(db: Database, conversationId: string, seq: number): Promise<Date | null> {
  const row = await firstMessageAfter(db, conversationId, seq)
    .where((where) => where.or([where("role", "!=", "patient"), where("helper_id", "is not", null)]))
    .where("withdrawn_at", "is", null)
    .executeTakeFirst();
  return row?.created_at ?? null;
}
