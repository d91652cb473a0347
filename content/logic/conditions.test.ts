import { describe, expect, test } from "vitest";
import type { Condition } from "../schema/condition.ts";
import { comparedOptions, evaluateCondition, referencesOf } from "./conditions.ts";

const known = {
  answers: { uterus: "present", allergies: ["peanut", "soy"], bp_top: "161", empty: "", none: [] },
  facts: { age: 52, product: ["a", "b"] },
};

describe("conditions", () => {
  test.each<[string, Condition, boolean]>([
    ["is: same answer", { question: "uterus", is: "present" }, true],
    ["is: another answer", { question: "uterus", is: "removed" }, false],
    ["is: member of a list", { question: "allergies", is: "soy" }, true],
    ["is: part of a word is no member", { question: "uterus", is: "pre" }, false],
    ["is: empty list", { question: "none", is: "soy" }, false],
    ["in: one of them", { question: "uterus", in: ["removed", "present"] }, true],
    ["in: list against list", { question: "allergies", in: ["latex", "peanut"] }, true],
    ["atleast: numbers typed as text", { question: "bp_top", atleast: 161 }, true],
    ["atleast: below", { question: "bp_top", atleast: 162 }, false],
    ["atmost: on the line", { question: "bp_top", atmost: 161 }, true],
    ["atmost: a word is no number", { question: "uterus", atmost: 5 }, false],
    ["atmost: empty is no number", { question: "empty", atmost: 5 }, false],
    ["fact: number", { fact: "age", atleast: 52 }, true],
    ["fact: number as text", { fact: "age", is: "52" }, true],
    ["fact: member", { fact: "product", in: ["b"] }, true],
    ["not known: is", { question: "liver", is: "no" }, false],
    ["not known: atmost", { fact: "bmi", atmost: 100 }, false],
    ["not: turns round what is not known", { not: { question: "liver", is: "active" } }, true],
    [
      "all",
      {
        all: [
          { question: "uterus", is: "present" },
          { fact: "age", atmost: 51 },
        ],
      },
      false,
    ],
    [
      "any",
      {
        any: [
          { question: "uterus", is: "removed" },
          { fact: "age", atmost: 52 },
        ],
      },
      true,
    ],
  ])("%s", (_, condition, expected) => {
    expect(evaluateCondition(condition, known)).toBe(expected);
  });

  test("references of a condition are found at any depth", () => {
    const condition: Condition = {
      all: [
        { not: { question: "a", is: "x" } },
        {
          any: [
            { question: "b", in: ["y", "z"] },
            { fact: "age", atleast: 1 },
          ],
        },
      ],
    };
    expect(referencesOf(condition)).toEqual({ questions: ["a", "b"], facts: ["age"] });
    expect(comparedOptions(condition).map(({ question, option }) => `${question}=${option}`)).toEqual([
      "a=x",
      "b=y",
      "b=z",
    ]);
  });
});
