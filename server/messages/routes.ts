import { limits } from "#contract/constants.ts";
import type { messages } from "#contract/messages/calls.ts";
import { dismissEmergencies } from "#server/emergency/public.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { attachmentFile } from "./attachments.ts";
import { adminChatOf, ensureConversations, requireOwnConversation } from "./conversations/conversation-access.ts";
import { markAsRead } from "./mark-as-read.ts";
import { messagePage, conversationPage, latestPage, decodeSeqCursor } from "./message-pages.ts";
import {
  presentConversation,
  presentConversations,
  presentUnread,
  unreadCounts,
  membersOf,
} from "./present-conversation.ts";
import { sendAttachment, sendMessage } from "./send-message.ts";

export const messagesHandlers = {
  conversations: async (_input, ctx) => {
    const { patientId } = ctx.caller;
    return { items: await presentConversations(ctx, patientId, await ensureConversations(ctx, patientId)) };
  },
  conversation: async ({ params }, ctx) =>
    presentConversation(ctx, await requireOwnConversation(ctx, ctx.caller.patientId, params.id)),
  members: async ({ params }, ctx) => ({
    items: await membersOf(ctx, await requireOwnConversation(ctx, ctx.caller.patientId, params.id)),
  }),

  messagePages: async ({ params, query }, ctx) => {
    const conversation = await requireOwnConversation(ctx, ctx.caller.patientId, params.id);
    const seqCursor = query.nextpage === undefined ? latestPage : decodeSeqCursor(query.nextpage, "nextpage");
    const { items, cursor } = await messagePage(ctx, conversation, seqCursor, limits.messagePageSize);
    return { items, nextpage: cursor };
  },
  messages: async ({ params, query }, ctx) =>
    conversationPage(ctx, await requireOwnConversation(ctx, ctx.caller.patientId, params.id), query),

  send: ({ params, body }, ctx) =>
    sendMessage(ctx, ctx.caller, params.id, {
      text: body.message,
      clientId: body.clientid ?? ctx.idempotencyKey,
    }),
  sendAttachment: {
    resumable: ({ params, body }, ctx) =>
      sendAttachment(ctx, ctx.caller, params.id, {
        text: body.message ?? "",
        clientId: body.clientid ?? ctx.idempotencyKey,
        file: ctx.file,
      }),
  },
  attachment: async ({ params }, ctx) =>
    attachmentFile(ctx, await requireOwnConversation(ctx, ctx.caller.patientId, params.id), params.attachmentid),

  markAsRead: async ({ params, body }, ctx) =>
    markAsRead(ctx, await requireOwnConversation(ctx, ctx.caller.patientId, params.id), body?.seq),

  dismissEmergency: async ({ params }, ctx) => {
    const conversation = await requireOwnConversation(ctx, ctx.caller.patientId, params.id);
    await dismissEmergencies(ctx.db, conversation.id, ctx.clock.now());
    return presentConversation(ctx, conversation);
  },

  adminChat: async ({ params, query }, ctx) => {
    const row = await adminChatOf(ctx, ctx.caller.patientId, params.id);
    const [conversation, page] = await Promise.all([presentConversation(ctx, row), conversationPage(ctx, row, query)]);
    return { ...page, conversation };
  },
  adminChatUnread: async ({ params }, ctx) => presentUnread(await adminChatOf(ctx, ctx.caller.patientId, params.id)),
  markAdminChatAsRead: async ({ params, body }, ctx) =>
    markAsRead(ctx, await adminChatOf(ctx, ctx.caller.patientId, params.id), body?.seq),

  unreadCount: async ({ params }, ctx) => {
    if (params.patientId !== ctx.caller.patientId) throw ctx.refuse("not_found");
    return unreadCounts(ctx, ctx.caller.patientId);
  },
} satisfies Omit<Handlers<typeof messages>, "answerAction" | "reportMessage">;
