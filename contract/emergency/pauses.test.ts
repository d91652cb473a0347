import { expect, test } from "vitest";
import { runsOf } from "./pauses.ts";
import { createTextMatcher } from "./text-matcher.ts";

const clauses = (...continues: readonly boolean[]) => continues.map((each, index) => ({ index, continues: each }));

test.each([
  ["none", [], []],
  ["one", [false], []],
  ["two that are parted", [false, false], []],
  ["two that a pause parts", [false, true], [[0, 1]]],
  [
    "several of them",
    [false, false, true, false, true, true, false],
    [
      [1, 2],
      [3, 4, 5],
    ],
  ],
])("clauses that only pauses part are a run: %s", (_, continues, expected) => {
  expect(runsOf(clauses(...continues)).map((run) => run.map(({ index }) => index))).toEqual(expected);
});

const matcher = createTextMatcher(["chest hurt*", "leg swollen", "years ago", "pain"]);
/** The phrases that reach over pauses, each with all that stands in its clauses. */
const acrossIn = (text: string) =>
  matcher(text).across.map(({ phrase, found }) => [phrase, ...found.map((each) => each.phrase).toSorted()]);

test.each<[string, readonly (readonly string[])[]]>([
  ["my chest... it hurts", [["chest hurt*", "chest hurt*"]]],
  ["my chest hurts... it is bad", []],
  ["I worry about my chest. Somebody hurts today.", []],
  ["years ago. My chest... it hurts", [["chest hurt*", "chest hurt*"]]],
  ["My chest years ago... it hurts", [["chest hurt*", "chest hurt*", "years ago"]]],
  ["I had it years ago too... but my chest. It hurts", [["chest hurt*", "chest hurt*"]]],
  ["pain and more of it... my chest. It hurts. And some more pain here", [["chest hurt*", "chest hurt*"]]],
  [
    "it is in my chest... my leg. It hurts. Swollen too",
    [
      ["chest hurt*", "chest hurt*"],
      ["leg swollen", "leg swollen"],
    ],
  ],
  ["My chest is fine. No hurt.", []],
  ["no chest... it hurts", []],
  ["my chest... no hurt", []],
])("“%s” has over its pauses: %j", (text, expected) => expect(acrossIn(text)).toEqual(expected));
