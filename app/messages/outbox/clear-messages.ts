import { messageDrafts } from "./message-drafts.ts";
import { clearPendingMark, markPendingMessages, resumeSending } from "./resume-sending.ts";

const loadStorage = () => import("./outbox-storage.ts").catch(() => null);

/** At sign-out: nothing written stays, on the device or in this page. */
export async function clearMessages(): Promise<void> {
  messageDrafts.removeAll();
  clearPendingMark();
  const storage = await loadStorage();
  await storage?.clearOutboxes();
}

/** The session of `patient` ended: what they wrote leaves the device and stays in this page. What `signedIn` wrote stays. */
export async function suspendMessages(
  patient: string,
  signedIn: string,
  keepStored: (name: string) => boolean,
): Promise<void> {
  messageDrafts.suspend(keepStored);
  if (signedIn === "") clearPendingMark();
  const storage = await loadStorage();
  await storage?.suspendOutbox(patient, signedIn);
}

/** The same patient is back in the same page: drafts are stored again, and queued messages go out. */
export async function restoreMessages(patient: string): Promise<void> {
  messageDrafts.restore();
  const storage = await loadStorage();
  if (!storage?.countSuspended(patient)) return;
  markPendingMessages(patient, true);
  resumeSending();
}

/** Another patient signed in: this page drops the previous one's messages. */
export async function discardSuspendedMessages(signedIn: string): Promise<void> {
  messageDrafts.removeSuspended();
  const storage = await loadStorage();
  storage?.discardSuspendedOutboxes(signedIn);
}
