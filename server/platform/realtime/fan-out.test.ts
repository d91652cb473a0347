import { pino } from "pino";
import { afterEach, expect, test, vi } from "vitest";
import type { Connection } from "./connection.ts";
import { createFanOut } from "./fan-out.ts";
import type { FeedItem, FeedCursor, SocketEvent } from "./ports.ts";

const item = (seq: number): FeedItem => ({ seq, topic: "user", objectId: null, at: new Date(seq) });

/** A fan-out on in-memory feeds, recording what each patient receives, with a database that can be made unavailable. */
function createTestFanOut(maxItemsPerPatient = 200) {
  const feeds = new Map<string, number>();
  const sent: [patientId: string, seq: number][] = [];
  const reads: number[] = [];
  const state = { away: false, awayUntil: null as Promise<void> | null, arrived: () => undefined as void };
  const fanOut = createFanOut({
    ports: {
      maxItemsPerPatient,
      updatesAfter: async (cursors: ReadonlyMap<string, FeedCursor>) => {
        reads.push(cursors.size);
        await state.awayUntil;
        if (state.away) throw new Error("away");
        return [...cursors].flatMap(([patientId, from]) => {
          const count = Math.min(maxItemsPerPatient, (feeds.get(patientId) ?? 0) - from.seq);
          const items = Array.from({ length: Math.max(0, count) }, (_, index) => item(from.seq + index + 1));
          const to = { seq: from.seq + items.length, at: from.seq + items.length };
          return items.length > 0 ? [{ patientId, from, items, to }] : [];
        });
      },
      present: async (updates) =>
        new Map(
          updates.map(({ patientId, items }) => [
            patientId,
            items.map(({ seq }) => ({ name: "token_expired", body: { message: String(seq) } }) satisfies SocketEvent),
          ]),
        ),
    },
    connections: { ofPatient: (patientId) => [{ caller: { patientId } } as Connection] },
    sender: {
      emit({ caller }, ...events) {
        for (const { body } of events) sent.push([caller.patientId, Number((body as { message: string }).message)]);
        state.arrived();
      },
    },
    log: pino({ level: "silent" }),
  });
  const change = (patientId: string) => {
    feeds.set(patientId, (feeds.get(patientId) ?? 0) + 1);
    fanOut.markChanged(patientId);
  };
  const waitUntil = (condition: () => boolean) =>
    new Promise<void>((resolve) => {
      state.arrived = () => void (condition() && resolve());
      state.arrived();
    });
  const sentSeqsOf = (patientId: string) => sent.filter(([id]) => id === patientId).map(([, seq]) => seq);
  return { fanOut, happens: change, looks: reads, state, until: waitUntil, seqsOf: sentSeqsOf };
}
afterEach(() => void vi.useRealTimers());

const startCursor: FeedCursor = { seq: 0, at: 0 };

test("changes of many patients signalled at once take one read, and each patient gets their own in order", async () => {
  const { fanOut, happens: change, looks: reads, until: waitUntil, seqsOf: sentSeqsOf } = createTestFanOut();
  const patients = Array.from({ length: 300 }, (_, n) => `p${n}`);
  for (const patientId of patients) fanOut.follow(patientId, startCursor);
  for (const patientId of patients) change(patientId);
  await waitUntil(() => patients.every((patientId) => sentSeqsOf(patientId).length === 1));
  expect(reads).toEqual([300]);
});

test("more than one read returns is continued until the feed's end", async () => {
  const { fanOut, happens: change, until: waitUntil, seqsOf: sentSeqsOf } = createTestFanOut(3);
  fanOut.follow("p", startCursor);
  for (let n = 0; n < 10; n += 1) change("p");
  await waitUntil(() => sentSeqsOf("p").length === 10);
  expect(sentSeqsOf("p")).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test("an unavailable database keeps everything for later: nothing is lost, nothing is sent twice", async () => {
  const { fanOut, happens: change, state, until: waitUntil, seqsOf: sentSeqsOf, looks: reads } = createTestFanOut();
  fanOut.follow("p", startCursor);
  change("p");
  await waitUntil(() => sentSeqsOf("p").length === 1);
  state.away = true;
  change("p");
  await expect.poll(() => reads.length).toBeGreaterThan(3);
  change("p");
  state.away = false;
  await waitUntil(() => sentSeqsOf("p").length === 3);
  expect(sentSeqsOf("p")).toEqual([1, 2, 3]);
});

test("a feed nobody here follows is not read; after a gap everybody's is read once more", async () => {
  const { fanOut, happens: change, until: waitUntil, seqsOf: sentSeqsOf, looks: reads } = createTestFanOut();
  change("stranger");
  fanOut.follow("p", startCursor);
  change("p");
  await waitUntil(() => sentSeqsOf("p").length === 1);
  fanOut.unfollow("p");
  change("p");
  fanOut.follow("p", { seq: 1, at: 1 });
  fanOut.resync();
  await waitUntil(() => sentSeqsOf("p").length === 2);
  expect(reads.every((size) => size === 1)).toBe(true);
  fanOut.close();
});

test("closed while it waits for the database: nothing is retried", async () => {
  const { fanOut, happens: change, state, looks: reads } = createTestFanOut();
  const { promise, resolve } = Promise.withResolvers<void>();
  Object.assign(state, { away: true, awayUntil: promise });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  fanOut.follow("p", startCursor);
  change("p");
  await vi.waitUntil(() => reads.length === 1, 60_000);
  fanOut.close();
  resolve();
  await new Promise((done) => void setImmediate(done));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(reads).toHaveLength(1);
});

test("while one read waits for the database others continue, but no patient is in two reads at once", async () => {
  const { fanOut, happens: change, looks: reads, state, until: waitUntil, seqsOf: sentSeqsOf } = createTestFanOut();
  const { promise, resolve } = Promise.withResolvers<void>();
  fanOut.follow("slow", startCursor);
  fanOut.follow("quick", startCursor);
  await expect.poll(() => reads.length).toBe(1);
  state.awayUntil = promise;
  change("slow");
  await expect.poll(() => reads.length).toBe(2);
  state.awayUntil = null;
  change("slow");
  change("quick");
  await waitUntil(() => sentSeqsOf("quick").length === 1);
  expect(sentSeqsOf("slow")).toEqual([]);
  expect(reads).toEqual([2, 1, 1]);
  resolve();
  await waitUntil(() => sentSeqsOf("slow").length === 2);
  expect(sentSeqsOf("slow")).toEqual([1, 2]);
});
