import type { followup } from "#contract/followup.ts";
import type { HandlerInput } from "#contract/http/endpoint.ts";
import type { AnswerValue } from "#contract/onboarding/questions.ts";
import { checkAnswer } from "#server/onboarding/public.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { type Sentence, sentence } from "#server/platform/sentences.ts";
import type { AnswerFindings, SealedAnswer } from "../answers.ts";
import { type Answers, chosenOptions, isAsked, type Question, type Step } from "../step-order.ts";

type Sent = HandlerInput<typeof followup.saveStep>["body"]["answers"][number];
interface Valid {
  readonly value: AnswerValue;
  readonly others: string | null;
}

/**
 * Validates answers to a step and returns them as they are stored; `bad_request` names the field of one that does not fit its question.
 * `earlierAnswers`: what the patient answered before.
 */
export function checkAnswers(
  step: Step,
  sent: readonly Sent[],
  earlierAnswers: Answers,
): Omit<SealedAnswer, keyof AnswerFindings>[] {
  const given = new Map([
    ...earlierAnswers,
    ...sent.map(({ questionid, answer }) => [questionid, { value: answer }] as const),
  ]);
  return sent.map((answer, index) => {
    const fail = (field: string, message: Sentence) =>
      new Refusal("bad_request", { fields: [{ path: `answers.${index}.${field}`, message }] });
    const question = step.questions.find(({ id }) => id === answer.questionid);
    if (!question || !isAsked(step, question, given)) throw fail("questionid", sentence("followup.question_not_asked"));
    if (sent.findIndex(({ questionid }) => questionid === answer.questionid) !== index)
      throw fail("questionid", sentence("followup.question_once"));
    const checked = checkAgainstQuestion(question, answer);
    if ("problem" in checked) throw fail(checked.field, checked.problem);
    const { value, others } = checked.answer;
    return {
      questionId: question.id,
      type: question.answertype,
      value,
      others,
      question: question.question,
      words: wordsOf(question, checked.answer),
    };
  });
}

type Checked = { readonly answer: Valid } | { readonly problem: Sentence; readonly field: "answer" | "others" };

function checkAgainstQuestion(question: Question, { answer, others }: Sent): Checked {
  const { answertype, allowempty, answerlist } = question;
  if (answertype === "nothing")
    return answer.length === 0
      ? { answer: { value: "", others: null } }
      : { problem: sentence("followup.needs_no_answer"), field: "answer" };
  if (answertype !== "others")
    return toChecked(checkAnswer({ answertype, allowempty, answerlist }, toAnswerInput(answer, others)));
  // A list, with the patient's own words in addition or instead.
  const words = (others ?? "").trim();
  if (words !== "" && answer.length === 0) {
    const own = checkAnswer({ answertype: "text", allowempty, answerlist: [] }, { answer: words });
    return "problem" in own ? { ...own, field: "others" } : { answer: { value: [], others: words } };
  }
  const options = answerlist.map((option) => ({ ...option, asksothers: words !== "" }));
  return toChecked(
    checkAnswer({ answertype: "array", allowempty, answerlist: options }, toAnswerInput(answer, others)),
  );
}

const toAnswerInput = (answer: AnswerValue, others: string | undefined) => ({
  answer,
  ...(others === undefined ? {} : { others }),
});

const toChecked = (checked: ReturnType<typeof checkAnswer>): Checked =>
  "problem" in checked
    ? checked
    : {
        answer: {
          value: typeof checked.answer.value === "string" ? checked.answer.value : [...checked.answer.value],
          others: checked.answer.others,
        },
      };

/** An answer in the wording the patient chose it by. */
function wordsOf(question: Question, { value, others }: Valid): string {
  const chosen = chosenOptions(question, value).map(({ name }) => name);
  const texts = question.answertype === "text" && typeof value === "string" ? [value] : chosen;
  return [...texts, others ?? ""].filter((part) => part !== "").join(", ");
}
