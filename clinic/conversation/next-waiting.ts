import type { InboxItem } from "#contract/care/inbox.ts";
import { claimOf } from "#clinic/work/claim-of.ts";
import type { Claim } from "#contract/staff/work.ts";

export const conversationPath = (id: string): string => `/clinic/conversation/${id}`;

/** The most urgent other conversation in which a patient waits and that nobody else works on or has. An emergency waits for nobody. */
export function nextWaiting(
  conversations: readonly Pick<InboxItem, "id" | "patient" | "assignee">[],
  claims: readonly Claim[],
  { conversationId, memberId }: { readonly conversationId: string; readonly memberId: string },
): string | null {
  const next = conversations.find(({ id, patient, assignee }) => {
    if (id === conversationId) return false;
    const isEmergency = (patient?.emergencysince ?? null) !== null;
    if (assignee && assignee.memberid !== memberId && !isEmergency) return false;
    const claim = claimOf(claims, { kind: "conversation", id });
    return claim === null || claim.memberid === memberId;
  });
  return next?.id ?? null;
}
