import type { OpenEmergency, SessionGate } from "#clinic/api/client.ts";
import type { SessionStateStore } from "./session-state.ts";

type Resolve = (value: boolean) => void;

/** The calls that wait for the person: to unlock, to prove that it's them, to give a reason, to see an emergency. The state says what is asked. */
export function createWaitingCalls(store: SessionStateStore) {
  let unlockWaiters: Resolve[] = [];
  let proofWaiters: Resolve[] = [];
  /** The decisions that wait for an emergency to be seen, with what is open; the first one is asked about. */
  let emergencyWaiters: { readonly open: readonly OpenEmergency[]; readonly resolve: Resolve }[] = [];
  /** The calls that wait for a reason, by the patient whose record they open; the first one is asked for. */
  const reasonWaiters = new Map<string, Resolve[]>();
  /** Patients for whom the person would rather give none: a page that looks for news doesn't ask again and again. */
  const declined = new Set<string>();

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

  const gate: Omit<SessionGate, "ended"> = {
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
  };
  return {
    gate,
    settleUnlock,
    settleProof,
    settleReason,
    settleEmergency,
    /** The person would rather give no reason: what waits for it is refused. */
    declineReason: (patientId: string) => {
      declined.add(patientId);
      settleReason(patientId, false);
    },
    /** The session is over, and nobody answers any more. */
    dropQuestions: () => {
      declined.clear();
      while (emergencyWaiters.length > 0) settleEmergency(false);
      for (const patientId of [...reasonWaiters.keys()]) settleReason(patientId, false);
    },
  };
}

const settle = (waiters: readonly Resolve[], value: boolean) => waiters.forEach((resolve) => resolve(value));

export type WaitingCalls = ReturnType<typeof createWaitingCalls>;
