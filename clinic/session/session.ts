import type * as z from "zod/mini";
import { isApiError } from "#app/api/api-error.ts";
import { observable } from "#app/browser/observable.ts";
import type { OpenEmergency, SessionGate, StaffCall } from "#clinic/api/client.ts";
import type { Input } from "#contract/http/endpoint.ts";
import { staffSessionCalls, type StaffSession, type StaffStage } from "#contract/staff/sessions.ts";
import { recordAccessCalls } from "#contract/staff/record-access.ts";
import { staffFactorCalls } from "#contract/staff/factors.ts";

type Calls = typeof staffSessionCalls;

export interface SessionState {
  /** `loading` nothing is known yet · `unreachable` asking failed · `out` nobody is signed in · else how far the session is. */
  readonly stage: "loading" | "unreachable" | "out" | StaffStage;
  readonly session: StaffSession | null;
  /** Who is in, with what they may do, also behind the lock screen; null for a session that was locked before this page knew it. */
  readonly member: Member | null;
  /** Why nobody is signed in, where somebody was. */
  readonly leftBy: "ended" | "signed_out" | null;
  /** A call waits for a fresh proof. */
  readonly proving: boolean;
  /** The patient whose record a call waits for until the person has said why they need it; null: none. */
  readonly askingFor: string | null;
  /** The patient's open emergencies that a decision waits for until the person has seen them; null: none. */
  readonly emergencies: readonly OpenEmergency[] | null;
}

export type Member = NonNullable<StaffSession["member"]>;

/** What a session depends on; tests pass their own. */
export interface SessionServices {
  readonly call: StaffCall;
  /** Forgets all that was read: another person comes, or nobody. */
  readonly clearData: () => void;
  /** Lets other tabs know that the session has changed. */
  readonly announce: () => void;
  /** The server's time, ms. */
  readonly now: () => number;
}

/**
 * The session of this browser as the app knows it. The server decides; this follows each of its answers, and settles for the client what a call waits
 * for: the lock screen, a fresh proof, a reason, an emergency to see.
 */
export function createStaffSession({ call, clearData, announce, now }: SessionServices) {
  const store = observable<SessionState>({
    stage: "loading",
    session: null,
    member: null,
    leftBy: null,
    proving: false,
    askingFor: null,
    emergencies: null,
  });
  let unlockWaiters: ((unlocked: boolean) => void)[] = [];
  let proofWaiters: ((proved: boolean) => void)[] = [];
  /** The decisions that wait for an emergency to be seen, with what is open; the first one is asked about. */
  let emergencyWaiters: { readonly open: readonly OpenEmergency[]; readonly resolve: (seen: boolean) => void }[] = [];
  /** The calls that wait for a reason, by the patient whose record they open; the first one is asked for. */
  const reasonWaiters = new Map<string, ((given: boolean) => void)[]>();
  /** Patients for whom the person would rather give none: a page that looks for news doesn't ask again and again. */
  const declined = new Set<string>();
  /** Counts changes: an answer to an earlier question is outdated. */
  let version = 0;
  /** Whose data is in the cache. */
  let memberId: string | null = null;
  /** Locked here, and the server may not know yet. */
  let lockWanted = false;

  const settle = (waiters: ((value: boolean) => void)[], value: boolean) =>
    waiters.forEach((resolve) => resolve(value));
  function settleUnlock(unlocked: boolean) {
    const waiters = unlockWaiters;
    unlockWaiters = [];
    settle(waiters, unlocked);
  }
  function settleProof(proved: boolean) {
    const waiters = proofWaiters;
    proofWaiters = [];
    if (store.get().proving) store.set({ proving: false });
    settle(waiters, proved);
  }

  function settleReason(patientId: string, given: boolean) {
    const waiters = reasonWaiters.get(patientId) ?? [];
    reasonWaiters.delete(patientId);
    store.set({ askingFor: [...reasonWaiters.keys()][0] ?? null });
    settle(waiters, given);
  }
  /** Answers the decision that is asked about, and asks about the next. */
  function settleEmergency(seen: boolean) {
    const [asked, ...others] = emergencyWaiters;
    emergencyWaiters = others;
    store.set({ emergencies: others[0]?.open ?? null });
    asked?.resolve(seen);
  }
  function dropQuestions() {
    declined.clear();
    while (emergencyWaiters.length > 0) settleEmergency(false);
    for (const patientId of [...reasonWaiters.keys()]) settleReason(patientId, false);
  }

  function take(session: StaffSession): void {
    version++;
    const id = session.member?.id ?? null;
    if (memberId !== null && (id !== memberId || losesScopes(store.get().member, session))) clearData();
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

  const gate: SessionGate = {
    unlocked: () =>
      new Promise((resolve) => {
        unlockWaiters.push(resolve);
        const { stage, session } = store.get();
        if (stage === "open") store.set({ stage: "locked", session: session && { ...session, stage: "locked" } });
        else if (stage !== "locked") settleUnlock(false);
      }),
    proved: () =>
      new Promise((resolve) => {
        proofWaiters.push(resolve);
        if (store.get().stage === "open") store.set({ proving: true });
        else settleProof(false);
      }),
    reasonGiven: (patientId) =>
      new Promise((resolve) => {
        if (declined.has(patientId)) return resolve(false);
        reasonWaiters.set(patientId, [...(reasonWaiters.get(patientId) ?? []), resolve]);
        store.set({ askingFor: [...reasonWaiters.keys()][0] ?? null });
      }),
    emergencySeen: (open) =>
      new Promise((resolve) => {
        emergencyWaiters.push({ open, resolve });
        store.set({ emergencies: emergencyWaiters[0]?.open ?? null });
      }),
    askAgain: () => declined.clear(),
    ended: () => leave("ended"),
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    gate,
    refresh,
    lock,
    signIn: (body: Input<Calls["signIn"]>["body"]) => enter(call(staffSessionCalls.signIn, { body })),
    accept: (body: Input<Calls["acceptInvitation"]>["body"]) =>
      enter(call(staffSessionCalls.acceptInvitation, { body })),
    proveCode: (code: string) => enter(call(staffSessionCalls.proveCode, { body: { code } })),
    proveRecoveryCode: (code: string) => enter(call(staffSessionCalls.proveRecoveryCode, { body: { code } })),
    provePasskey: (response: z.input<Calls["provePasskey"]["body"]>["response"]) =>
      enter(call(staffSessionCalls.provePasskey, { body: { response } })),
    passkeyOptions: async () => (await call(staffSessionCalls.passkeyChallenge, { body: {} })).options,
    /** The person would rather not prove it: what waited for that is refused. */
    cancelProof: () => settleProof(false),
    /** Says why the person needs a patient's record, for an hour; what waited for that goes ahead. */
    giveReason: async (patientId: string, body: Input<typeof recordAccessCalls.openRecord>["body"]): Promise<void> => {
      await call(recordAccessCalls.openRecord, { params: { id: patientId }, body });
      settleReason(patientId, true);
    },
    /** The person doesn't need the record after all: what waited for it is refused. */
    cancelReason: (patientId: string) => {
      declined.add(patientId);
      settleReason(patientId, false);
    },
    /** Whether the person has seen the emergency that a decision waits for, and decides all the same. */
    answerEmergency: settleEmergency,
    /** Asks for a proof unless the last one still counts; resolves with whether there is one. */
    ensureFresh: (): Promise<boolean> => {
      const until = store.get().session?.freshuntil ?? null;
      return until !== null && Date.parse(until) > now() ? Promise.resolve(true) : gate.proved();
    },
    /** Ends the session. When the server can't be reached it is not ended: this throws. */
    signOut: async (everywhere = false): Promise<void> => {
      await call(staffSessionCalls.signOut, { body: { everywhere } });
      leave("signed_out");
      announce();
    },
  };
}

/** Roles were taken away: what was read with them must not be shown any more. */
const losesScopes = (before: Member | null, { stage, member }: StaffSession): boolean =>
  stage === "open" && before !== null && before.scopes.some((scope) => !member?.scopes.includes(scope));

export type StaffSessionStore = ReturnType<typeof createStaffSession>;
