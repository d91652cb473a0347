import { expect, test } from "vitest";
import type { Pace } from "#contract/treatment/pace.ts";
import { directionsOn, paceOn, pacesByProduct, type PhaseRow, scheduleText } from "./directions-schedule.ts";

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
  expect(pacesOn(rows.toReversed(), 1, 2, 4)).toEqual(["label", "third", "third"]);
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
  expect(pacesOn(rows.toReversed(), 4, 5, 6)).toEqual(["half", "third", "third"]);
});

test("prescribed anew after a bridge it's used as its label says", () => {
  expect(pacesOn([row(4, "double", bridge), row(9, "label")], 8, 9)).toEqual(["double", "label"]);
});

test("words are those of this patient's own medicine, of the phase that holds, and what is planned after it", () => {
  const seal = (place: string, words: string) => Buffer.from(`${place} ${words}`);
  const open = (sealed: Uint8Array, place: string) => {
    const text = Buffer.from(sealed).toString();
    return text.startsWith(`${place} `) ? text.slice(place.length + 1) : expect.fail(`${text} isn't of ${place}`);
  };
  const phase = (id: string, made: number, pace: Pace | null, more: Partial<PhaseRow> = {}) =>
    row(made, pace, {
      id,
      directions_sealed: seal(`directions_change.directions_sealed:${id}`, `words of ${id}`),
      ...more,
    });
  const phases = [
    phase("before it was written", 1, "third"),
    phase("planned before it was written", 1, "double", { begins_on: on(9) }),
    phase("now", 3, "half"),
    phase("planned", 3, "third", { begins_on: on(7) }),
    phase("another's", 4, "half", { patient_id: "ana" }),
    phase("another medicine's", 4, "half", { product_id: capsule }),
    row(4, "half", bridge),
  ];
  const written = {
    ...{ id: "rx", patient_id: "rosa", product_id: patch, approved_at: at(2) },
    directions_sealed: seal("prescription.directions_sealed:rx", "as prescribed"),
  };
  const wordsOn = (day: number, rows = phases) =>
    directionsOn({ open } as never, written, { phases: rows, timezone: "America/New_York", day: on(day) });
  const planned = [
    { beginsOn: on(7), directions: "words of planned", pace: "third" },
    { beginsOn: on(9), directions: "words of planned before it was written", pace: "label" },
  ];
  expect(wordsOn(2).directions).toBe("as prescribed");
  expect(wordsOn(6)).toEqual({ directions: "words of now", planned });
  expect(wordsOn(7)).toEqual({ directions: "words of planned", planned: planned.slice(1) });
  expect(wordsOn(9)).toEqual({ directions: "words of planned before it was written", planned: [] });
  expect(wordsOn(9, [])).toEqual({ directions: "as prescribed", planned: [] });
});

test("directions are printed with each phase that is planned, by its day; without any nothing is", () => {
  const content = { sentences: { "prescriptions.directions_from": "From {{day}}: {{directions}}" } } as never;
  const planned = [
    { beginsOn: on(9), directions: "Two." },
    { beginsOn: on(20), directions: "Three." },
  ];
  expect(scheduleText(content, "One.", planned)).toBe("One. From Tuesday, June 9: Two. From Saturday, June 20: Three.");
  expect([scheduleText(content, "One."), scheduleText(content, null, planned)]).toEqual(["One.", null]);
});
