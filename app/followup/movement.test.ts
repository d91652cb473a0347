import { expect, test } from "vitest";
import { symptomTrend } from "./symptom-trend.ts";
import { optionOf, questionOf } from "./testing.ts";

const askedQuestion = (lasttime: string | null) =>
  questionOf({
    answerlist: ["0", "1", "2", "3", "4"].map((id) => optionOf(id)),
    lasttime: lasttime === null ? null : { answer: lasttime, at: "2026-10-01T12:00:00Z" },
  });

test.each([
  ["3", "1", "better", "3 then, 1 now, better"],
  ["1", "4", "worse", "1 then, 4 now, worse"],
  ["2", "2", "same", "2 then, 2 now, the same"],
  ["2", null, null, "2 last time"],
])(
  "§4 Follow-up modal, symptoms compared with last time: then %s and now %s is %s, in words",
  (then, now, direction, text) => {
    expect(symptomTrend(askedQuestion(then), now)).toMatchObject({
      then: Number(then),
      max: 4,
      direction: direction,
      text: text,
    });
  },
);

test("without an earlier answer, or with one that is not on the scale, there is no comparison", () => {
  expect(symptomTrend(askedQuestion(null), "1")).toBeNull();
  expect(symptomTrend(askedQuestion("nine"), "1")).toBeNull();
});
