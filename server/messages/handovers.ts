import type { Selectable } from "kysely";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import {
  changeConversation,
  type ConversationRow,
  type Kind,
  lockConversations,
} from "./conversations/conversations.ts";
import { firstReceivedAfter } from "./message-queries.ts";
import { postMessage } from "./post-message.ts";
import { earliest, stillWaitingAfter } from "./waiting-since.ts";

/*
 * A question moves from one of a patient's conversations to the other one. A sentence in either tells the patient. The one in the conversation it moves
 * to stands for the question there: it waits since the patient first asked, until an answer whose writer had read that sentence.
 */

const noteOf = sealed("conversation_handover.note_sealed");

type HandoverRow = Omit<Selectable<Tables["conversation_handover"]>, "note_sealed"> & { readonly note: string };

/** What this conversation handed over or was handed, oldest first. */
export async function handoversOf(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  { id, patient_id }: Pick<ConversationRow, "id" | "patient_id">,
): Promise<HandoverRow[]> {
  const rows = await db
    .selectFrom("conversation_handover")
    .selectAll()
    .where("patient_id", "=", patient_id)
    .where((where) => where.or([where("from_id", "=", id), where("to_id", "=", id)]))
    .orderBy("handed_at")
    .orderBy("id")
    .execute();
  return rows.map(({ note_sealed, ...row }) => ({
    ...row,
    note: secrets.open<string>(note_sealed, noteOf(row.id)),
  }));
}

/** What kept a question from moving: somebody of the practice wrote or handed it over meanwhile, or nothing waits there. */
export type HandoverObstacle = "changed" | "nothing_waits";

/**
 * Moves what waits in a conversation, up to what was read of it, to the patient's conversation of the other kind, and tells the patient in both. Their
 * wait goes on from their first unanswered word. The caller holds the locks of the patient's conversations and has checked that the other one can be
 * written in.
 */
export async function handOverQuestion(
  services: TxServices,
  from: ConversationRow,
  { to, seq, note, by }: { readonly to: Kind; readonly seq: number; readonly note: string; readonly by: string },
): Promise<HandoverObstacle | null> {
  const { db, content, clock, secrets } = services;
  const { patient_id: patientId, waiting_since: since } = from;
  if ((await firstReceivedAfter(db, from.id, seq)) !== null) return "changed";
  const rest = since && (await stillWaitingAfter(db, from, seq));
  if (since === null || rest?.getTime() === since.getTime()) return "nothing_waits";
  const { handover } = content.messages;
  const author = { role: "system" } as const;
  const told = await postMessage(services, {
    patientId,
    kind: from.kind,
    author,
    type: "system",
    text: to === "doctor" ? handover.doctor : handover.patientservices,
  });
  const received = await postMessage(services, {
    patientId,
    kind: to,
    author,
    type: "system",
    text: handover.received,
    sendsMail: false,
    notifies: false,
  });
  const id = newId();
  await db
    .insertInto("conversation_handover")
    .values({
      ...{ id, patient_id: patientId, from_id: from.id, handed_seq: seq, from_seq: told.seq },
      ...{ to_id: received.conversationid, to_seq: received.seq, waiting_since: since },
      ...{ note_sealed: secrets.seal(note, noteOf(id)), handed_by: by, handed_at: clock.now() },
    })
    .execute();
  await changeConversation(db, from.id, { waiting_since: rest });
  const target = (await lockConversations(db, patientId)).find((each) => each.id === received.conversationid);
  await changeConversation(db, received.conversationid, { waiting_since: earliest(target?.waiting_since, since) });
  return null;
}
