import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createOutbox, type Outbox, type OutboxServices, type OutboxStorage } from "./outbox.ts";
import type { OutgoingMessage } from "./outgoing-message.ts";

/** A server that accepts each client id once, and a device whose storage and lock are shared by all tabs. */
function device(answers: (attempt: number) => "taken" | "lost" | "unheard" | "failing" | "refused" = () => "taken") {
  const there: OutgoingMessage[] = [];
  const stored = new Map<string, OutgoingMessage>();
  let attempts = 0;
  let under = 0;
  let queue: Promise<void> = Promise.resolve();
  const shared = { online: true, mostUnder: 0, reading: Promise.resolve() };
  const storage: OutboxStorage = {
    all: () => {
      const found = [...stored.values()];
      return shared.reading.then(() => found);
    },
    put: (entry) => Promise.resolve(void stored.set(entry.clientid, entry)),
    deleteEntry: (clientid) => Promise.resolve(void stored.delete(clientid)),
  };
  const send: OutboxServices["send"] = async (entry) => {
    shared.mostUnder = Math.max(shared.mostUnder, ++under);
    const answer = answers(attempts++);
    await Promise.resolve();
    under--;
    if (["taken", "lost"].includes(answer) && !there.some(({ clientid }) => clientid === entry.clientid))
      there.push(entry);
    if (answer !== "taken") throw new Error(answer);
  };
  const status = { lost: 0, unheard: 0, failing: 500, refused: 409 } as Record<string, number>;
  let ids = 0;
  let clock = 0;
  const tabs: Outbox[] = [];
  const tab = (): Outbox => {
    const outbox = createOutbox({
      storage,
      send,
      lock: (run) => (queue = queue.then(run)),
      sendErrorOf: (error) => ({
        status: status[(error as Error).message] ?? 500,
        code: "x",
        message: (error as Error).message,
        retryAfter: null,
      }),
      online: () => shared.online,
      now: () => (clock += 10_000),
      newId: () => `k${ids++}`,
      after: () => () => {},
      announceToTabs: () => {
        for (const each of tabs) if (each !== outbox) void each.reload();
      },
    });
    tabs.push(outbox);
    return outbox;
  };
  return { tab, there, stored, shared };
}

const round = async () => {
  for (let i = 0; i < 10; i++) await Promise.resolve();
};
const message = (text: string) => ({ conversationid: "c1", text, file: null });
const texts = (entries: readonly OutgoingMessage[]) => entries.map(({ text }) => text);

describe("§7 the outbox", () => {
  test("§7 a message is on the screen at once and leaves the outbox when it is delivered", async () => {
    const { tab, there, stored } = device();
    const outbox = tab();
    outbox.add(message("Hello"));
    expect(texts(outbox.get().entries)).toEqual(["Hello"]);
    await outbox.sendWaiting();
    expect([texts(there), outbox.get().entries, stored.size]).toEqual([["Hello"], [], 0]);
  });

  test("§7 without a connection it is kept, and sent after a reload, in order", async () => {
    const { tab, there, shared } = device();
    shared.online = false;
    const before = tab();
    for (const text of ["1", "2", "3"]) before.add(message(text));
    await before.sendWaiting();
    before.stop();
    expect(there).toEqual([]);
    shared.online = true;
    const after = tab();
    await after.sendWaiting();
    expect([texts(there), after.get().entries]).toEqual([["1", "2", "3"], []]);
  });

  test("§7 whatever is lost, and however two tabs send, each message is delivered once, in each tab's order", async () => {
    const outcome = fc.constantFrom("taken", "lost", "unheard", "failing");
    await fc.assert(
      fc.asyncProperty(
        fc.array(outcome, { maxLength: 12 }),
        fc.array(fc.nat(1), { minLength: 1, maxLength: 8 }),
        async (outcomes, by) => {
          const { tab, there, stored, shared } = device((attempt) => outcomes[attempt] ?? "taken");
          const tabs = [tab(), tab()] as const;
          for (const [index, which] of by.entries()) tabs[which as 0 | 1].add(message(`${which}:${index}`));
          for (let round = 0; round < 40 && (round === 0 || stored.size > 0); round++) {
            for (const each of tabs) {
              await each.sendWaiting();
              for (const { clientid, state } of each.get().entries) if (state === "failed") each.retry(clientid);
            }
          }
          expect(stored.size).toBe(0);
          expect(shared.mostUnder).toBe(1);
          for (const which of [0, 1])
            expect(texts(there).filter((text) => text.startsWith(`${which}:`))).toEqual(
              by.flatMap((one, index) => (one === which ? [`${which}:${index}`] : [])),
            );
        },
      ),
    );
  });

  test("§7 one added while the outbox is loading is neither lost from the screen nor left unsent", async () => {
    const { tab, there, stored, shared } = device();
    const outbox = tab();
    let ready = () => {};
    shared.reading = new Promise<void>((resolve) => (ready = resolve));
    const woken = outbox.sendWaiting();
    await round();
    shared.reading = Promise.resolve();
    outbox.add(message("Hello"));
    ready();
    await woken;
    expect([texts(there), outbox.get().entries, stored.size]).toEqual([["Hello"], [], 0]);
  });

  test("§8 one refused keeps its text and its reason, and blocks nothing else", async () => {
    const { tab, there } = device((attempt) => (attempt === 0 ? "refused" : "taken"));
    const outbox = tab();
    outbox.add(message("1"));
    outbox.add(message("2"));
    await outbox.sendWaiting();
    expect(texts(there)).toEqual(["2"]);
    expect(outbox.get().entries).toMatchObject([{ text: "1", state: "refused", reason: "refused" }]);
  });

  test("§7 one removed is not sent", async () => {
    const { tab, there, shared } = device();
    shared.online = false;
    const outbox = tab();
    outbox.add(message("1"));
    outbox.add(message("2"));
    outbox.remove(outbox.get().entries[0]!.clientid);
    await outbox.sendWaiting();
    shared.online = true;
    await outbox.sendWaiting();
    expect(texts(there)).toEqual(["2"]);
  });
});
