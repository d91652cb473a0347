import { linkedUpsellIn } from "#app/growth/upsell/linked-upsell.ts";
import type { FollowupCheck } from "#contract/followup.ts";
import { observable } from "#app/api/observable.ts";
import type { PendingFollowup } from "./followup-session.ts";

/** Whether the review is open, and what asked for it. */
export interface OpenerState {
  readonly open: boolean;
  /** The review that is open, or was last: it stays as she left it. */
  readonly shown: PendingFollowup | null;
  /** Asked for by her, by a button or a mail's link; `linkCode` is the code of the link. */
  readonly asked: { readonly linkCode: string | null } | null;
  /** She asked for one, and none is waiting. */
  readonly nothing: boolean;
}

/** What decides whether a review opens by itself. */
export interface OpenConditions {
  /** She is at home: elsewhere she is in the middle of something. */
  readonly home: boolean;
  /** It can be drawn at once, and no other dialog stands there: she may have gone on before it came. */
  readonly free: boolean;
  /** She followed a link to an offer, which is open or about to be: even what she asked for comes after it. */
  readonly offered: boolean;
  /** Something else needs her first, as a payment that failed; or nobody knows yet. */
  readonly urgent: boolean;
}

/** What surrounds her on the page of `path` with the query `search`; an offer's link opens its dialog by itself, at home. */
export function openConditions(
  path: string,
  search: string,
  {
    ready,
    dialog,
    offer: upsellOpen,
    urgent: somethingUrgent,
  }: { readonly ready: boolean; readonly dialog: boolean; readonly offer: boolean; readonly urgent: boolean },
): OpenConditions {
  const isHome = path === "/home";
  return {
    home: isHome,
    free: ready && !dialog,
    offered: upsellOpen || (isHome && linkedUpsellIn(search) !== null),
    urgent: somethingUrgent,
  };
}

/** Remembers which review she put off; until her next visit. */
export interface PostponedFollowups {
  readonly has: (id: string) => boolean;
  readonly add: (id: string) => void;
}

/**
 * Opens the review that waits for her: by itself at home, once a visit, while nothing else needs her first; whenever she asks for it, anywhere. Put off with something in it that
 * cannot wait and that she has not read, it comes again when the page is loaded again.
 */
export function createFollowupOpener(postponed: PostponedFollowups) {
  const initial: OpenerState = { open: false, shown: null, asked: null, nothing: false };
  const state = observable(initial);
  let pendingId: string | null = null;
  const postponedHere = new Set<string>();
  return {
    get: state.get,
    subscribe: state.subscribe,
    /** A review is waiting, as far as is known. */
    isWaiting: () => pendingId !== null,
    /** She asks for it; an open one stays as it is. */
    ask: (followupCode: string | null = null) => state.set({ asked: { linkCode: followupCode }, nothing: false }),
    /** What the check says. `fresh`: it was made after she asked. */
    found: (
      check: FollowupCheck,
      { home: isHome, free: canOpen, offered: upsellLinked, urgent: somethingUrgent }: OpenConditions,
      afterRequest: boolean,
    ) => {
      const { open, asked: requested } = state.get();
      const { id } = check;
      pendingId = id;
      if (open) return;
      if (id === null) {
        if (requested && afterRequest) state.set({ asked: null, nothing: true });
        return;
      }
      // What cannot wait does not wait for an offer, either.
      if (upsellLinked && check.stop === null) return;
      if (
        requested ||
        (isHome &&
          canOpen &&
          !postponedHere.has(id) &&
          (check.stop !== null || (!somethingUrgent && !postponed.has(id))))
      )
        state.set({ open: true, shown: { ...check, id }, nothing: false });
    },
    /** The code of the link that opened it, once. */
    takeLinkCode: (): string | null => {
      const code = state.get().asked?.linkCode ?? null;
      if (state.get().asked) state.set({ asked: null });
      return code;
    },
    close: () => {
      const { shown: current } = state.get();
      if (current) {
        postponedHere.add(current.id);
        postponed.add(current.id);
      }
      state.set({ open: false, asked: null });
    },
    /** She has read that none is waiting. */
    dismiss: () => state.set({ nothing: false }),
    /** Another patient, or none: nothing is known of a review. */
    reset: () => {
      pendingId = null;
      postponedHere.clear();
      state.set(initial);
    },
  };
}
