import type { Message } from "#contract/entities.ts";
import { newId } from "#server/platform/ids.ts";

/** A doctor's message, of a usual length. */
export const words =
  "Thank you for telling me. Night sweats often ease in the first weeks. Please keep the patch on as before and write to me on Friday how you slept.";

/** A message as a socket gets it. */
export const messageTo = (patientId: string, seq: number): Message => ({
  id: newId(),
  conversationid: patientId,
  seq,
  clientid: newId(),
  type: "text",
  sender: { id: "care-team", firstName: "Care", lastName: "Team", role: "doctor" },
  patientId,
  message: words,
  attachment: null,
  needsreply: false,
  actionstatus: null,
  followupid: null,
  createdat: new Date().toISOString(),
});
