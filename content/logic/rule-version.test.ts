import { expect, test } from "vitest";
import { shippedContent } from "../testing/shipped-content.ts";
import { rulesVersion, ruleVersion } from "./rule-version.ts";

const { rules } = await shippedContent();
const [first, ...rest] = rules;
if (!first) throw new Error("There are no rules");
const changed = (change: object) => ({ rules: [{ ...first, ...change } as typeof first, ...rest] });

test("each rule has a version of its own, the same each time", () => {
  expect(new Set(rules.map((rule) => `${rule.id} ${ruleVersion(rule)}`)).size).toBe(rules.length);
  expect(rulesVersion({ rules })).toBe(rulesVersion({ rules: [...rules] }));
  expect(rulesVersion({ rules })).toMatch(/^[0-9a-f]{16}$/);
});

test("the order and the wording change nothing", () => {
  expect(rulesVersion({ rules: rules.toReversed() })).toBe(rulesVersion({ rules }));
  expect(rulesVersion(changed({ title: "Other", text: "Other.", note: "Other" }))).toBe(rulesVersion({ rules }));
});

test.each([
  ["what it asks", { when: { question: "uterus", is: "removed" } }],
  ["what follows", { outcome: "INFO" }],
  ["what it is about", { scope: { products: ["estradiol_patch"] } }],
  ["its name", { id: "another" }],
])("%s changes it", (_, change) => {
  expect(rulesVersion(changed(change))).not.toBe(rulesVersion({ rules }));
});

test("a rule more, and a rule less", () => {
  const all = rulesVersion({ rules });
  expect(rulesVersion({ rules: rest })).not.toBe(all);
  expect(rulesVersion({ rules: [...rules, { ...first, id: "more" }] })).not.toBe(all);
});
