import { afterEach, expect, test, vi } from "vitest";
import { support } from "#contract/support.ts";
import { call } from "./call.ts";
import { createServerClock, serverClock } from "./server-clock.ts";

const device = () => Date.parse("2026-11-23T12:00:00Z");

test("before any response, and after one that agrees, it is the device's time", () => {
  const clock = createServerClock(device);
  expect(clock.now().getTime()).toBe(device());
  clock.sync("2026-11-23T11:59:58.000Z");
  expect(clock.now().getTime()).toBe(device());
});

test("a server a month ahead is believed, and so is its return; an invalid time is ignored", () => {
  const clock = createServerClock(device);
  clock.sync("2026-12-23T12:00:00.000Z");
  for (const nothing of [null, "", "soon"]) clock.sync(nothing);
  expect(clock.now().toISOString()).toBe("2026-12-23T12:00:00.000Z");
  clock.sync("2026-11-23T12:00:00.000Z");
  expect(clock.now().getTime()).toBe(device());
});

afterEach(() => vi.unstubAllGlobals());

test("every response sets the clock by its x-server-time, a refusal too", async () => {
  const offsetMs = Date.now() + 30 * 86_400_000;
  const headers = { "x-server-time": new Date(offsetMs).toISOString() };
  vi.stubGlobal("location", new URL("https://x.example/home"));
  const refusal = { code: "not_found", message: "Not found" };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(refusal, { status: 404, headers })));
  await expect(call(support.configuration, {})).rejects.toMatchObject({ status: 404 });
  expect(serverClock.now().getTime()).toBeGreaterThanOrEqual(offsetMs - 1000);
  serverClock.sync(new Date().toISOString());
});
