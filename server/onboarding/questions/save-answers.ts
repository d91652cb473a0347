import type { Answer } from "#contract/onboarding/questions.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { assess } from "../flow/assess.ts";
import { type VisitInProgress } from "../flow/in-progress.ts";
import { insertAnswers } from "../flow/visit-queries.ts";
import type { Visit } from "../flow/visit.ts";
import { changedAnswers, type GivenAnswers } from "../rules/answers.ts";
import { checkAnswers, notOpenIssues } from "./answer-rules.ts";

/** Saves the answers of one step, all or none. None at all means “go on”: what may stay empty is stored as left empty. */
export async function saveAnswers(
  services: TxServices,
  before: VisitInProgress,
  step: number,
  sent: readonly Answer[],
): Promise<Visit> {
  const given = sent.length > 0 ? validateAnswers(services, before, step, sent) : emptyAnswers(before, step);
  const { visit } = before;
  const changed = changedAnswers(visit.answers, given);
  const now = services.clock.now();
  const writeContext = {
    patientId: visit.record.patientId,
    contentVersion: services.content.questionnaire.version,
    now,
  };
  await insertAnswers(services.db, services.secrets, writeContext, changed);
  return { ...visit, answers: { ...visit.answers, ...changed } };
}

/** Answers to open questions of a step, checked. */
export function validateAnswers(
  services: Pick<Services, "content" | "clock">,
  { visit, assessment }: VisitInProgress,
  step: number,
  sent: readonly Answer[],
): GivenAnswers {
  const { content } = services;
  const stepScreenIds = new Set(
    content.questionnaire.screens.filter((screen) => screen.step === step).map(({ id }) => id),
  );
  const { given, issues } = checkAnswers(content, sent, {
    asked: ({ screen, flows }) => stepScreenIds.has(screen) && (!flows || flows.includes(assessment.flow.variant)),
    foreign: sentence("onboarding.question_of_other_step"),
  });
  if (issues.length === 0) {
    const after = assess(content, { ...visit, answers: { ...visit.answers, ...given } }, clinicToday(services));
    issues.push(...notOpenIssues(sent, after.open));
  }
  if (issues.length > 0) throw new Refusal("bad_request", { fields: issues });
  return given;
}

function emptyAnswers({ visit, assessment }: VisitInProgress, step: number): GivenAnswers {
  const unanswered = assessment.open.filter(
    ({ screen, question }) =>
      screen.step === step && question.answertype !== "nothing" && !(question.id in visit.answers),
  );
  const fields = unanswered
    .filter(({ question }) => !question.allowempty)
    .map(({ question }) => ({ path: `answers.${question.id}`, message: sentence("onboarding.answer_missing") }));
  if (fields.length > 0) throw new Refusal("bad_request", { fields });
  return Object.fromEntries(
    unanswered.map(({ question }) => [question.id, { value: question.answertype === "array" ? [] : "", others: null }]),
  );
}
