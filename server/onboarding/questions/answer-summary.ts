import type { Content } from "#content/loader/load.ts";
import { formatHeight } from "#contract/fields/formats.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import { type OpenQuestion, assess } from "../flow/assess.ts";
import { requireVisitRecord, type Deps } from "../flow/in-progress.ts";
import { loadVisit } from "../flow/visit-queries.ts";
import type { GivenAnswers } from "../rules/answers.ts";
import { presentStop } from "../rules/screening.ts";

export interface SummaryLine {
  readonly questionid: string;
  readonly question: string;
  readonly answer: string;
}

type Question = Content["questionnaire"]["questions"][number];

/** The patient's answers to the open questions, in the words of the content: to print, and for the doctor. */
export function answerSummary(open: readonly OpenQuestion[], answers: GivenAnswers): SummaryLine[] {
  return open.flatMap(({ question }) => {
    const given = answers[question.id];
    const answer = given && answerText(question, given.value);
    if (!answer) return [];
    return [
      {
        questionid: question.id,
        question: question.label,
        answer: given.others === null ? answer : `${answer} (${given.others})`,
      },
    ];
  });
}

function answerText(question: Question, value: string | readonly string[]): string {
  const names = [value].flat().map((id) => {
    const option = question.answerlist.find((each) => each.id === id);
    return option?.short ?? option?.name ?? id;
  });
  const text = names.join("; ");
  if (question.unit === "inches" && text !== "") return formatHeight(Number(text));
  return question.unit && text !== "" ? `${text} ${question.unit}` : text;
}

/** The stopped visit with the patient's answers, to print and take to a doctor; `wrong_state` for a visit that was not stopped. */
export async function presentStoppedVisit(services: Deps & Refuses<"wrong_state">, patientId: string) {
  const record = await requireVisitRecord(services.db, patientId);
  if (record.stopRuleId === null || record.stoppedAt === null) throw services.refuse("wrong_state");
  const visit = await loadVisit(services, record);
  const { open } = assess(services.content, visit, clinicToday(services));
  return {
    stop: presentStop(services.content, record.stopRuleId),
    summary: answerSummary(open, visit.answers).map(({ question, answer }) => ({ question, answer })),
    rejectedat: record.stoppedAt.toISOString(),
  };
}
