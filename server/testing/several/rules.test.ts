import { afterAll, describe, expect, test } from "vitest";
import { boxRules } from "./box-rules.ts";
import type { CheckedRule } from "./check-rule.ts";
import { doseRules } from "./dose-rules.ts";
import { fillRules } from "./fill-rules.ts";
import { medicineRules } from "./medicine-rules.ts";
import { moneyRules } from "./money-rules.ts";
import { rulesOfSeveral } from "./rules-of-several.ts";
import { shownRules } from "./shown-rules.ts";
import { treatmentRules } from "./treatment-rules.ts";

/**
 * Every pure rule about medicine and money that is handed several of something. The two things that hold of each are in `check-rule.ts`; a rule of
 * which they say nothing says why.
 */
const table: Readonly<Record<string, CheckedRule | string>> = {
  ...{ ...fillRules, ...medicineRules, ...moneyRules, ...treatmentRules },
  ...{ ...shownRules, ...doseRules, ...boxRules },
};
const checked = Object.entries(table).filter((entry): entry is [string, CheckedRule] => typeof entry[1] !== "string");

let answers = 0;
afterAll(() => {
  const sum = (of: (rule: CheckedRule) => number) => checked.reduce((total, [, rule]) => total + of(rule), 0);
  process.stdout.write(
    `Rules of several: ${checked.length} rules, ${sum(({ fields }) => fields)} lists in any order, ${sum(({ inert }) => inert)} kinds of what is over; ${answers} answers compared\n`,
  );
});

/** Rules that are about one thing, or whose order is what they say. */
const withReason = 19;

describe("two of something", () => {
  test("every rule that is handed several has a row, and few of them only a reason", () => {
    const found = rulesOfSeveral();
    expect(Object.keys(table).toSorted()).toEqual(found);
    expect(found.length).toBeGreaterThan(100);
    expect(found.length - checked.length).toBeLessThanOrEqual(withReason);
  });
  test.each(checked)("%s answers alike in any order, and with what is over beside it", (_, rule) => {
    answers += rule.check();
  });
});
