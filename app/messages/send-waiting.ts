import { session } from "#app/api/session.ts";
import { patientOf } from "#app/api/token.ts";
import { draftName, messageDrafts } from "./message-drafts.ts";

const key = "messages-waiting";
/** For a browser that keeps nothing. */
let noted: string | null = null;

/** Notes on the device whether something of `patient` waits to be sent. */
export function noteWaiting(patient: string, waiting: boolean): void {
  noted = waiting ? patient : null;
  try {
    if (waiting) localStorage.setItem(key, patient);
    else if (localStorage.getItem(key) === patient) localStorage.removeItem(key);
  } catch {
    // As if nothing waited: it goes out when she opens her messages.
  }
}

function waitingFor(): string | null {
  try {
    return localStorage.getItem(key) ?? noted;
  } catch {
    return noted;
  }
}

const hersWaits = (): boolean => waitingFor() === patientOf(session.get().token);

/** How many messages of hers wait to be sent. */
async function countWaiting(): Promise<number> {
  if (!hersWaits()) return 0;
  try {
    const { herOutbox } = await import("./her-outbox.ts");
    const outbox = herOutbox();
    await outbox.reload();
    return outbox.get().entries.length;
  } catch {
    return 0;
  }
}

/** How many messages of hers are lost when she logs out now: those not sent yet, and those she still writes. */
export const countUnsent = async (): Promise<number> =>
  (await countWaiting()) + messageDrafts.count(draftName(patientOf(session.get().token)));

/** Nothing of anybody's waits on this device any more. */
export function forgetWaiting(): void {
  const patient = waitingFor();
  if (patient !== null) noteWaiting(patient, false);
}

/** Sends what she wrote before and could not send, wherever in the app she is now. */
export function sendWaiting(): void {
  if (!hersWaits()) return;
  void import("./her-outbox.ts").then(({ herOutbox }) => herOutbox()).catch(() => null);
}
