import { expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { worstSymptoms } from "./start.ts";

const content = await shippedContent();
const answers = (values: Readonly<Record<string, string>>) =>
  new Map(Object.entries(values).map(([id, answer]) => [id, { answer }]));

test("a check-in asks about the three symptoms that bothered most, worst first, those alike in the order of the visit", () => {
  const given = answers({ worry: "3", poor_sleep: "4", hot_flashes: "3", night_sweats: "1", low_mood: "0" });
  expect(worstSymptoms(content, given).map(({ id, then }) => [id, then])).toEqual([
    ["poor_sleep", 4],
    ["hot_flashes", 3],
    ["worry", 3],
  ]);
});

test("it asks about nothing that was no bother", () => {
  expect(worstSymptoms(content, answers({ hot_flashes: "0", poor_sleep: "2" })).map(({ id }) => id)).toEqual([
    "poor_sleep",
  ]);
  expect(worstSymptoms(content, new Map())).toEqual([]);
});
