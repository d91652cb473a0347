import { describe, expect, test } from "vitest";
import { shippedContent } from "./testing/shipped-content.ts";

const { deskanswers, emergencywords } = await shippedContent();

const texts: [string, string][] = [
  ...Object.entries(deskanswers).flatMap(([name, part]): [string, string][] =>
    typeof part === "string" ? [[name, part]] : [[name, Object.values(part).flat().join("\n")]],
  ),
  ...emergencywords.signs.map(({ id, text }): [string, string] => [id, text]),
];

/** Patterns of text that would change a dose or a plan. */
const doseChange =
  /\b\d+(?:\.\d+)? ?(?:mg|mcg|ml|milligrams?)\b|\b(?:increase|raise|lower|reduce|halve|cut|double|stop|start|switch)\b(?: (?:to|your|the|taking|using|with|a|an))* (?:dose|dosage|strength|medicine|patch\w*|pills?|tablets?|capsules?|cream|estr\w+|progest\w+|hormones?)\b|\btake (?:two|three|more|less|half|twice)\b/gi;
/** Patterns of a diagnosis. */
const diagnosis =
  /\b(?:(?<!if )you have (?:a|an) \w+|this is (?:a|an) \w+ (?:infection|disease|clot|stroke)|it is (?:only|just|nothing))\b/i;

describe("decisions §5 the demo's answers", () => {
  test("are marked as awaiting review", () => {
    expect(deskanswers.reviewed).toContain("to be reviewed by the practice's clinicians");
  });

  test.each(texts)("%s changes no dose", (_, text) => {
    // “Never take two at once” is a warning, not a dose change.
    const found = [...text.matchAll(doseChange)].filter(({ index }) => !/(?:never|not) $/i.test(text.slice(0, index)));
    expect(found.map(([words]) => words)).toEqual([]);
  });

  test.each(texts)("%s names no illness of the patient's", (_, text) => {
    expect(diagnosis.exec(text)?.[0]).toBeUndefined();
  });
});

describe("the check of the demo's answers", () => {
  test.each([
    ["Take two tablets tonight.", true],
    ["Please stop taking the progesterone.", true],
    ["Use 50 mg.", true],
    ["Put on a new patch.", false],
  ])("finds a dose change in “%s”: %s", (text, found) => {
    expect([...text.matchAll(doseChange)].length > 0).toBe(found);
  });
});
