import { createDrafts } from "#app/forms/drafts.ts";

/** What she writes to a conversation, kept on the device, so that it outlives the tab. */
export const messageDrafts = createDrafts(() => (typeof localStorage === "undefined" ? null : localStorage));

/** Her draft to one conversation; without an id, how the names of all of hers begin. */
export const messageDraftName = (patientId: string | null, conversationId = "") =>
  `messages/${patientId}/${conversationId}`;
