import type { FollowupQuestion, FollowupStep } from "#contract/followup.ts";

/** A question with two options, unless overridden. */
export const questionOf = (more: Partial<FollowupQuestion> = {}): FollowupQuestion => ({
  id: "q",
  type: "modal",
  question: "How are you?",
  title: null,
  description: null,
  answertype: "single",
  answerlist: ["yes", "no"].map((id) => optionOf(id)),
  answer: null,
  others: null,
  allowempty: false,
  answerlookup: null,
  treatmentoption: null,
  requiredifvalue: null,
  doctor: null,
  lasttime: null,
  ...more,
});

/** A plain option named after its id. */
export const optionOf = (id: string, more: Partial<FollowupQuestion["answerlist"][number]> = {}) => ({
  id,
  name: id,
  inline: false,
  exclusive: false,
  next: null,
  ...more,
});

/** Step number `step` of an incomplete follow-up, with these questions. */
export const stepOf = (
  step: number,
  questions: FollowupQuestion[],
  more: Partial<FollowupStep> = {},
): FollowupStep => ({
  followupid: "f1",
  step,
  nextstep: step + 1,
  previousstep: step > 0 ? step - 1 : null,
  stepsleft: 3,
  questions,
  stop: null,
  complete: false,
  interrupted: false,
  ...more,
});
