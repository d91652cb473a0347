import { describe, expect, test } from "vitest";
import { readQuizAnswers } from "./quiz-messages.ts";

const origin = "https://site.example";
const send = (data: unknown, from: Partial<{ origin: string; fromParent: boolean }> = {}) =>
  readQuizAnswers({ origin, fromParent: true, data, ...from }, origin);

describe("§2.1 /quiz stores name/value pairs of the marketing site", () => {
  test("§2.1 accepts one pair, or several", () => {
    expect(send({ name: "quiz_goal", value: "sleep" })).toEqual([["quiz_goal", "sleep"]]);
    expect(
      send([
        { name: "quiz_goal", value: "a" },
        { name: "quiz_age", value: "52" },
      ]),
    ).toHaveLength(2);
  });

  test.each(["https://site.example.evil.example", "http://site.example", "https://site.example:444", "null", ""])(
    "§6 refuses the origin %j",
    (from) => expect(send({ name: "quiz_goal", value: "a" }, { origin: from })).toEqual([]),
  );

  test("§6 refuses another window of the right origin", () => {
    expect(send({ name: "quiz_goal", value: "a" }, { fromParent: false })).toEqual([]);
  });

  test.each([
    null,
    undefined,
    "quiz_goal=a",
    {},
    { name: "accessToken", value: "x" },
    { name: "__proto__", value: "x" },
    { name: "quiz_goal", value: 7 },
    { name: "quiz_goal", value: "a\u0000" },
    { name: "quiz_goal", value: "a".repeat(201) },
    { name: ["quiz_goal"], value: "a" },
  ])("refuses %j", (data) => expect(send(data)).toEqual([]));
});
