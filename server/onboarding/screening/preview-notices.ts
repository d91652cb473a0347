import type { Answer } from "#contract/onboarding/questions.ts";
import type { StepErrorCode } from "#contract/onboarding/record.ts";
import type { AnswerNotice } from "#contract/onboarding/steps.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { assess } from "../flow/assess.ts";
import { assessInProgress, type Deps, requireStep, requireVisit } from "../flow/in-progress.ts";
import type { Visit } from "../flow/visit.ts";
import { validateAnswers } from "../questions/save-answers.ts";
import { birthdayIssue } from "../rules/details-rules.ts";
import { stopRuleOf } from "../rules/screening.ts";
import { answerNotices } from "./answer-notices.ts";

export interface TypedAnswers {
  readonly answers?: readonly Answer[] | undefined;
  readonly birthday?: string | undefined;
}

/**
 * The notices about answers a patient has chosen but not saved. Nothing is stored: a slip of the thumb leaves no flag, and cannot stop the visit.
 * Answers that would stop it, or have, raise none, because the stop says all there is to say once they are saved.
 */
export async function previewNotices(
  services: Deps & Refuses<StepErrorCode>,
  patientId: string,
  step: number,
  { answers = [], birthday }: TypedAnswers,
): Promise<AnswerNotice[]> {
  const found = await requireVisit(services, patientId);
  // Asked while the answers that stop the visit were being saved.
  if (found.record.stopRuleId !== null) return [];
  const before = assessInProgress(services, found);
  requireStep(services, before, step);
  const today = clinicToday(services);
  const issue = birthday === undefined ? null : birthdayIssue(birthday, today);
  if (issue) throw new Refusal("bad_request", { fields: [issue] });
  const given = validateAnswers(services, before, step, answers);
  const { visit } = before;
  const after: Visit = {
    ...visit,
    answers: { ...visit.answers, ...given },
    patient: { ...visit.patient, birthday: birthday ?? visit.patient.birthday },
  };
  const assessment = assess(services.content, after, today);
  if (stopRuleOf(assessment.hits)) return [];
  return answerNotices(assessment, assessment.hits).filter(({ questionid }) =>
    questionid === null ? birthday !== undefined : questionid in given,
  );
}
