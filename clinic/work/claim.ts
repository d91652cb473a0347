import { isApiError } from "#app/api/api-error.ts";
import { observable } from "#app/browser/observable.ts";
import type { StaffCall } from "#clinic/api/client.ts";
import { type Claim, staffWorkCalls } from "#contract/staff/work.ts";
import { claimedByIn } from "./act.ts";
import { claimOf, type Work } from "./claim-of.ts";

export interface ClaimState {
  /** `asking` not known yet · `own` · `taken` by somebody else · `unknown` the server didn't answer · `released` */
  readonly status: "asking" | "own" | "taken" | "unknown" | "released";
  /** Who else has it. */
  readonly claimedBy: string | null;
  /** It was this person's, and the other one took it over. */
  readonly takenOver: boolean;
}

/** Claims a work item, renews the claim, and releases it afterwards. Nothing is taken from anybody without `takeOver`. */
export function createClaim(call: StaffCall, work: Work, memberId: string) {
  const store = observable<ClaimState>({ status: "asking", claimedBy: null, takenOver: false });
  let released = false;
  let wasOwn = false;
  const params = { kind: work.kind, id: work.id };

  const lose = (claimedBy: string) =>
    store.set({ status: "taken", claimedBy, takenOver: store.get().takenOver || store.get().status === "own" });

  async function claim(takeover: boolean, background: boolean): Promise<void> {
    try {
      await call(staffWorkCalls.claim, { params, body: { takeover } }, { background });
      // Somebody who left the page while it was asked for works on nothing.
      if (released) return void release();
      wasOwn = true;
      store.set({ status: "own", claimedBy: null, takenOver: false });
    } catch (error) {
      if (released) return;
      if (isApiError(error) && error.code === "claimed") lose(claimedByIn(error.details));
      else if (store.get().status === "asking") store.set({ status: "unknown" });
    }
  }

  function release(): Promise<void> {
    released = true;
    // Whoever lost it may have claimed it again, by an answer that came too late and was refused. Only their own claim ends.
    const mayBeOwn = wasOwn || store.get().status !== "taken";
    wasOwn = false;
    store.set({ status: "released", claimedBy: null, takenOver: false });
    if (!mayBeOwn) return Promise.resolve();
    // Without a connection it ends when its time is up.
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
    /** Renews it while the page is open; also finds out that it ended or has become free. */
    renew: () => (released || store.get().status === "taken" ? Promise.resolve() : claim(false, true)),
    /** What is claimed, as it was read last: somebody else may have taken this over, or released it. */
    see: (claims: readonly Claim[]) => {
      if (released) return;
      const found = claimOf(claims, work);
      if (found && found.memberid !== memberId) lose(found.name);
      else if (store.get().status === "taken") store.set({ status: found ? "own" : "unknown", claimedBy: null });
    },
    lost: lose,
    release,
  };
}
