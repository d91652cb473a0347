import type { Content } from "#content/loader/load.ts";
import type { GivenAnswers } from "./answers.ts";
import type { OpenQuestion } from "../visit/assess.ts";

export interface SummaryLine {
  readonly questionid: string;
  readonly question: string;
  readonly answer: string;
}

type Question = Content["questionnaire"]["questions"][number];

/** What she answered to the questions open for her, in the words of the content: to print, and for the doctor. */
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
  return question.unit && text !== "" ? `${text} ${question.unit}` : text;
}
