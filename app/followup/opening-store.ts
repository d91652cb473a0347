import type { MouseEvent } from "react";
import { session } from "#app/api/session/session.ts";
import { tokenPatientId, tokenSessionId } from "#app/api/session/token.ts";
import { drafts } from "#app/forms/drafts.ts";
import { createFollowupOpener } from "./followup-opener.ts";

/** Stored in the tab with the drafts for as long as the patient is signed in: a reload is the same visit, a new sign-in is a new one. */
export const postponedKey = (token: string | null, id: string): string =>
  `${tokenPatientId(token)}:review-later:${tokenSessionId(token)}:${id}`;

/** The follow-up opener shared by the whole dashboard. */
export const followupOpener = createFollowupOpener({
  has: (id) => drafts.get(postponedKey(session.get().token, id)) !== null,
  add: (id) => drafts.put(postponedKey(session.get().token, id), {}),
});

/**
 * Click handler of a link to the follow-up: opens it in place. A click for a new tab, or while none is known to be pending, follows the
 * link.
 */
export function openFollowup(event: MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (followupOpener.isWaiting()) event.preventDefault();
  followupOpener.ask();
}
