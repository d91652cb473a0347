import { patientById } from "#server/auth/public.ts";
import { type ConversationRow, lockConversations } from "#server/messages/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { assign, colleagues, endAssignment, lockColleague, unassign } from "#server/staff/public.ts";
import { assigneesOf, assignmentObstacles } from "./assignees.ts";

/** Who can have this conversation, by name. */
export async function possibleAssignees(services: Services, { kind, patient_id }: ConversationRow) {
  const { state } = await patientById(services, patient_id);
  const people = await colleagues(services.db);
  const obstacleFor = await assignmentObstacles(services, people);
  return people
    .filter((each) => obstacleFor({ kind, state }, each) === null)
    .map(({ id, name }) => ({ memberid: id, name }));
}

/**
 * Assigns a conversation, or releases it with `memberId` null. Refuses `wrong_state` where it can't be theirs, or the conversation is closed, and
 * `conflict`, with who has it, where it is not `fromId`'s: nothing is taken from anybody unseen.
 */
export const assignConversation = (
  services: Services & Refuses<"wrong_state" | "conflict">,
  { id, kind, patient_id: patientId }: ConversationRow,
  { memberId, fromId, by }: { readonly memberId: string | null; readonly fromId: string | null; readonly by: string },
): Promise<void> =>
  inTransaction(services, async (tx) => {
    const conversation = (await lockConversations(tx.db, patientId)).find((each) => each.id === id);
    const { state } = await patientById(tx, patientId);
    if (memberId !== null) {
      if (conversation?.closed_at !== null)
        throw services.refuse("wrong_state", { message: "This conversation is closed. Please reopen it first." });
      const member = await lockColleague(tx.db, memberId);
      if (!member)
        throw new Refusal("bad_request", {
          fields: [{ path: "memberid", message: "There's nobody with this id." }],
        });
      const obstacle = (await assignmentObstacles(tx, [member]))({ kind, state }, member);
      if (obstacle !== null) throw services.refuse("wrong_state", { message: obstacle });
    }
    const holder = async () => (await assigneesOf(tx, [{ id, kind, state }])).get(id);
    // What is left of an assignment that no longer counts keeps nobody from taking the conversation.
    if (!(await holder())) await endAssignment(tx.db, id);
    const changed =
      memberId === null
        ? await unassign(tx.db, id, fromId)
        : await assign(tx.db, { conversationId: id, patientId, memberId, fromId, by, now: services.clock.now() });
    if (changed) return;
    throw services.refuse("conflict", {
      message: `${(await holder())?.name ?? "Somebody else"} has this conversation by now. Please look again.`,
    });
  });
