import type { FollowupStep } from "#contract/followup.ts";
import type { AnswerValue } from "#contract/onboarding/questions.ts";

/** Answers that replace the usual ones, by question. */
export type AnswerOverrides = Readonly<Record<string, AnswerValue>>;

const usualAnswers: AnswerOverrides = {
  still_using: "always",
  side_effects: ["none"],
  overall: "better",
  first_wish: ["nothing"],
};

/** A patient's usual answer to a question of a follow-up. */
export function answerTo(
  question: FollowupStep["questions"][number] | undefined,
  overrides: AnswerOverrides = {},
): AnswerValue {
  if (!question) return "";
  const known = overrides[question.id] ?? usualAnswers[question.id];
  if (known !== undefined) return known;
  switch (question.answertype) {
    case "single":
      return question.answerlist[0]?.id ?? "";
    case "array":
    case "others":
      return [];
    case "text":
      return question.allowempty ? "" : "A few words.";
    case "nothing":
      return "";
  }
}
