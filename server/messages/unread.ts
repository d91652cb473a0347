import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { conversationsOf } from "./conversations.ts";
import { presentUnread } from "./present-conversation.ts";

/** Unread messages across all the patient's conversations. */
export async function unreadCounts(
  { db, clock }: Pick<Services, "clock"> & { readonly db: Database },
  patientId: string,
) {
  const conversations = (await conversationsOf(db, patientId)).map((row) => ({
    ...presentUnread(row),
    kind: row.kind,
  }));
  return {
    unreadcount: conversations.reduce((sum, { unreadcount }) => sum + unreadcount, 0),
    conversations,
    updatedat: clock.now().toISOString(),
  };
}
