import { describe, expect, test } from "vitest";
import { scopes } from "#contract/policy/policy.ts";
import { eventTypes } from "#contract/integrations/events.ts";
import { deliveryStatus, eventNames, keyActions, keyStatus, scopeNames, webhookStatus } from "./system-labels.ts";

const now = new Date("2026-11-27T15:00:00Z");
const key = (change: object = {}) => ({
  ...{ id: "k", name: "Lab", scopes: [], ending: "ab12", createdat: "2026-11-01T15:00:00Z" },
  ...{ expiresat: null, revokedat: null, lastusedat: null },
  ...change,
});
const webhook = (change: object = {}) => ({
  ...{ id: "w", url: "https://lab.example", description: "", types: null, createdat: "2026-11-01T15:00:00Z" },
  ...{ disabledat: null, disabledby: null, failingsince: null, waiting: 0, failed: 0, previoussecretuntil: null },
  ...change,
});
const delivery = (change: object = {}) =>
  ({
    ...{ event: {}, status: "waiting", attempts: 1, lastattemptat: null, nextattemptat: null },
    ...{ laststatus: null, error: null },
    ...change,
  }) as Parameters<typeof deliveryStatus>[0];

describe("a key", () => {
  test.each([
    [{}, "success", "Works", ["rotate", "revoke"]],
    [{ expiresat: "2026-11-28T15:00:00Z" }, "info", "Works until November 28, 2026 at", ["rotate", "revoke"]],
    [{ expiresat: "2026-11-27T15:00:00Z" }, "neutral", "Ended November 27, 2026", []],
    [{ revokedat: "2026-11-20T15:00:00Z" }, "neutral", "Ended November 20, 2026", []],
    // The key of the setting is changed where the settings are.
    [{ ending: null }, "success", "Works", []],
  ])("%j", (change, tone, label, actions) => {
    const status = keyStatus(key(change), now);
    expect([status.tone, status.label.startsWith(label)]).toEqual([tone, true]);
    expect(keyActions(key(change), now)).toEqual(actions);
  });

  test("each scope and each event has a label", () => {
    expect(new Set(scopes.map((scope) => scopeNames[scope])).size).toBe(scopes.length);
    expect(new Set(eventTypes.map((type) => eventNames[type])).size).toBe(eventTypes.length);
  });
});

test.each([
  [{}, "success", "Works"],
  [{ failed: 1 }, "warning", "1 event was given up"],
  [{ failed: 3 }, "warning", "3 events were given up"],
  [{ failingsince: "2026-11-27T15:00:00Z", failed: 3 }, "warning", "Failing since"],
  [{ disabledby: "practice" }, "neutral", "Off"],
  [{ disabledby: "failing", failingsince: "2026-11-27T15:00:00Z" }, "danger", "Off: nothing arrived for three days"],
  [{ disabledby: "gone" }, "danger", "Off: its address is gone"],
])("a webhook with %j", (change, tone, label) => {
  const status = webhookStatus(webhook(change) as Parameters<typeof webhookStatus>[0]);
  expect([status.tone, status.label.startsWith(label)]).toEqual([tone, true]);
});

test.each([
  [{ status: "delivered", laststatus: 204 }, "Arrived", "Answered 204"],
  [{ status: "failed", error: "no answer" }, "Given up", "no answer"],
  [{ laststatus: 500, nextattemptat: "2026-11-27T15:00:00Z" }, "On its way", "Answered 500, next try November 27"],
  [{}, "On its way", ""],
])("a delivery with %j", (change, label, detail) => {
  const status = deliveryStatus(delivery(change));
  expect([status.label, status.detail.startsWith(detail)]).toEqual([label, true]);
});
