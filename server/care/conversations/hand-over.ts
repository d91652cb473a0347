import type { Handover } from "#contract/care/conversations.ts";
import { oldestOpenEmergencies } from "#server/emergency/public.ts";
import {
  availableKinds,
  conversationAccessOf,
  conversationById,
  type ConversationRow,
  handoversOf,
  handOverQuestion,
  lockConversations,
} from "#server/messages/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { endAssignment, memberNames } from "#server/staff/public.ts";

type HandoverRefusals = "wrong_state" | "conflict" | "not_available_in_state";

const other = { doctor: "patient_services", patient_services: "doctor" } as const;

/**
 * Hands what waits in a conversation to the patient's other one, and gives the conversation as it is then. Refuses `not_available_in_state` where the
 * patient's state has no chat with patient services, `wrong_state` where nothing waits, the other side can't answer, or an emergency is open: a person
 * has to take care of that first. `conflict`: somebody wrote since.
 */
export const handOverConversation = (
  services: Services & Refuses<HandoverRefusals>,
  { id, patient_id: patientId, kind }: ConversationRow,
  { seq, note, by }: { readonly seq: number; readonly note: string; readonly by: string },
): Promise<ConversationRow> =>
  inTransaction(services, async (tx) => {
    const conversations = await lockConversations(tx.db, patientId);
    const from = conversations.find((each) => each.id === id);
    if (!from) throw new Refusal("not_found");
    const to = other[kind];
    const target = conversations.find((each) => each.kind === to);
    const access = await conversationAccessOf(tx, patientId);
    if (!availableKinds(services.content, access).includes(to))
      throw to === "patient_services"
        ? services.refuse("not_available_in_state", {
            message: "This patient's state has no chat with patient services. Please answer here.",
          })
        : services.refuse("wrong_state", { message: "This patient has no doctor to ask yet. Please answer here." });
    if (from.closed_at !== null || (target && target.closed_at !== null))
      throw services.refuse("wrong_state", {
        message: `The conversation with ${(from.closed_at === null ? to : kind) === "doctor" ? "the doctor" : "patient services"} is closed. Please ask somebody who may reopen it.`,
      });
    if (to === "patient_services" && (await oldestOpenEmergencies(tx.db, [patientId])).size > 0)
      throw services.refuse("wrong_state", {
        message: "This patient described an emergency. Somebody has to take care of it first.",
      });
    const obstacle = await handOverQuestion(tx, from, { to, seq, note, by });
    if (obstacle === "changed")
      throw services.refuse("conflict", {
        message: "Somebody else answered or handed this over first. Please look again.",
      });
    if (obstacle === "nothing_waits")
      throw services.refuse("wrong_state", { message: "Nothing waits for an answer here." });
    await endAssignment(tx.db, id);
    return (await conversationById(tx.db, id)) ?? from;
  });

/** The hand-overs of a conversation as both sides see them, oldest first. */
export async function presentHandovers(services: Services, conversation: ConversationRow): Promise<Handover[]> {
  const rows = await handoversOf(services, conversation);
  const names = await memberNames(
    services.db,
    rows.map(({ handed_by }) => handed_by),
  );
  return rows.map((row) => {
    const isFrom = row.from_id === conversation.id;
    return {
      id: row.id,
      from: isFrom ? conversation.kind : other[conversation.kind],
      to: isFrom ? other[conversation.kind] : conversation.kind,
      seq: isFrom ? row.from_seq : row.to_seq,
      note: row.note,
      name: names.get(row.handed_by) ?? null,
      at: row.handed_at.toISOString(),
    };
  });
}
