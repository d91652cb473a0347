import type * as z from "zod/mini";
import type { SessionGate } from "#clinic/api/client.ts";
import type { Input } from "#contract/http/endpoint.ts";
import { recordAccessCalls } from "#contract/staff/record-access.ts";
import { staffSessionCalls } from "#contract/staff/sessions.ts";
import { type FollowServices, followSession } from "./follow-session.ts";
import { createSessionState } from "./session-state.ts";
import { createWaitingCalls } from "./waiting-calls.ts";

type Calls = typeof staffSessionCalls;

/** What a session depends on; tests pass their own. */
export interface SessionServices extends FollowServices {
  /** The server's time, ms. */
  readonly now: () => number;
}

/**
 * The session of this browser as the app knows it. The server decides; this follows each of its answers, and settles for the client what a call waits
 * for: the lock screen, a fresh proof, a reason, an emergency to see.
 */
export function createStaffSession({ now, ...services }: SessionServices) {
  const { call, announce } = services;
  const store = createSessionState();
  const waiting = createWaitingCalls(store);
  const { leave, refresh, lock, enter } = followSession(store, waiting, services);
  const gate: SessionGate = { ...waiting.gate, ended: () => leave("ended") };

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
    cancelProof: () => waiting.settleProof(false),
    /** Says why the person needs a patient's record, for an hour; what waited for that goes ahead. */
    giveReason: async (patientId: string, body: Input<typeof recordAccessCalls.openRecord>["body"]): Promise<void> => {
      await call(recordAccessCalls.openRecord, { params: { id: patientId }, body });
      waiting.settleReason(patientId, true);
    },
    /** The person doesn't need the record after all: what waited for it is refused. */
    cancelReason: waiting.declineReason,
    /** Whether the person has seen the emergency that a decision waits for, and decides all the same. */
    answerEmergency: waiting.settleEmergency,
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

export type StaffSessionStore = ReturnType<typeof createStaffSession>;
