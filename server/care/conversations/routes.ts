import type { care } from "#contract/care/calls.ts";
import type { ApiKey, Handlers } from "#server/platform/http/handler.ts";
import { requireScope } from "#server/platform/http/register-call.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { type ClinicContext, requirePatient } from "../patients/patient-summary.ts";
import {
  attachmentFile,
  postAttachment,
  conversationById,
  type ConversationRow,
  ensureConversations,
  requireText,
} from "#server/messages/public.ts";
import { messagesForClinic, postAsClinic, presentForClinic, waitingConversationsPage } from "./clinic-conversations.ts";
import { setConversationOpen } from "./set-conversation-open.ts";

type KeyContext = ClinicContext & { readonly apiKey: ApiKey };

/** What patients write to the doctor is clinical; the scope `messages` alone opens the conversation with patient services. */
const kindsFor = ({ scopes }: ApiKey): readonly ConversationRow["kind"][] =>
  scopes.includes("clinical") ? ["doctor", "patient_services"] : ["patient_services"];

/** A conversation by its id; names its patient for the audit. */
async function conversationForClinic(ctx: KeyContext, id: string): Promise<ConversationRow> {
  const conversation = await conversationById(ctx.db, id);
  if (!conversation) throw new Refusal("not_found");
  ctx.auditPatient(conversation.patient_id);
  if (!kindsFor(ctx.apiKey).includes(conversation.kind)) requireScope(ctx.apiKey, ["clinical"]);
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
    const page = await waitingConversationsPage(ctx, kindsFor(ctx.apiKey), query.nextpage);
    for (const { patient } of page.items) ctx.auditPatient(patient.id);
    return page;
  },
  conversation: async ({ params }, ctx) => presentOne(ctx, await conversationForClinic(ctx, params.id)),
  patientConversations: async ({ params }, ctx) => {
    const patientId = await requirePatient(ctx, params.id);
    const conversations = await ensureConversations(ctx, patientId);
    return {
      items: await presentForClinic(
        ctx,
        conversations.filter(({ kind }) => kindsFor(ctx.apiKey).includes(kind)),
      ),
    };
  },

  sendMessage: async ({ params, body: { message: text, clientid, type, needsreply, answersseq } }, ctx) => {
    requireText(ctx.content, text);
    const { message } = await postAsClinic(ctx, await conversationForClinic(ctx, params.id), {
      text,
      clientId: clientid ?? ctx.idempotencyKey,
      type: type ?? "text",
      needsReply: needsreply ?? false,
      ...(answersseq === undefined ? {} : { answersSeq: answersseq }),
    });
    return message;
  },
  sendMessageAttachment: {
    resumable: async ({ params, body: { message: text = "", clientid, answersseq } }, ctx) => {
      if (text !== "") requireText(ctx.content, text);
      const conversation = await conversationForClinic(ctx, params.id);
      return postAttachment(ctx, conversation, ctx.file, (fileId) =>
        postAsClinic(ctx, conversation, {
          text,
          type: "attachment",
          fileId,
          clientId: clientid ?? ctx.idempotencyKey,
          ...(answersseq === undefined ? {} : { answersSeq: answersseq }),
        }),
      );
    },
  },
  messageAttachment: async ({ params }, ctx) =>
    attachmentFile(ctx, await conversationForClinic(ctx, params.id), params.attachmentid),
  openConversation: async ({ params, body }, ctx) =>
    presentOne(ctx, await setConversationOpen(ctx, await conversationForClinic(ctx, params.id), body.open)),
} satisfies Partial<Handlers<typeof care>>;
