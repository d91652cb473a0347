import { expect, test } from "vitest";
import type { Pace } from "#contract/treatment/pace.ts";
import { paceOn, pacesByProduct, type PhaseRow } from "./directions-schedule.ts";

const [patch, capsule] = ["patch", "capsule"];
const at = (day: number, hour = 12) => new Date(Date.UTC(2026, 5, day, hour + 4));
const row = (made: number, pace: Pace | null, more: Partial<PhaseRow> = {}): PhaseRow => ({
  ...{ id: `${made}`, patient_id: "rosa", product_id: patch, pace, begins_on: null, made_at: at(made) },
  directions_sealed: Buffer.from("words"),
  ...more,
});
const bridge = { directions_sealed: null };
const on = (day: number) => `2026-06-${String(day).padStart(2, "0")}`;
const pacesOn = (rows: readonly PhaseRow[], ...days: number[]) => {
  const paces = pacesByProduct(rows, "America/New_York").get(patch);
  return days.map((day) => paceOn(paces, on(day)));
};

test("each phase holds from its own day until the next one's, whenever it was written", () => {
  const rows = [row(1, "third", { begins_on: on(9) }), row(2, "half"), row(3, "label", { begins_on: on(5) })];
  expect(pacesOn(rows, 1, 2, 4, 5, 8, 9)).toEqual(["label", "half", "half", "label", "label", "third"]);
  expect(pacesOn([...rows].toReversed(), 1, 2, 4, 5, 8, 9)).toEqual(pacesOn(rows, 1, 2, 4, 5, 8, 9));
});

test("of two on one day the later written one holds; another product's changes nothing", () => {
  const rows = [row(2, "half"), row(2, "third", { made_at: at(2, 15) }), row(3, "label", { product_id: capsule })];
  expect(pacesOn(rows, 1, 2, 4)).toEqual(["label", "third", "third"]);
});

test("a bridge holds over what was planned before it, and ends where its change comes to nothing: as then planned", () => {
  const planned = row(1, "third", { begins_on: on(6) });
  expect(pacesOn([planned, row(4, "double", bridge)], 3, 4, 6, 9)).toEqual(["label", "double", "double", "double"]);
  const ended = [planned, row(4, "half", bridge), row(8, null, bridge)];
  expect(pacesOn(ended, 4, 6, 7, 8)).toEqual(["half", "half", "half", "third"]);
});

test("one change that takes the place of another at the same moment bridges in its place", () => {
  const rows = [row(4, "half", bridge), row(5, "third", bridge), row(5, null, bridge)];
  expect(pacesOn(rows, 4, 5, 6)).toEqual(["half", "third", "third"]);
});

test("prescribed anew after a bridge it's used as its label says", () => {
  expect(pacesOn([row(4, "double", bridge), row(9, "label")], 8, 9)).toEqual(["double", "label"]);
});
