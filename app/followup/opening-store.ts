import type { MouseEvent } from "react";
import { session } from "#app/api/session/session.ts";
import { tokenPatientId, tokenSessionId } from "#app/api/session/token.ts";
import { drafts } from "#app/forms/drafts.ts";
import { createFollowupOpener } from "./followup-opener.ts";

/** Kept in the tab with what she has not sent, for as long as she is signed in: a reload is no new visit, signing in again is one. */
export const postponedKey = (token: string | null, id: string): string =>
  `${tokenPatientId(token)}:review-later:${tokenSessionId(token)}:${id}`;

/** The review as the whole dashboard knows it. */
export const followupOpener = createFollowupOpener({
  has: (id) => drafts.get(postponedKey(session.get().token, id)) !== null,
  add: (id) => drafts.put(postponedKey(session.get().token, id), {}),
});

/** A link that asks for the review: opens it where she is; a press for a new tab, or with no review known, is left to the link. */
export function openFollowup(event: MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (followupOpener.isWaiting()) event.preventDefault();
  followupOpener.ask();
}
