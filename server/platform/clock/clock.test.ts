import { expect, test } from "vitest";
import { movableClock } from "./clock.ts";

const noon = { now: () => new Date("2026-03-01T12:00:00Z") };

test("movable clock: follows its base until it is moved", () => {
  const clock = movableClock(noon);
  expect(clock.now()).toEqual(noon.now());
  clock.advance(60_000);
  clock.advance(60_000);
  expect(clock.now()).toEqual(new Date("2026-03-01T12:02:00Z"));
  expect(clock.offset).toBe(120_000);
});

test("movable clock: a new offset replaces the previous one", () => {
  const clock = movableClock(noon);
  clock.advance(60_000);
  clock.setOffset(-3_600_000);
  expect(clock.now()).toEqual(new Date("2026-03-01T11:00:00Z"));
});
