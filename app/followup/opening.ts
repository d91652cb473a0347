import { askedIn } from "#app/growth/upsell/asked-offer.ts";
import type { FollowupCheck } from "#contract/followup.ts";
import { observable } from "#app/api/observable.ts";
import type { Waiting } from "./review.ts";

/** Whether the review is open, and what asked for it. */
export interface OpeningState {
  readonly open: boolean;
  /** The review that is open, or was last: it stays as she left it. */
  readonly shown: Waiting | null;
  /** Asked for by her, by a button or a mail's link; `linkCode` is the code of the link. */
  readonly asked: { readonly linkCode: string | null } | null;
  /** She asked for one, and none is waiting. */
  readonly nothing: boolean;
}

/** What decides whether a review opens by itself. */
export interface Surroundings {
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
export function surroundingsOf(
  path: string,
  search: string,
  {
    ready,
    dialog,
    offer,
    urgent,
  }: { readonly ready: boolean; readonly dialog: boolean; readonly offer: boolean; readonly urgent: boolean },
): Surroundings {
  const home = path === "/home";
  return { home, free: ready && !dialog, offered: offer || (home && askedIn(search) !== null), urgent };
}

/** Remembers which review she put off; until her next visit. */
export interface Later {
  readonly has: (id: string) => boolean;
  readonly add: (id: string) => void;
}

/**
 * Opens the review that waits for her: by itself at home, once a visit, while nothing else needs her first; whenever she asks for it, anywhere. Put off with something in it that
 * cannot wait and that she has not read, it comes again when the page is loaded again.
 */
export function createOpening(later: Later) {
  const closed: OpeningState = { open: false, shown: null, asked: null, nothing: false };
  const state = observable(closed);
  let waiting: string | null = null;
  const putOff = new Set<string>();
  return {
    get: state.get,
    subscribe: state.subscribe,
    /** A review is waiting, as far as is known. */
    isWaiting: () => waiting !== null,
    /** She asks for it; an open one stays as it is. */
    ask: (linkCode: string | null = null) => state.set({ asked: { linkCode }, nothing: false }),
    /** What the check says. `fresh`: it was made after she asked. */
    found: (check: FollowupCheck, { home, free, offered, urgent }: Surroundings, fresh: boolean) => {
      const { open, asked } = state.get();
      const { id } = check;
      waiting = id;
      if (open) return;
      if (id === null) {
        if (asked && fresh) state.set({ asked: null, nothing: true });
        return;
      }
      // What cannot wait does not wait for an offer, either.
      if (offered && check.stop === null) return;
      if (asked || (home && free && !putOff.has(id) && (check.stop !== null || (!urgent && !later.has(id)))))
        state.set({ open: true, shown: { ...check, id }, nothing: false });
    },
    /** The code of the link that opened it, once. */
    takeLinkCode: (): string | null => {
      const code = state.get().asked?.linkCode ?? null;
      if (state.get().asked) state.set({ asked: null });
      return code;
    },
    close: () => {
      const { shown } = state.get();
      if (shown) {
        putOff.add(shown.id);
        later.add(shown.id);
      }
      state.set({ open: false, asked: null });
    },
    /** She has read that none is waiting. */
    dismiss: () => state.set({ nothing: false }),
    /** Another patient, or none: nothing is known of a review. */
    reset: () => {
      waiting = null;
      putOff.clear();
      state.set(closed);
    },
  };
}
