import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { acceptedSurvivors, mostAccepted } from "./accepted-survivors.ts";
import { isAccepted } from "./candidates.ts";
import { mutantsOf } from "./tree/mutants.ts";

const textOf = (file: string) => readFileSync(join(import.meta.dirname, "../..", file), "utf8");

describe("a fault that no test has to notice", () => {
  test.each(acceptedSurvivors)("is still possible, and has a reason: $file, $line, $kind", (accepted) => {
    const text = textOf(accepted.file);
    const lines = text.split("\n").map((line) => line.trim());
    const found = mutantsOf(accepted.file, text, new Map()).filter((mutant) => isAccepted(accepted, mutant, lines));
    expect(found).not.toEqual([]);
    expect(accepted.reason).toMatch(/\w+ \w+ \w+/);
  });

  test("is a rare one: the list doesn't grow unseen, and its limit is no wider than it is", () => {
    expect(acceptedSurvivors).toHaveLength(mostAccepted);
  });
});
