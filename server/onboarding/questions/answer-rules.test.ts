import { describe, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { toText } from "#server/platform/sentences.ts";
import { checkAnswer, type Question } from "./answer-rules.ts";

const content = await shippedContent();

const base = { id: "q", screen: "s", question: "?", label: "Q", allowempty: false, answerlist: [] } as const;
const options = [
  { id: "a", name: "A" },
  { id: "b", name: "B" },
  { id: "other", name: "Other", asksothers: true },
  { id: "none", name: "None", exclusive: true },
];
const question = (part: Partial<Question>): Question => ({ ...base, answertype: "text", ...part });
const single = question({ answertype: "single", answerlist: options });
const array = question({ answertype: "array", answerlist: options });
const number = question({ answertype: "number", min: 48, max: 84, unit: "inches" });
const text = question({ answertype: "text" });

const storedAnswer = (value: string | string[], others: string | null = null) => ({ answer: { value, others } });

describe("§3 answers by type", () => {
  test.each([
    [single, { answer: "a" }, storedAnswer("a")],
    [single, { answer: "other", others: " my own " }, storedAnswer("other", "my own")],
    [array, { answer: ["a", "b"] }, storedAnswer(["a", "b"])],
    [array, { answer: ["none"] }, storedAnswer(["none"])],
    [array, { answer: ["a", "other"], others: "x" }, storedAnswer(["a", "other"], "x")],
    [number, { answer: " 65 " }, storedAnswer("65")],
    [number, { answer: "65.5" }, storedAnswer("65.5")],
    [text, { answer: "  two\nlines " }, storedAnswer("two\nlines")],
    [question({ answertype: "text", allowempty: true }), { answer: " " }, storedAnswer("")],
    [question({ answertype: "array", answerlist: options, allowempty: true }), { answer: [] }, storedAnswer([])],
    [question({ answertype: "date" }), { answer: "2020-02-29" }, storedAnswer("2020-02-29")],
    [
      question({
        answertype: "scale",
        answerlist: [
          { id: "0", name: "0" },
          { id: "4", name: "4" },
        ],
      }),
      { answer: "4" },
      storedAnswer("4"),
    ],
  ])("a fitting answer is stored in one form (%#)", (askedQuestion, given, result) => {
    expect(checkAnswer(askedQuestion, given)).toEqual(result);
  });

  test.each([
    ["an unknown option", single, { answer: "z" }, "answer"],
    ["a list for one answer", single, { answer: ["a"] }, "answer"],
    ["text beside an option that asks none", single, { answer: "a", others: "x" }, "others"],
    ["no text beside an option that asks for it", single, { answer: "other" }, "others"],
    ["one answer for a list", array, { answer: "a" }, "answer"],
    ["an answer twice", array, { answer: ["a", "a"] }, "answer"],
    ["none with another", array, { answer: ["none", "a"] }, "answer"],
    ["an empty list", array, { answer: [] }, "answer"],
    ["a number with letters", number, { answer: "65in" }, "answer"],
    ["a number below", number, { answer: "47" }, "answer"],
    ["a number above", number, { answer: "85" }, "answer"],
    ["a number in exponents", number, { answer: "6e1" }, "answer"],
    ["text beside a number", number, { answer: "65", others: "x" }, "others"],
    ["a day that is none", question({ answertype: "date" }), { answer: "2021-02-29" }, "answer"],
    ["control characters", text, { answer: "a\u0000b" }, "answer"],
    ["an answer to a notice", question({ answertype: "nothing" }), { answer: "x" }, "answer"],
  ])("%s is refused", (_, askedQuestion, given, field) => {
    expect(checkAnswer(askedQuestion, given)).toMatchObject({ field });
  });

  test("§5 an empty text says “The text field cannot be empty”", () => {
    const checked = checkAnswer(text, { answer: "  " });
    expect("problem" in checked && toText(content, checked.problem)).toBe("The text field cannot be empty");
  });
});
