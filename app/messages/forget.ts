import { messageDrafts } from "./message-drafts.ts";
import { forgetWaiting } from "./send-waiting.ts";

/** She signs out: nothing she wrote stays on the device. */
export async function forgetMessages(): Promise<void> {
  messageDrafts.dropAll();
  forgetWaiting();
  const storage = await import("./outbox-storage.ts").catch(() => null);
  await storage?.forgetOutboxes();
}
