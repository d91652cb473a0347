import { linkedUpsellIn } from "#app/growth/upsell/linked-upsell.ts";
import type { FollowupCheck } from "#contract/followup.ts";
import { observable } from "#app/browser/observable.ts";
import type { PendingFollowup } from "./followup-session.ts";
import type { MouseEvent } from "react";
import { session } from "#app/api/session/session.ts";
import { tokenPatientId, tokenSessionId } from "#app/api/session/token.ts";
import { drafts } from "#app/forms/drafts.ts";

/** Whether the follow-up is open, and what requested it. */
export interface OpenerState {
  readonly open: boolean;
  /** The open follow-up, or the last one: reopening resumes it. */
  readonly current: PendingFollowup | null;
  /** The patient asked for it, by a button or a mail's link; `linkCode` is the code in the link. */
  readonly requested: { readonly followupCode: string | null } | null;
  /** The patient asked for a follow-up, and none is pending. */
  readonly nonePending: boolean;
}

/** Decides whether a follow-up opens by itself. */
export interface OpenConditions {
  /** The patient is on home; elsewhere they are in the middle of something. */
  readonly isHome: boolean;
  /** The code is loaded and no other dialog is open; the patient may have moved on while it loaded. */
  readonly canOpen: boolean;
  /** The patient followed a link to an upsell, which is open or about to open: even a requested follow-up waits for it. */
  readonly upsellLinked: boolean;
  /** Something else comes first, such as a failed payment; also true while unknown. */
  readonly somethingUrgent: boolean;
}

/** The conditions on the page at `path` with the query `search`; an upsell link opens its dialog by itself on home. */
export function openConditions(
  path: string,
  search: string,
  {
    ready,
    dialog,
    upsellOpen,
    somethingUrgent,
  }: {
    readonly ready: boolean;
    readonly dialog: boolean;
    readonly upsellOpen: boolean;
    readonly somethingUrgent: boolean;
  },
): OpenConditions {
  const isHome = path === "/home";
  return {
    isHome,
    canOpen: ready && !dialog,
    upsellLinked: upsellOpen || (isHome && linkedUpsellIn(search) !== null),
    somethingUrgent,
  };
}

/** Remembers the follow-ups the patient postponed, until their next visit. */
export interface PostponedFollowups {
  readonly has: (id: string) => boolean;
  readonly add: (id: string) => void;
}

/**
 * Opens the pending follow-up: by itself on home, once per visit, while nothing else is more urgent; anywhere when the patient asks. A
 * postponed follow-up with an unread safety stop opens again when the page is reloaded.
 */
export function createFollowupOpener(postponed: PostponedFollowups) {
  const initial: OpenerState = { open: false, current: null, requested: null, nonePending: false };
  const state = observable(initial);
  let pendingId: string | null = null;
  const postponedHere = new Set<string>();
  return {
    get: state.get,
    subscribe: state.subscribe,
    /** A follow-up is pending, as far as known. */
    isWaiting: () => pendingId !== null,
    /** The patient asks for it; an open one stays as it is. */
    ask: (followupCode: string | null = null) => state.set({ requested: { followupCode }, nonePending: false }),
    /** Handles the result of the check. `afterRequest`: the check was made after the patient asked. */
    found: (
      check: FollowupCheck,
      { isHome, canOpen, upsellLinked, somethingUrgent }: OpenConditions,
      afterRequest: boolean,
    ) => {
      const { open, requested } = state.get();
      const { id } = check;
      pendingId = id;
      if (open) return;
      if (id === null) {
        if (requested && afterRequest) state.set({ requested: null, nonePending: true });
        return;
      }
      // A safety stop does not wait for an upsell.
      if (upsellLinked && check.stop === null) return;
      if (
        requested ||
        (isHome &&
          canOpen &&
          !postponedHere.has(id) &&
          (check.stop !== null || (!somethingUrgent && !postponed.has(id))))
      )
        state.set({ open: true, current: { ...check, id }, nonePending: false });
    },
    /** The code of the link that opened it; returned once. */
    takeLinkCode: (): string | null => {
      const code = state.get().requested?.followupCode ?? null;
      if (state.get().requested) state.set({ requested: null });
      return code;
    },
    close: () => {
      const { current } = state.get();
      if (current) {
        postponedHere.add(current.id);
        postponed.add(current.id);
      }
      state.set({ open: false, requested: null });
    },
    /** The patient dismissed the notice that none is pending. */
    dismiss: () => state.set({ nonePending: false }),
    /** Another patient, or none: forgets everything. */
    reset: () => {
      pendingId = null;
      postponedHere.clear();
      state.set(initial);
    },
  };
}

/** Stored in the tab with the drafts for as long as the patient is signed in: a reload is the same visit, a new sign-in is a new one. */
export const postponedKey = (token: string | null, id: string): string =>
  `${tokenPatientId(token)}:review-later:${tokenSessionId(token)}:${id}`;

/** The follow-up opener shared by the whole dashboard. */
export const followupOpener = createFollowupOpener({
  has: (id) => drafts.get(postponedKey(session.get().token, id)) !== null,
  add: (id) => drafts.save(postponedKey(session.get().token, id), {}),
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
