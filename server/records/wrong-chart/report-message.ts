import { conversationNeeds } from "#contract/care/conversations.ts";
import type { messages } from "#contract/messages/calls.ts";
import { mayReport } from "#contract/messages/message.ts";
import { hideReported, lockMessage, messageFor } from "#server/messages/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { askPractice } from "./reports.ts";

/** A patient's “this isn't mine”. */
export const reportHandlers = {
  reportMessage: ({ params }, ctx) =>
    inTransaction(ctx, async (tx) => {
      const { patientId } = ctx.caller;
      const { id: conversationId, mid: messageId } = params;
      const locked = await lockMessage(tx, patientId, { conversationId, messageId });
      const message = await messageFor(tx, patientId, messageId, "patient");
      if (message.misfiled !== null) return message;
      if (!mayReport(message)) throw ctx.refuse("wrong_state");
      await hideReported(tx, locked);
      await askPractice(tx, {
        ...{ patientId, conversationId, about: { messageId } },
        needs: conversationNeeds("write", locked.conversation.kind),
        words: tx.content.messages.misfiled.task,
      });
      return messageFor(tx, patientId, messageId, "patient");
    }),
} satisfies Pick<Handlers<typeof messages>, "reportMessage">;
