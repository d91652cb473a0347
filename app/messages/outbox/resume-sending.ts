import { session } from "#app/api/session/session.ts";
import { tokenPatientId } from "#app/api/session/token.ts";
import { messageDraftName, messageDrafts } from "./message-drafts.ts";

const key = "messages-waiting";
/** For a browser that stores nothing. */
let pendingInMemory: string | null = null;

/** Notes on the device whether `patient` has messages waiting to be sent. */
export function markPendingMessages(patient: string, waiting: boolean): void {
  pendingInMemory = waiting ? patient : null;
  try {
    if (waiting) localStorage.setItem(key, patient);
    else if (localStorage.getItem(key) === patient) localStorage.removeItem(key);
  } catch {
    // As if nothing waited: it is sent when the patient opens the messages.
  }
}

function pendingPatient(): string | null {
  try {
    return localStorage.getItem(key) ?? pendingInMemory;
  } catch {
    return pendingInMemory;
  }
}

/** Whether messages of the patient wait to be sent. */
export const hasPendingMessages = (): boolean => pendingPatient() === tokenPatientId(session.get().token);

/** How many of the patient's messages wait to be sent. */
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

/** How many of the patient's messages are lost on sign-out: unsent ones and drafts. */
export const countUnsent = async (): Promise<number> =>
  (await countPending()) + messageDrafts.count(messageDraftName(tokenPatientId(session.get().token)));

/** Clears the mark: nobody's messages wait on this device. */
export function clearPendingMark(): void {
  const patient = pendingPatient();
  if (patient !== null) markPendingMessages(patient, false);
}

/** Sends queued messages, whatever page of the app is open. */
export function resumeSending(): void {
  if (!hasPendingMessages()) return;
  void import("./patient-outbox.ts").then(({ patientOutbox }) => patientOutbox()).catch(() => null);
}
