import { createDrafts } from "#app/forms/drafts.ts";

/** Unsent messages by conversation, kept on the device, so that they outlive the tab. */
export const messageDrafts = createDrafts(() => (typeof localStorage === "undefined" ? null : localStorage));

/** Name of the patient's draft for one conversation; without an id, the prefix of all their drafts. */
export const messageDraftName = (patientId: string | null, conversationId = "") =>
  `messages/${patientId}/${conversationId}`;
