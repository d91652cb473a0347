import { setTimeout as pause } from "node:timers/promises";
import type { Message } from "#contract/messages/message.ts";
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
  sender: { id: "care-team", firstName: "Care", lastName: "Team", role: "doctor", name: "Care Team", title: null },
  patientId,
  message: words,
  attachment: null,
  article: null,
  needsreply: false,
  actionstatus: null,
  followupid: null,
  misfiled: null,
  createdat: new Date().toISOString(),
});

const tickMs = 20;

/** Calls `sendRange` with the next numbers every 20 ms, `perSecond` in each second, for `seconds`. */
export async function sendPaced(perSecond: number, seconds: number, sendRange: (from: number, to: number) => void) {
  const began = performance.now();
  const all = perSecond * seconds;
  for (let done = 0; done < all;) {
    const due = Math.min(all, Math.floor(((performance.now() - began) / 1000) * perSecond));
    if (due > done) sendRange(done, due);
    done = due;
    await pause(tickMs);
  }
}
