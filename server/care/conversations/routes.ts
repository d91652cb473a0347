import type { care } from "#contract/care/calls.ts";
import type { ClinicCaller, Handlers } from "#server/platform/http/handler.ts";
import { requireScope } from "#server/platform/http/authenticate.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { type ClinicContext, requirePatient } from "../patients/patient-summary.ts";
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
import { messagesForClinic, postAsClinic, presentForClinic, waitingConversationsPage } from "./clinic-conversations.ts";
import { assignConversation, possibleAssignees } from "./assign-conversation.ts";
import { scopesOfKind } from "./assignees.ts";
import { cannedReplies } from "./canned-replies.ts";
import { handOverConversation, presentHandovers } from "./hand-over.ts";
import { setConversationOpen } from "./set-conversation-open.ts";

type KeyContext = ClinicContext & { readonly clinic: ClinicCaller };

/** What patients write to the doctor is clinical; the scope `messages` alone opens the conversation with patient services. */
export const kindsFor = ({ scopes }: ClinicCaller): readonly ConversationRow["kind"][] =>
  (["doctor", "patient_services"] as const).filter((kind) => scopesOfKind[kind].some((each) => scopes.includes(each)));

/** A conversation by its id; names its patient for the audit. */
async function conversationForClinic(ctx: KeyContext, id: string): Promise<ConversationRow> {
  const conversation = await conversationById(ctx.db, id);
  if (!conversation) throw new Refusal("not_found");
  ctx.auditPatient(conversation.patient_id);
  if (!kindsFor(ctx.clinic).includes(conversation.kind)) requireScope(ctx.clinic, ["clinical"]);
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
    const page = await waitingConversationsPage(ctx, kindsFor(ctx.clinic), query.nextpage);
    for (const { patient } of page.items) ctx.auditPatient(patient.id);
    return page;
  },
  conversation: async ({ params }, ctx) => presentOne(ctx, await conversationForClinic(ctx, params.id)),
  conversationMessages: async ({ params, query: { cursor, limit } }, ctx) =>
    messagePage(
      ctx,
      await conversationForClinic(ctx, params.id),
      cursor === undefined ? latestPage : decodeSeqCursor(cursor, "cursor"),
      limit,
    ),
  cannedReplies: async ({ params }, ctx) => {
    const { kind, patient } = await presentOne(ctx, await conversationForClinic(ctx, params.id));
    return {
      items: cannedReplies(ctx.content, kind, { firstname: patient.firstname, doctor: patient.doctor?.name ?? null }),
    };
  },
  patientConversations: async ({ params }, ctx) => {
    const patientId = await requirePatient(ctx, params.id);
    const conversations = await ensureConversations(ctx, patientId);
    return {
      items: await presentForClinic(
        ctx,
        conversations.filter(({ kind }) => kindsFor(ctx.clinic).includes(kind)),
      ),
    };
  },

  sendMessage: async ({ params, body: { message: text, clientid, type, needsreply, answersseq, seenseq } }, ctx) => {
    requireText(ctx.content, text);
    const input = {
      text,
      by: ctx.clinic,
      clientId: clientid ?? ctx.idempotencyKey,
      type: type ?? "text",
      needsReply: needsreply ?? false,
      ...(answersseq === undefined ? {} : { answersSeq: answersseq }),
    } as const;
    const seen = { seenSeq: seenseq, refuse: ctx.refuse };
    return (await postAsClinic(ctx, await conversationForClinic(ctx, params.id), input, seen)).message;
  },
  sendMessageAttachment: {
    resumable: async ({ params, body: { message: text = "", clientid, answersseq, seenseq } }, ctx) => {
      if (text !== "") requireText(ctx.content, text);
      const conversation = await conversationForClinic(ctx, params.id);
      return postAttachment(ctx, conversation, ctx.file, (fileId) =>
        postAsClinic(
          ctx,
          conversation,
          {
            text,
            by: ctx.clinic,
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
    attachmentFile(ctx, await conversationForClinic(ctx, params.id), params.attachmentid),
  readConversation: async ({ params, body }, ctx) =>
    presentOne(ctx, await markReadByStaff(ctx.db, await conversationForClinic(ctx, params.id), body.seq)),
  openConversation: async ({ params, body }, ctx) =>
    presentOne(ctx, await setConversationOpen(ctx, await conversationForClinic(ctx, params.id), body.open)),

  assignees: async ({ params }, ctx) => ({
    items: await possibleAssignees(ctx, await conversationForClinic(ctx, params.id)),
  }),
  assignConversation: async ({ params, body: { memberid: memberId, fromid: fromId } }, ctx) => {
    const conversation = await conversationForClinic(ctx, params.id);
    await assignConversation(ctx, conversation, { memberId, fromId: fromId ?? null, by: ctx.clinic.actor });
    return presentOne(ctx, conversation);
  },
  handovers: async ({ params }, ctx) => ({
    items: await presentHandovers(ctx, await conversationForClinic(ctx, params.id)),
  }),
  handOverConversation: async ({ params, body }, ctx) => {
    const conversation = await conversationForClinic(ctx, params.id);
    return presentOne(ctx, await handOverConversation(ctx, conversation, { ...body, by: ctx.clinic.actor }));
  },
} satisfies Partial<Handlers<typeof care>>;
