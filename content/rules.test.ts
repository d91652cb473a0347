import { describe, expect, test } from "vitest";
import { evaluateCondition, type Facts, referencesOf, scopeCovers } from "./logic/conditions.ts";
import { factsOf, openQuestions } from "./logic/visit-questions.ts";
import type { Condition } from "./schema/condition.ts";
import { type Case, cases, well } from "./testing/screening-cases.ts";
import { shippedContent } from "./testing/shipped-content.ts";

const content = await shippedContent();

function factsIn(
  answers: Facts["answers"],
  { age = 52, state = "IA" }: { age?: number; state?: string } = {},
  variant = "C",
): Facts {
  const given = { ...well, ...answers };
  const facts = factsOf(content, { age, state, products: [], answers: given });
  return { facts, answers: openQuestions(content, variant, given, facts).answers };
}

function fired(...visit: Parameters<typeof factsIn>): string[] {
  const known = factsIn(...visit);
  return content.rules.filter((rule) => evaluateCondition(rule.when, known)).map((rule) => rule.id);
}

interface Altered {
  readonly what: string;
  readonly when: Condition;
}

/** A condition with one part of it left out or moved by one, in each way there is. */
function alteredConditions(when: Condition): readonly Altered[] {
  if ("not" in when) return alteredConditions(when.not).map(({ what, when: not }) => ({ what, when: { not } }));
  if ("all" in when || "any" in when) {
    const branches = "all" in when ? when.all : when.any;
    const join = (parts: readonly Condition[]): Condition => ("all" in when ? { all: parts } : { any: parts });
    return branches.flatMap((branch, index) => [
      { what: `that it asks ${JSON.stringify(branch)}`, when: join(branches.toSpliced(index, 1)) },
      ...alteredConditions(branch).map(({ what, when: each }) => ({ what, when: join(branches.with(index, each)) })),
    ]);
  }
  const what = JSON.stringify(when);
  if ("in" in when)
    return when.in.map((option) => ({
      what: `${option} of ${what}`,
      when: { ...when, in: when.in.filter((each) => each !== option) },
    }));
  if ("is" in when) return [{ what, when: { any: [] } }];
  const bound = "atleast" in when ? "atleast" : "atmost";
  const number = "atleast" in when ? when.atleast : when.atmost;
  return [-1, 1].map((by) => ({ what: `${what}, not ${number + by}`, when: { ...when, [bound]: number + by } }));
}

describe("screening rules", () => {
  test("no rule applies to a healthy woman", () => {
    expect(fired({})).toEqual([]);
  });

  test.each(cases)("%j fires for %j %j, and no other rule does", (rules, answers, visit) => {
    expect(fired(answers, visit).toSorted()).toEqual(rules.toSorted());
  });

  test("every rule is in the table", () => {
    const shown = new Set(cases.flatMap(([rules]) => rules));
    expect(content.rules.map((rule) => rule.id).filter((id) => !shown.has(id))).toEqual([]);
  });

  /** What the cases know, and the rules that fire for it. */
  const known = [[[], {}] as Case, ...cases].map(([rules, answers, visit]) => ({
    rules,
    facts: factsIn(answers, visit),
  }));
  const parts = content.rules.flatMap(({ id, when }) => alteredConditions(when).map((altered) => ({ id, ...altered })));

  /** Parts that decide nothing in a visit, each with the reason. */
  const undecided = [
    {
      id: "tretinoin_pregnancy_nursing",
      question: "pregnancy_test",
      parts: 3,
      because: "the test is asked of those who are unsure, whom the rule stops by that",
    },
  ];
  const partsOf = ({ id, question }: (typeof undecided)[number]) =>
    parts.filter((part) => part.id === id && part.what.includes(question));

  test.each(undecided)("$id: nothing of $question is decided, because $because", (each) => {
    expect(partsOf(each)).toHaveLength(each.parts);
  });

  test("has parts", () => {
    expect(parts.length).toBeGreaterThan(content.rules.length * 2);
  });

  const deciding = parts.filter((part) => !undecided.some((each) => partsOf(each).includes(part)));
  test.each(deciding)("$id: a case decides $what", ({ id, when }) => {
    expect(known.some(({ rules, facts }) => evaluateCondition(when, facts) !== rules.includes(id))).toBe(true);
  });

  const asked = new Set(content.rules.flatMap(({ when }) => referencesOf(when).questions));
  const options = content.questionnaire.questions.flatMap(({ id, answerlist }) =>
    asked.has(id) ? answerlist.map((option) => ({ question: id, option: option.id })) : [],
  );
  test.each(options)("the option $option of $question is in a case", ({ question, option }) => {
    const given = known.map(({ facts }) => facts.answers[question]);
    expect(given.some((answer) => (typeof answer === "object" ? answer.includes(option) : answer === option))).toBe(
      true,
    );
  });

  test("a visit without answers fires nothing", () => {
    expect(
      content.rules.filter((rule) => evaluateCondition(rule.when, { answers: {}, facts: {} })).map((rule) => rule.id),
    ).toEqual([]);
  });

  test("emergency signs lead to 911, thoughts of self-harm to 988 first", () => {
    for (const rule of content.rules.filter((each) => each.outcome === "EMERGENCY"))
      expect(rule.actions[0]?.href, rule.id).toBe(rule.id === "self_harm_thoughts" ? "tel:988" : "tel:911");
  });

  test("every stop of the visit links to in-person care", () => {
    for (const rule of content.rules.filter((each) => each.outcome === "STOP" && each.scope === "visit"))
      expect(rule.actions, rule.id).not.toEqual([]);
  });
});

describe("products under the rules", () => {
  const left = (answers: Facts["answers"], visit = {}) => {
    const rules = content.rules.filter((rule) => rule.outcome === "STOP" && fired(answers, visit).includes(rule.id));
    return content.catalogue.products.filter((product) => !rules.some((rule) => scopeCovers(rule.scope, product)));
  };
  const families = (answers: Facts["answers"], visit = {}) => [
    ...new Set(left(answers, visit).map((product) => product.family)),
  ];

  test("a peanut allergy with a uterus leaves only local treatment", () => {
    const categories = new Set(
      left({ uterus: "present", allergies: ["peanut"] }).flatMap((product) => product.categories),
    );
    expect(categories).not.toContain("systemic_estrogen");
    expect(categories).not.toContain("progestogen");
    expect(categories).toContain("vaginal_estrogen");
  });

  test("a peanut allergy without a uterus leaves systemic estrogen", () => {
    expect(families({ uterus: "removed", allergies: ["peanut"] })).toContain("estradiol_patch");
  });

  test.each([
    ["nitrates", { watch_medicines: ["nitrates"] }, "sildenafil_cream"],
    ["riociguat", { watch_medicines: ["riociguat"] }, "sildenafil_cream"],
    ["nursing", { nursing: "yes" }, "tretinoin_cream"],
    ["a tape allergy", { allergies: ["adhesive"] }, "estradiol_patch"],
  ])("%s excludes the product and leaves the rest", (_, answers, family) => {
    expect(families({})).toContain(family);
    expect(families(answers)).not.toContain(family);
    expect(families(answers)).toContain("estradiol_vaginal_cream");
  });

  test("face products are excluded in NY and MD", () => {
    expect(families({}, { state: "NY" })).not.toContain("tretinoin_cream");
    expect(families({}, { state: "IA" })).toContain("tretinoin_cream");
  });

  test("systemic estrogen with a uterus, or when the patient is unsure, needs a progestogen", () => {
    const [requirement] = content.requirements;
    expect(requirement).toMatchObject({ ifcategory: "systemic_estrogen", require: "progestogen" });
    const needed = (uterus: string) =>
      requirement && evaluateCondition(requirement.when, { answers: { uterus }, facts: {} });
    expect([needed("present"), needed("unsure"), needed("removed")]).toEqual([true, true, false]);
  });
});
