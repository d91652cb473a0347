import type { FieldIssue } from "#contract/errors.ts";
import type { Answer } from "#contract/questions.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { checkAnswer } from "./answer-rules.ts";
import { sameAnswer, type GivenAnswer, type GivenAnswers } from "./answers.ts";
import { assess } from "./assess.ts";
import { today, type InProgress } from "./in-progress.ts";
import type { Visit } from "./visit.ts";
import { insertAnswers } from "./visit-queries.ts";

/** Keeps answers of one step, all or none. None at all means “go on”: what may stay empty is kept as left empty. */
export async function saveAnswers(
  parts: TxServices,
  before: InProgress,
  step: number,
  sent: readonly Answer[],
): Promise<Visit> {
  const given = sent.length > 0 ? checked(parts, before, step, sent) : leftEmpty(before, step);
  const { visit } = before;
  const changed = Object.fromEntries(
    Object.entries(given).filter(([id, answer]) => !sameAnswer(visit.answers[id], answer)),
  );
  const now = parts.clock.now();
  const written = { patientId: visit.record.patientId, contentVersion: parts.content.questionnaire.version, now };
  await insertAnswers(parts.db, parts.secrets, written, changed);
  return { ...visit, answers: { ...visit.answers, ...changed } };
}

function checked(parts: TxServices, { visit, at }: InProgress, step: number, sent: readonly Answer[]): GivenAnswers {
  const issues: FieldIssue[] = [];
  const given: Record<string, GivenAnswer> = {};
  const { screens, questions } = parts.content.questionnaire;
  const mine = new Set(screens.filter((screen) => screen.step === step).map(({ id }) => id));
  sent.forEach((answer, index) => {
    const question = questions.find(({ id, screen }) => id === answer.questionid && mine.has(screen));
    if (!question || (question.flows && !question.flows.includes(at.flow.variant)))
      return issues.push({ path: `answers.${index}.questionid`, message: "This question is not part of this step." });
    if (question.id in given)
      return issues.push({ path: `answers.${index}.questionid`, message: "Please answer each question once." });
    const result = checkAnswer(question, answer);
    if ("problem" in result) return issues.push({ path: `answers.${index}.${result.field}`, message: result.problem });
    given[question.id] = result.answer;
    return undefined;
  });
  if (issues.length === 0) issues.push(...closed(parts, visit, given, sent));
  if (issues.length > 0) throw new Refusal("bad_request", { fields: issues });
  return given;
}

/** Questions that are not open once all answers of the request count. */
function closed(parts: TxServices, visit: Visit, given: GivenAnswers, sent: readonly Answer[]): FieldIssue[] {
  const { open } = assess(parts.content, { ...visit, answers: { ...visit.answers, ...given } }, today(parts));
  return sent.flatMap(({ questionid }, index) =>
    open.some(({ question }) => question.id === questionid)
      ? []
      : [{ path: `answers.${index}.questionid`, message: "This question is not asked with your other answers." }],
  );
}

function leftEmpty({ visit, at }: InProgress, step: number): GivenAnswers {
  const unanswered = at.open.filter(
    ({ screen, question }) =>
      screen.step === step && question.answertype !== "nothing" && !(question.id in visit.answers),
  );
  const fields = unanswered
    .filter(({ question }) => !question.allowempty)
    .map(({ question }) => ({ path: `answers.${question.id}`, message: "Please answer this question." }));
  if (fields.length > 0) throw new Refusal("bad_request", { fields });
  return Object.fromEntries(
    unanswered.map(({ question }) => [question.id, { value: question.answertype === "array" ? [] : "", others: null }]),
  );
}
