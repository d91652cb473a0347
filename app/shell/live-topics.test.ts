import { expect, test } from "vitest";
import { account } from "#contract/account.ts";
import type { Endpoint } from "#contract/http/endpoint.ts";
import { type FeedChange, changeTopics } from "#contract/notifications.ts";
import { treatment } from "#contract/treatment.ts";
import { queryKey } from "#app/api/query.ts";
import { debounceTopics, queryKeysOf } from "./dashboard/query-topics.ts";

const change = (topic: FeedChange["topic"]): FeedChange => ({ topic, id: null, at: "2026-01-01T00:00:00Z" });
const has = (keys: readonly (readonly unknown[])[], endpoint: Endpoint) =>
  keys.some((key) => JSON.stringify(key) === JSON.stringify(queryKey(endpoint)));

test.each(changeTopics)("§7 a change of topic %s refetches at least one query", (topic) =>
  expect(queryKeysOf([topic]).length).toBeGreaterThan(0),
);

test("§7 topics that share a query fetch it once", () => {
  const keys = queryKeysOf(["order", "treatment", "payment"]);
  expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(keys.length);
  expect([has(keys, treatment.full), has(keys, treatment.order), has(keys, account.user)]).toEqual([true, true, true]);
});

test("§7 an unknown topic is ignored", () => {
  expect(queryKeysOf(["weather" as FeedChange["topic"]])).toEqual([]);
});

test("§9 a burst makes one refetch, 800 ms after its first change; the next burst another", () => {
  const timers: { ms: number; run: () => void }[] = [];
  const refetched: number[] = [];
  const take = debounceTopics(
    (keys) => refetched.push(keys.length),
    (ms, run) => timers.push({ ms, run }),
  );
  take([]);
  expect(timers).toEqual([]);
  take([change("document")]);
  take([change("order"), change("order")]);
  expect(timers.map(({ ms }) => ms)).toEqual([800]);
  timers[0]?.run();
  expect(refetched).toEqual([queryKeysOf(["document", "order"]).length]);
  take([change("payment")]);
  expect(timers).toHaveLength(2);
  timers[1]?.run();
  expect(refetched[1]).toBe(queryKeysOf(["payment"]).length);
});
