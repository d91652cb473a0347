import type { MouseEvent } from "react";
import { session } from "#app/api/session.ts";
import { patientOf, sessionIdOf } from "#app/api/token.ts";
import { drafts } from "#app/forms/drafts.ts";
import { createOpening } from "./opening.ts";

/** Kept in the tab with what she has not sent, for as long as she is signed in: a reload is no new visit, signing in again is one. */
export const nameOf = (token: string | null, id: string): string =>
  `${patientOf(token)}:review-later:${sessionIdOf(token)}:${id}`;

/** The review as the whole dashboard knows it. */
export const opening = createOpening({
  has: (id) => drafts.get(nameOf(session.get().token, id)) !== null,
  add: (id) => drafts.put(nameOf(session.get().token, id), {}),
});

/** A link that asks for the review: opens it where she is; a press for a new tab, or with no review known, is left to the link. */
export function openReview(event: MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (opening.isWaiting()) event.preventDefault();
  opening.ask();
}
