import { afterEach, expect, test, vi } from "vitest";
import type { OutgoingMessage } from "./outgoing-message.ts";
import { clearOutboxes, outboxStorage } from "./outbox-storage.ts";

const entry: OutgoingMessage = {
  clientid: "k1",
  conversationid: "c1",
  text: "Hello",
  file: null,
  at: 1,
  state: "waiting",
  reason: null,
  notbefore: 0,
};

afterEach(async () => {
  vi.unstubAllGlobals();
  await clearOutboxes();
});

const noDatabases: readonly (readonly [string, unknown])[] = [
  ["has no database", undefined],
  [
    "forbids it",
    {
      open: () => {
        throw new DOMException("The operation is insecure.", "SecurityError");
      },
    },
  ],
];
test.each(noDatabases)(
  "§7 in a browser that %s messages are kept for as long as the page is open",
  async (_, indexedDB) => {
    vi.stubGlobal("indexedDB", indexedDB);
    const storage = outboxStorage("p1");
    await storage.put(entry);
    expect(await storage.all()).toEqual([entry]);
    await storage.put({ ...entry, state: "failed" });
    expect(await storage.all()).toEqual([{ ...entry, state: "failed" }]);
    expect(await outboxStorage("p2").all()).toEqual([]);
    await storage.deleteEntry("k1");
    expect(await storage.all()).toEqual([]);
    await clearOutboxes();
  },
);
