import { session } from "#app/api/session/session.ts";
import { tokenPatientId } from "#app/api/session/token.ts";
import { messageDraftName, messageDrafts } from "../composer/message-drafts.ts";

const key = "messages-waiting";
/** For a browser that keeps nothing. */
let pendingInMemory: string | null = null;

/** Notes on the device whether something of `patient` waits to be sent. */
export function markPendingMessages(patient: string, waiting: boolean): void {
  pendingInMemory = waiting ? patient : null;
  try {
    if (waiting) localStorage.setItem(key, patient);
    else if (localStorage.getItem(key) === patient) localStorage.removeItem(key);
  } catch {
    // As if nothing waited: it goes out when she opens her messages.
  }
}

function pendingPatient(): string | null {
  try {
    return localStorage.getItem(key) ?? pendingInMemory;
  } catch {
    return pendingInMemory;
  }
}

const hasPendingMessages = (): boolean => pendingPatient() === tokenPatientId(session.get().token);

/** How many messages of hers wait to be sent. */
async function countPending(): Promise<number> {
  if (!hasPendingMessages()) return 0;
  try {
    const { patientOutbox } = await import("./patient-outbox.ts");
    const outbox = patientOutbox();
    await outbox.reload();
    return outbox.get().entries.length;
  } catch {
    return 0;
  }
}

/** How many messages of hers are lost when she logs out now: those not sent yet, and those she still writes. */
export const countUnsent = async (): Promise<number> =>
  (await countPending()) + messageDrafts.count(messageDraftName(tokenPatientId(session.get().token)));

/** Nothing of anybody's waits on this device any more. */
export function clearPendingMark(): void {
  const patient = pendingPatient();
  if (patient !== null) markPendingMessages(patient, false);
}

/** Sends what she wrote before and could not send, wherever in the app she is now. */
export function resumeSending(): void {
  if (!hasPendingMessages()) return;
  void import("./patient-outbox.ts").then(({ patientOutbox }) => patientOutbox()).catch(() => null);
}
