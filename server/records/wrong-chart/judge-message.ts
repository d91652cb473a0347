import type { care } from "#contract/care/calls.ts";
import { conversationNeeds } from "#contract/care/conversations.ts";
import { mayWithdraw } from "#contract/messages/message.ts";
import { writeToPatient } from "#server/care/public.ts";
import {
  availableKinds,
  conversationAccessOf,
  conversationById,
  type ConversationRow,
  type LockedMessage,
  lockConversations,
  lockMessage,
  messageFor,
  moveMessageFile,
  recordMove,
  requireText,
  showAgain,
  withdrawMessage,
} from "#server/messages/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { requirePermission } from "#server/platform/http/authenticate.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { endReport } from "./reports.ts";
import { badPatient, requireRightPatient, type RightPatientContext } from "./right-patient.ts";

type Context = RightPatientContext & Refuses<"wrong_state">;

/** What the practice does about a message that was meant for another patient, or that a patient says was. */
export const judgeMessageHandlers = {
  withdrawMessage: async ({ params, body: { forpatientid: rightId } }, ctx) => {
    const { id: conversationId, mid: messageId } = params;
    const conversation = await conversationToWriteIn(ctx, conversationId);
    const { patient_id: patientId, kind } = conversation;
    if (rightId !== undefined) {
      await requireRightPatient(ctx, rightId, patientId);
      await requireConversation(ctx, rightId, kind);
    }
    return inTransaction(ctx, async (tx) => {
      // Of two patients at once always in the same order, or two moves could wait for each other.
      for (const id of [patientId, ...(rightId === undefined ? [] : [rightId])].toSorted())
        await lockConversations(tx.db, id);
      const locked = await lockMessage(tx, patientId, { conversationId, messageId });
      const message = await messageFor(tx, patientId, messageId, "practice");
      if (message.misfiled === "withdrawn")
        throw ctx.refuse("conflict", { message: "Somebody else has taken this message back already." });
      if (!mayWithdraw(message))
        throw ctx.refuse("wrong_state", { message: "Only what a person of the practice wrote can be taken back." });
      await withdrawMessage(tx, locked, { actor: ctx.clinic.actor });
      if (rightId !== undefined)
        await recordMove(tx, locked, await sendToRight({ ...ctx, ...tx }, locked, { rightId, kind }));
      await endReport(
        tx,
        { messageId },
        { actor: ctx.clinic.actor, note: "Taken back: it was meant for another patient." },
      );
      return messageFor(tx, patientId, messageId, "practice");
    });
  },

  keepMessage: async ({ params, body: { message: text } }, ctx) => {
    const { id: conversationId, mid: messageId } = params;
    requireText(ctx.content, text);
    const conversation = await conversationToWriteIn(ctx, conversationId);
    const { patient_id: patientId } = conversation;
    return inTransaction(ctx, async (tx) => {
      const locked = await lockMessage(tx, patientId, { conversationId, messageId });
      const { misfiled } = await messageFor(tx, patientId, messageId, "practice");
      if (misfiled === "withdrawn")
        throw ctx.refuse("conflict", { message: "Somebody else has taken this message back already." });
      if (misfiled === null)
        throw ctx.refuse("conflict", { message: "The patient sees this message. Nothing is open about it." });
      await showAgain(tx, locked);
      // It answers what the patient reported, and none of their questions.
      await writeToPatient({ ...ctx, ...tx }, conversation, { text, by: ctx.clinic, answersSeq: 0 });
      await endReport(tx, { messageId }, { actor: ctx.clinic.actor, note: "It’s the patient’s." });
      return messageFor(tx, patientId, messageId, "practice");
    });
  },
} satisfies Partial<Handlers<typeof care>>;

async function conversationToWriteIn(ctx: Context, id: string): Promise<ConversationRow> {
  const conversation = await conversationById(ctx.db, id);
  if (!conversation) throw new Refusal("not_found");
  ctx.auditPatient(conversation.patient_id);
  requirePermission(ctx.clinic, conversationNeeds("write", conversation.kind));
  return conversation;
}

/** The right patient has such a conversation. */
async function requireConversation(ctx: Context, rightId: string, kind: ConversationRow["kind"]): Promise<void> {
  if (!availableKinds(ctx.content, await conversationAccessOf(ctx, rightId)).includes(kind))
    throw badPatient("This patient has no such conversation. Please withdraw it without sending it again.");
}

/** Sends the same to the right patient, with its file and what it gave to read; the id of that message. */
async function sendToRight(
  services: TxServices & Pick<Context, "clinic"> & Refuses<"wrong_state">,
  { row }: LockedMessage,
  { rightId, kind }: { readonly rightId: string; readonly kind: ConversationRow["kind"] },
): Promise<string> {
  const { id, patient_id: patientId, text, file_id: fileId, followup_id: followupId, needs_reply: needsReply } = row;
  const { article_id: articleId, article_title: title } = row;
  if (followupId !== null)
    throw badPatient("A follow-up isn’t sent again by this. Please withdraw it, then send theirs from their record.");
  if (fileId !== null) await moveMessageFile(services.db, { messageId: id, fileId, patientId, rightId });
  const { message } = await writeToPatient(
    services,
    { kind, patient_id: rightId },
    {
      ...{ text, by: services.clinic, needsReply, answersSeq: 0 },
      ...(fileId !== null && { type: "attachment", fileId }),
      ...(articleId !== null && title !== null && { article: { id: articleId, title } }),
    },
  );
  return message.id;
}
