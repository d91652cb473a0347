import type { Content } from "#content/loader/load.ts";
import type { HealthTopic } from "#contract/account/health-answers.ts";
import type { OpenQuestion } from "../flow/assess.ts";
import type { Visit } from "../flow/visit.ts";
import { answerSummary, type SummaryLine } from "../questions/answer-summary.ts";
import type { GivenAnswers } from "../rules/answers.ts";

/** A line on a phone has room for two short facts, or one long one. */
const lineLength = 42;

/** The open questions by section: what the answers say, how many are missing, and when the latest was given. */
export function healthTopics(
  { questionnaire }: Pick<Content, "questionnaire">,
  open: readonly OpenQuestion[],
  { answers, answeredAt }: Pick<Visit, "answers" | "answeredAt">,
): HealthTopic[] {
  return [...Map.groupBy(open, ({ screen }) => screen.step)].flatMap(([step, members]) => {
    const asked = members.filter(({ question }) => question.answertype !== "nothing");
    if (asked.length === 0) return [];
    const facts = answerSummary(mostBothersomeFirst(asked.filter(saysSomething(answers)), answers), answers);
    const shown = facts.slice(0, facts.slice(0, 2).map(lengthOf).reduce(sum, 0) <= lineLength ? 2 : 1);
    const times = asked.flatMap(({ question }) => answeredAt.get(question.id)?.getTime() ?? []);
    return {
      step,
      title: questionnaire.sections.find((section) => section.step === step)?.title ?? "",
      facts: shown.map(({ question, answer }) => ({ label: question, answer })),
      more: facts.length - shown.length,
      open: asked.filter(({ question }) => !(question.id in answers)).length,
      changedat: times.length > 0 ? new Date(Math.max(...times)).toISOString() : null,
    };
  });
}

const lengthOf = ({ question, answer }: SummaryLine): number => question.length + answer.length;
const sum = (one: number, other: number): number => one + other;

/** “No”, “None of these” and “Not at all” say that there is nothing. */
const saysSomething =
  (answers: GivenAnswers) =>
  ({ question: { id, answertype, answerlist } }: OpenQuestion): boolean =>
    [answers[id]?.value ?? []]
      .flat()
      .some((value) =>
        answertype === "scale"
          ? value !== "0"
          : value !== "" && value !== "no" && !answerlist.find((option) => option.id === value)?.exclusive,
      );

const mostBothersomeFirst = (open: readonly OpenQuestion[], answers: GivenAnswers): OpenQuestion[] => {
  const bother = ({ question }: OpenQuestion) =>
    question.answertype === "scale" ? Number(answers[question.id]?.value) : 0;
  return open.toSorted((one, other) => bother(other) - bother(one));
};
