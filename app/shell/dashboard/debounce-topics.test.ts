import { expect, test } from "vitest";
import { everyCall } from "#contract/api.ts";
import { changeTopics } from "#contract/http/topics.ts";
import type { FeedChange } from "#contract/notifications.ts";
import { debounceTopics } from "./debounce-topics.ts";

const change = (topic: FeedChange["topic"]): FeedChange => ({ topic, id: null, at: "2026-01-01T00:00:00Z" });

test.each(changeTopics)("§7 a change of topic %s refetches at least one query", (topic) =>
  expect([...everyCall()].filter(({ call }) => call.method === "GET" && call.shows?.includes(topic))).not.toEqual([]),
);

test("only reads of a patient declare what they show", () => {
  const declaring = [...everyCall()].filter(({ call }) => call.shows !== undefined);
  expect(declaring.filter(({ call }) => call.access.caller !== "patient")).toEqual([]);
});

test("§9 a burst makes one refetch, 800 ms after its first change; the next burst another", () => {
  const timers: { ms: number; run: () => void }[] = [];
  const refetched: string[][] = [];
  const take = debounceTopics(
    (topics) => refetched.push([...topics]),
    (ms, run) => timers.push({ ms, run }),
  );
  take([]);
  expect(timers).toEqual([]);
  take([change("document")]);
  take([change("order"), change("order")]);
  expect(timers.map(({ ms }) => ms)).toEqual([800]);
  timers[0]?.run();
  expect(refetched).toEqual([["document", "order"]]);
  take([change("payment")]);
  expect(timers).toHaveLength(2);
  timers[1]?.run();
  expect(refetched[1]).toEqual(["payment"]);
});
