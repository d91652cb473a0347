import type { care } from "#contract/care/calls.ts";
import { conversationNeeds, readKinds } from "#contract/care/conversations.ts";
import {
  attachmentFile,
  postAttachment,
  conversationById,
  type ConversationRow,
  ensureConversations,
  decodeSeqCursor,
  latestPage,
  markReadByStaff,
  messagePage,
  requireText,
} from "#server/messages/public.ts";
import { requirePermission } from "#server/platform/http/authenticate.ts";
import type { ClinicCaller, Handlers } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { type ClinicContext, requirePatient } from "../chart/patient-summary.ts";
import { assignConversation, possibleAssignees } from "./assign-conversation.ts";
import { articleToSend, cannedReplies, teachingMaterials } from "./canned-replies.ts";
import { messagesForClinic, postAsClinic, presentForClinic, waitingConversationsPage } from "./clinic-conversations.ts";
import { handOverConversation, presentHandovers } from "./hand-over.ts";
import { setConversationOpen } from "./set-conversation-open.ts";

type KeyContext = ClinicContext & { readonly clinic: ClinicCaller };

/** A conversation that the caller may read, or write in, by its id; names its patient for the audit. */
async function conversationTo(verb: "read" | "write", ctx: KeyContext, id: string): Promise<ConversationRow> {
  const conversation = await conversationById(ctx.db, id);
  if (!conversation) throw new Refusal("not_found");
  ctx.auditPatient(conversation.patient_id);
  requirePermission(ctx.clinic, conversationNeeds(verb, conversation.kind));
  return conversation;
}

async function presentOne(ctx: Services, row: ConversationRow) {
  const [conversation] = await presentForClinic(ctx, [row]);
  if (!conversation) throw new Refusal("not_found");
  return conversation;
}

/** The practice's calls for messages. */
export const clinicMessagesHandlers = {
  messages: async ({ params, query }, ctx) => messagesForClinic(ctx, await requirePatient(ctx, params.id), query),

  conversations: async ({ query }, ctx) => {
    const page = await waitingConversationsPage(ctx, readKinds(ctx.clinic.permissions), query.nextpage);
    for (const { patient } of page.items) ctx.auditPatient(patient.id);
    return page;
  },
  conversation: async ({ params }, ctx) => presentOne(ctx, await conversationTo("read", ctx, params.id)),
  conversationMessages: async ({ params, query: { cursor, limit } }, ctx) =>
    messagePage(
      ctx,
      await conversationTo("read", ctx, params.id),
      cursor === undefined ? latestPage : decodeSeqCursor(cursor, "cursor"),
      limit,
      "practice",
    ),
  cannedReplies: async ({ params }, ctx) => {
    const { kind, patient } = await presentOne(ctx, await conversationTo("write", ctx, params.id));
    return {
      items: cannedReplies(ctx.content, kind, { firstname: patient.firstname, doctor: patient.doctor?.name ?? null }),
      articles: teachingMaterials(ctx.content),
    };
  },
  patientConversations: async ({ params }, ctx) => {
    const patientId = await requirePatient(ctx, params.id);
    const conversations = await ensureConversations(ctx, patientId);
    return {
      items: await presentForClinic(
        ctx,
        conversations.filter(({ kind }) => readKinds(ctx.clinic.permissions).includes(kind)),
      ),
    };
  },

  sendMessage: async ({ params, body }, ctx) => {
    const { message: text, clientid, type, needsreply, answersseq, seenseq, articleid } = body;
    requireText(ctx.content, text);
    const input = {
      text,
      by: ctx.clinic,
      clientId: clientid ?? ctx.idempotencyKey,
      type: type ?? "text",
      needsReply: needsreply ?? false,
      ...articleToSend(ctx.content, articleid),
      ...(answersseq === undefined ? {} : { answersSeq: answersseq }),
    } as const;
    const seen = { seenSeq: seenseq, refuse: ctx.refuse };
    return (await postAsClinic(ctx, await conversationTo("write", ctx, params.id), input, seen)).message;
  },
  sendMessageAttachment: {
    resumable: async ({ params, body: { message: text = "", clientid, answersseq, seenseq, articleid } }, ctx) => {
      const material = articleToSend(ctx.content, articleid);
      if (text !== "") requireText(ctx.content, text);
      const conversation = await conversationTo("write", ctx, params.id);
      return postAttachment(ctx, conversation, ctx.file, (fileId) =>
        postAsClinic(
          ctx,
          conversation,
          {
            text,
            by: ctx.clinic,
            ...material,
            type: "attachment",
            fileId,
            clientId: clientid ?? ctx.idempotencyKey,
            ...(answersseq === undefined ? {} : { answersSeq: answersseq }),
          },
          { seenSeq: seenseq, refuse: ctx.refuse },
        ),
      );
    },
  },
  messageAttachment: async ({ params }, ctx) =>
    attachmentFile(ctx, await conversationTo("read", ctx, params.id), params.attachmentid, "practice"),
  readConversation: async ({ params, body }, ctx) =>
    presentOne(ctx, await markReadByStaff(ctx.db, await conversationTo("write", ctx, params.id), body.seq)),
  openConversation: async ({ params, body }, ctx) =>
    presentOne(ctx, await setConversationOpen(ctx, await conversationTo("write", ctx, params.id), body.open)),

  assignees: async ({ params }, ctx) => ({
    items: await possibleAssignees(ctx, await conversationTo("write", ctx, params.id)),
  }),
  assignConversation: async ({ params, body: { memberid: memberId, fromid: fromId } }, ctx) => {
    const conversation = await conversationTo("write", ctx, params.id);
    await assignConversation(ctx, conversation, { memberId, fromId: fromId ?? null, by: ctx.clinic.actor });
    return presentOne(ctx, conversation);
  },
  handovers: async ({ params }, ctx) => ({
    items: await presentHandovers(ctx, await conversationTo("read", ctx, params.id)),
  }),
  handOverConversation: async ({ params, body }, ctx) => {
    const conversation = await conversationTo("write", ctx, params.id);
    return presentOne(ctx, await handOverConversation(ctx, conversation, { ...body, by: ctx.clinic.actor }));
  },
} satisfies Partial<Handlers<typeof care>>;
