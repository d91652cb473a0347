import { describe, expect, test } from "vitest";
import { labelParts } from "#contract/care/packed-lines.ts";
import { capText, labelChangeText } from "./label-changes.ts";

describe("what changed of a label, in words", () => {
  test("each part has a name of its own", () => {
    expect(labelChangeText(["directions", "cap"])).toBe("the directions and the cap");
    expect(new Set(labelParts.map((part) => labelChangeText([part]))).size).toBe(labelParts.length);
  });

  test("a cap that changed says which one it's to be", () => {
    expect(capText(["cap"], null)).toMatch(/has to be child-resistant/);
    expect(capText(["cap", "type"], "The patient asked.")).toBe("The cap may be easy to open now.");
    for (const easyopen of [null, "The patient asked."]) expect(capText(["type"], easyopen)).toBeNull();
  });
});
