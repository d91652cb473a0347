import { isApiError } from "#app/api/api-error.ts";
import { observable } from "#app/browser/observable.ts";
import type { StaffCall } from "#clinic/api/client.ts";
import { type Claim, staffWorkCalls } from "#contract/staff/work.ts";
import { claimOf, type Work } from "./claim-of.ts";

export interface HoldState {
  /** `asking` not known yet · `mine` · `theirs` somebody else has it · `unknown` the server didn't answer · `released` */
  readonly status: "asking" | "mine" | "theirs" | "unknown" | "released";
  /** Who else has it. */
  readonly holder: string | null;
  /** It was this person's, and the other one took it over. */
  readonly takenOver: boolean;
}

/** Works on one thing: claims it, goes on holding it, and lets others have it afterwards. Nothing is taken from anybody without `takeOver`. */
export function createHold(call: StaffCall, work: Work, memberId: string) {
  const store = observable<HoldState>({ status: "asking", holder: null, takenOver: false });
  let released = false;
  let wasMine = false;
  const params = { kind: work.kind, id: work.id };

  const lose = (holder: string) =>
    store.set({ status: "theirs", holder, takenOver: store.get().takenOver || store.get().status === "mine" });

  async function claim(takeover: boolean, background: boolean): Promise<void> {
    try {
      await call(staffWorkCalls.claim, { params, body: { takeover } }, { background });
      // Somebody who left the page while it was asked for works on nothing.
      if (released) return void release();
      wasMine = true;
      store.set({ status: "mine", holder: null, takenOver: false });
    } catch (error) {
      if (released) return;
      if (isApiError(error) && error.code === "claimed") lose(holderIn(error.details));
      else if (store.get().status === "asking") store.set({ status: "unknown" });
    }
  }

  function release(): Promise<void> {
    released = true;
    // Whoever lost it may have claimed it once more, by an answer that came too late and was refused. It's their own claim alone that ends.
    const mayBeMine = wasMine || store.get().status !== "theirs";
    wasMine = false;
    store.set({ status: "released", holder: null, takenOver: false });
    if (!mayBeMine) return Promise.resolve();
    // Without a connection the claim ends by itself.
    return call(staffWorkCalls.release, { params }, { background: true }).then(
      () => {},
      () => {},
    );
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    claim: () => {
      released = false;
      return claim(false, false);
    },
    takeOver: () => claim(true, false),
    /** Holds on to it while the page is open; also finds out that it ended or has become free. */
    keep: () => (released || store.get().status === "theirs" ? Promise.resolve() : claim(false, true)),
    /** What is claimed, as it was read last: somebody else may have taken this over, or let go of it. */
    see: (claims: readonly Claim[]) => {
      if (released) return;
      const found = claimOf(claims, work);
      if (found && found.memberid !== memberId) lose(found.name);
      else if (store.get().status === "theirs") store.set({ status: found ? "mine" : "unknown", holder: null });
    },
    lost: (holder: string) => lose(holder),
    release,
  };
}

/** Who has it, from the details of a `claimed` refusal. */
export const holderIn = (details: unknown): string => {
  const name = (details as { name?: unknown } | null | undefined)?.name;
  return typeof name === "string" ? name : "Somebody else";
};
