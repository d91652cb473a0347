import { pino } from "pino";
import { afterEach, expect, test, vi } from "vitest";
import type { Connection } from "./connection.ts";
import { createFanOut } from "./fan-out.ts";
import type { FeedItem, Place, SocketEvent } from "./ports.ts";

const item = (seq: number): FeedItem => ({ seq, topic: "user", objectId: null, at: new Date(seq) });

/** Feeds of patients, what was told to each, and a database that may be away. */
function stage(mostItems = 200) {
  const feeds = new Map<string, number>();
  const told: [patientId: string, seq: number][] = [];
  const looks: number[] = [];
  const state = { away: false, awayUntil: null as Promise<void> | null, arrived: () => undefined as void };
  const fanOut = createFanOut({
    ports: {
      mostItems,
      newsAfter: async (places: ReadonlyMap<string, Place>) => {
        looks.push(places.size);
        await state.awayUntil;
        if (state.away) throw new Error("away");
        return [...places].flatMap(([patientId, from]) => {
          const count = Math.min(mostItems, (feeds.get(patientId) ?? 0) - from.seq);
          const items = Array.from({ length: Math.max(0, count) }, (_, index) => item(from.seq + index + 1));
          const to = { seq: from.seq + items.length, at: from.seq + items.length };
          return items.length > 0 ? [{ patientId, from, items, to }] : [];
        });
      },
      present: async (news) =>
        new Map(
          news.map(({ patientId, items }) => [
            patientId,
            items.map(({ seq }) => ({ name: "token_expired", body: { message: String(seq) } }) satisfies SocketEvent),
          ]),
        ),
    },
    registry: { ofPatient: (patientId) => [{ caller: { patientId } } as Connection] },
    outlet: {
      emit({ caller }, ...events) {
        for (const { body } of events) told.push([caller.patientId, Number((body as { message: string }).message)]);
        state.arrived();
      },
    },
    log: pino({ level: "silent" }),
  });
  const happens = (patientId: string) => {
    feeds.set(patientId, (feeds.get(patientId) ?? 0) + 1);
    fanOut.changed(patientId);
  };
  const until = (fits: () => boolean) =>
    new Promise<void>((resolve) => {
      state.arrived = () => void (fits() && resolve());
      state.arrived();
    });
  const seqsOf = (patientId: string) => told.filter(([id]) => id === patientId).map(([, seq]) => seq);
  return { fanOut, happens, looks, state, until, seqsOf };
}
afterEach(() => void vi.useRealTimers());

const start: Place = { seq: 0, at: 0 };

test("what is told of many patients at once is one look, and each hears hers in order", async () => {
  const { fanOut, happens, looks, until, seqsOf } = stage();
  const patients = Array.from({ length: 300 }, (_, n) => `p${n}`);
  for (const patientId of patients) fanOut.follow(patientId, start);
  for (const patientId of patients) happens(patientId);
  await until(() => patients.every((patientId) => seqsOf(patientId).length === 1));
  expect(looks).toEqual([300]);
});

test("more than one look holds goes on until the feed's end", async () => {
  const { fanOut, happens, until, seqsOf } = stage(3);
  fanOut.follow("p", start);
  for (let n = 0; n < 10; n += 1) happens("p");
  await until(() => seqsOf("p").length === 10);
  expect(seqsOf("p")).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test("a database that is away keeps everything for later: nothing is lost, nothing is told twice", async () => {
  const { fanOut, happens, state, until, seqsOf, looks } = stage();
  fanOut.follow("p", start);
  happens("p");
  await until(() => seqsOf("p").length === 1);
  state.away = true;
  happens("p");
  await expect.poll(() => looks.length).toBeGreaterThan(3);
  happens("p");
  state.away = false;
  await until(() => seqsOf("p").length === 3);
  expect(seqsOf("p")).toEqual([1, 2, 3]);
});

test("what nobody here follows is not looked at; a gap looks at everybody once more", async () => {
  const { fanOut, happens, until, seqsOf, looks } = stage();
  happens("stranger");
  fanOut.follow("p", start);
  happens("p");
  await until(() => seqsOf("p").length === 1);
  fanOut.unfollow("p");
  happens("p");
  fanOut.follow("p", { seq: 1, at: 1 });
  fanOut.resync();
  await until(() => seqsOf("p").length === 2);
  expect(looks.every((size) => size === 1)).toBe(true);
  fanOut.close();
});

test("closed while it waits for the database: nothing is tried again", async () => {
  const { fanOut, happens, state, looks } = stage();
  const { promise, resolve } = Promise.withResolvers<void>();
  Object.assign(state, { away: true, awayUntil: promise });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  fanOut.follow("p", start);
  happens("p");
  await vi.waitUntil(() => looks.length === 1, 60_000);
  fanOut.close();
  resolve();
  await new Promise((done) => void setImmediate(done));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(looks).toHaveLength(1);
});

test("while one look waits for the database others go on, but nobody is in two looks at once", async () => {
  const { fanOut, happens, looks, state, until, seqsOf } = stage();
  const { promise, resolve } = Promise.withResolvers<void>();
  fanOut.follow("slow", start);
  fanOut.follow("quick", start);
  await expect.poll(() => looks.length).toBe(1);
  state.awayUntil = promise;
  happens("slow");
  await expect.poll(() => looks.length).toBe(2);
  state.awayUntil = null;
  happens("slow");
  happens("quick");
  await until(() => seqsOf("quick").length === 1);
  expect(seqsOf("slow")).toEqual([]);
  expect(looks).toEqual([2, 1, 1]);
  resolve();
  await until(() => seqsOf("slow").length === 2);
  expect(seqsOf("slow")).toEqual([1, 2]);
});
