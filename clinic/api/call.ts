import { randomUuid } from "#app/browser/random-uuid.ts";
import { createStaffClient, type SessionGate, type StaffCall } from "./client.ts";
import { serverClock } from "./server-clock.ts";

let gate: SessionGate = {
  unlocked: () => Promise.resolve(false),
  proved: () => Promise.resolve(false),
  reasonGiven: () => Promise.resolve(false),
  emergencySeen: () => Promise.resolve(false),
  askAgain: () => {},
  ended: () => {},
};
/** Registers the session, which is built on this client. */
export const registerGate = (session: SessionGate): void => void (gate = session);

/** Makes one call of the contract as the person who is signed in. Throws `ApiError`. */
export const call: StaffCall = createStaffClient({
  send: (url, init) => fetch(url, init),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  newKey: randomUuid,
  gate: {
    unlocked: () => gate.unlocked(),
    proved: () => gate.proved(),
    reasonGiven: (patientId) => gate.reasonGiven(patientId),
    emergencySeen: (open) => gate.emergencySeen(open),
    askAgain: () => gate.askAgain(),
    ended: () => gate.ended(),
  },
  syncClock: serverClock.sync,
  checkResponse: null,
});

/** Asks for a reason again where somebody gave none; the calls of a page that looks for news don't. */
export const askAgain = (): void => gate.askAgain();
