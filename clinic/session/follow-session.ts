import { isApiError } from "#app/api/api-error.ts";
import type { StaffCall } from "#clinic/api/client.ts";
import { staffFactorCalls } from "#contract/staff/factors.ts";
import { staffSessionCalls, type StaffSession } from "#contract/staff/sessions.ts";
import type { Member, SessionState, SessionStateStore } from "./session-state.ts";
import type { WaitingCalls } from "./waiting-calls.ts";

/** What following a session depends on. */
export interface FollowServices {
  readonly call: StaffCall;
  /** Forgets all that was read: another person comes, or nobody. */
  readonly clearData: () => void;
  /** Lets other tabs know that the session has changed. */
  readonly announce: () => void;
}

/** Puts each answer of the server about the session into the state: who is in, how far, whether it is locked or over. */
export function followSession(
  store: SessionStateStore,
  { settleUnlock, settleProof, dropQuestions }: WaitingCalls,
  { call, clearData, announce }: FollowServices,
) {
  /** Counts changes: an answer to an earlier question is outdated. */
  let version = 0;
  /** Whose data is in the cache. */
  let memberId: string | null = null;
  /** Locked here, and the server may not know yet. */
  let lockWanted = false;

  function take(session: StaffSession): void {
    version++;
    const id = session.member?.id ?? null;
    if (memberId !== null && (id !== memberId || losesPermissions(store.get().member, session))) clearData();
    memberId = id;
    if (session.stage === "locked") lockWanted = false;
    const stage = lockWanted && session.stage === "open" ? "locked" : session.stage;
    // Behind the lock nobody may anything; the page below stays the person's, so it keeps what they had.
    const known = stage === "locked" && store.get().member?.id === id ? store.get().member : null;
    store.set({ stage, session, member: session.stage === "open" ? session.member : known, leftBy: null });
    if (stage === "open") settleUnlock(true);
    else if (stage !== "locked") settleUnlock(false);
    if (stage !== "open") settleProof(false);
    if (stage !== "open" && stage !== "locked") dropQuestions();
  }

  function leave(leftBy: SessionState["leftBy"]): void {
    version++;
    const { stage } = store.get();
    // Two calls may find the same end: what the form to sign in has read by then is nobody's data.
    if (stage === "out") return;
    const wasIn = stage === "open" || stage === "locked" || stage === "enrolling";
    memberId = null;
    lockWanted = false;
    clearData();
    store.set({ stage: "out", session: null, member: null, leftBy: wasIn || leftBy === "signed_out" ? leftBy : null });
    settleUnlock(false);
    settleProof(false);
    dropQuestions();
  }

  /** Asks the server. `extend` counts as use of the session, asking alone does not. */
  async function refresh(extend = false): Promise<void> {
    const asked = version;
    if (lockWanted) return sendLock();
    try {
      if (extend) await call(staffFactorCalls.factors, {});
      const { session } = await call(staffSessionCalls.session, {}, { background: true });
      if (asked !== version) return;
      if (session) take(session);
      else leave("ended");
    } catch (error) {
      if (asked !== version) return;
      if (isApiError(error) && error.code === "staff_session_ended") leave("ended");
      else if (store.get().stage === "loading" || store.get().stage === "unreachable")
        store.set({ stage: "unreachable" });
    }
  }

  async function sendLock(): Promise<void> {
    await call(staffSessionCalls.lock, { body: {} }).then(take, () => {});
  }

  /** Locks this page at once; the server is told now, or as soon as it can be reached. */
  async function lock(): Promise<void> {
    if (store.get().stage !== "open") return;
    lockWanted = true;
    version++;
    store.set({ stage: "locked" });
    settleProof(false);
    await sendLock();
    announce();
  }

  async function enter(answer: Promise<StaffSession>): Promise<void> {
    const session = await answer;
    lockWanted = false;
    take(session);
    if (session.stage === "open") settleProof(true);
    announce();
  }

  return { leave, refresh, lock, enter };
}

/** Roles were taken away: what was read with them must not be shown any more. */
const losesPermissions = (before: Member | null, { stage, member }: StaffSession): boolean =>
  stage === "open" &&
  before !== null &&
  before.permissions.some((permission) => !member?.permissions.includes(permission));
