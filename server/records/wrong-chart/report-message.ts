import { conversationNeeds } from "#contract/care/conversations.ts";
import { rolesAsked } from "#contract/care/task-kinds.ts";
import type { messages } from "#contract/messages/calls.ts";
import { mayReport } from "#contract/messages/message.ts";
import { permissionsOfRole, permits } from "#contract/policy/policy.ts";
import type { Role } from "#contract/policy/roles.ts";
import { type ConversationRow, hideReported, lockMessage, messageFor } from "#server/messages/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import type { TxServices } from "#server/platform/services.ts";
import { colleagues } from "#server/staff/public.ts";
import { atOnce, openTask } from "#server/tasks/public.ts";

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
      await askPractice(tx, locked.conversation, messageId);
      return messageFor(tx, patientId, messageId, "patient");
    }),
} satisfies Pick<Handlers<typeof messages>, "reportMessage">;

/** Somebody who writes in that conversation is asked at once to look into it. */
async function askPractice(
  tx: TxServices,
  { id: conversationId, patient_id: patientId, kind }: ConversationRow,
  messageId: string,
): Promise<void> {
  const role = await whoLooks(tx, kind);
  await openTask(tx, {
    ...{ kind: "not_mine", patientId, orderId: null, conversationId, messageId, holds: false },
    ...{ actor: `patient:${patientId}`, asker: { role, memberId: null }, asked: { role, memberId: null } },
    words: tx.content.messages.misfiled.task,
    days: atOnce({ today: clinicToday(tx), now: tx.clock.now() }),
  });
}

/** Of the roles that write in such a conversation, the one that opens least, of which somebody works here. */
async function whoLooks(tx: TxServices, kind: ConversationRow["kind"]): Promise<Role> {
  const able = rolesAsked("not_mine")
    .filter((role) => permits(permissionsOfRole(role), conversationNeeds("write", kind)))
    .toSorted((one, other) => permissionsOfRole(one).length - permissionsOfRole(other).length);
  const people = await colleagues(tx.db);
  const role = able.find((each) => people.some(({ roles }) => roles.includes(each))) ?? able.at(-1);
  if (role === undefined) throw new Error(`nobody's role writes in a conversation of ${kind}`);
  return role;
}
