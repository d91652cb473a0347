import { messageDrafts } from "./message-drafts.ts";
import { forgetWaiting, noteWaiting, sendWaiting } from "./send-waiting.ts";

const loadStorage = () => import("./outbox-storage.ts").catch(() => null);

/** The patient signs out: nothing written stays, on the device or in this page. */
export async function forgetMessages(): Promise<void> {
  messageDrafts.dropAll();
  forgetWaiting();
  const storage = await loadStorage();
  await storage?.forgetOutboxes();
}

/** The session of `patient` ended: what was written leaves the device and stays in this page. What `signedIn` wrote stays. */
export async function holdMessages(patient: string, signedIn: string, stays: (name: string) => boolean): Promise<void> {
  messageDrafts.hold(stays);
  if (signedIn === "") forgetWaiting();
  const storage = await loadStorage();
  await storage?.holdOutbox(patient, signedIn);
}

/** The same patient is back in the same page: what was written is kept again, and what waited goes out. */
export async function restoreMessages(patient: string): Promise<void> {
  messageDrafts.restore();
  const storage = await loadStorage();
  if (!storage?.countHeld(patient)) return;
  noteWaiting(patient, true);
  sendWaiting();
}

/** Another patient signed in: this page knows nothing of the one before. */
export async function forgetHeldMessages(signedIn: string): Promise<void> {
  messageDrafts.dropHeld();
  const storage = await loadStorage();
  storage?.forgetHeldOutboxes(signedIn);
}
