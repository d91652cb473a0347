import { formatHeight } from "#contract/fields/formats.ts";
import type { HealthScreen } from "#contract/account/health-answers.ts";
import type { Answer, Question, QuestionScreen } from "#contract/onboarding/questions.ts";

/** A section of the answers, shown and changed together. */
export interface Section {
  readonly step: number;
  readonly title: string;
  readonly screens: readonly HealthScreen[];
}

/** Screens grouped by section, in the order the patient was asked. */
export const groupBySection = (screens: readonly HealthScreen[]): Section[] =>
  [...Map.groupBy(screens, ({ section }) => section.step)].map(([step, members]) => ({
    step,
    title: members[0]?.section.title ?? "",
    screens: members,
  }));

/** The questions of a section that take an answer. */
export const questionsIn = (section: Pick<Section, "screens">): Question[] =>
  section.screens.flatMap(({ questions }) => questions).filter(({ answertype }) => answertype !== "nothing");

/** All screens of a section merged into one, for its form. */
export const mergeScreens = (section: Section): QuestionScreen => ({
  id: `section ${section.step}`,
  questions: section.screens.flatMap(({ questions }) => questions),
  complete: section.screens.every(({ complete }) => complete),
});

/** How many questions of the section have no answer. */
export const openQuestionCount = (section: Pick<Section, "screens">): number =>
  questionsIn(section).filter(({ answer }) => answer === null).length;

/** An answer in words, one per chosen option; empty if the question was left empty. */
export function answerTexts({ answer, others, answerlist, unit }: Question): string[] {
  return [answer ?? []].flat().flatMap((value) => {
    if (value === "") return [];
    const option = answerlist.find(({ id }) => id === value);
    const texts = option?.asksothers && others ? `${option.name}: ${others}` : (option?.name ?? value);
    if (unit === "inches") return formatHeight(Number(value));
    return unit ? `${texts} ${unit}` : texts;
  });
}

/** The answers to send: those that differ from the saved ones, and those to questions not answered before. */
export function changedAnswers(section: Pick<Section, "screens">, answers: readonly Answer[]): Answer[] {
  const savedQuestions = new Map(questionsIn(section).map((question) => [question.id, question]));
  return answers.filter(({ questionid, answer, others = null }) => {
    const before = savedQuestions.get(questionid);
    if (!before || before.answer === null) return true;
    return JSON.stringify(before.answer) !== JSON.stringify(answer) || before.others !== others;
  });
}

/** An answer that changed after the patient loaded it. */
export interface ChangedAnswer {
  readonly id: string;
  readonly question: string;
  readonly before: readonly string[];
  readonly now: readonly string[];
}

/** Differences between two loads of a section. */
export function answersChangedBetween(
  before: Pick<Section, "screens">,
  now: Pick<Section, "screens">,
): ChangedAnswer[] {
  const beforeById = new Map(questionsIn(before).map((question) => [question.id, question]));
  const nowById = new Map(questionsIn(now).map((question) => [question.id, question]));
  return [...new Set([...beforeById.keys(), ...nowById.keys()])].flatMap((id) => {
    const [beforeQuestion, nowQuestion] = [beforeById.get(id), nowById.get(id)];
    const texts = {
      before: beforeQuestion ? answerTexts(beforeQuestion) : [],
      now: nowQuestion ? answerTexts(nowQuestion) : [],
    };
    const question = (nowQuestion ?? beforeQuestion)?.question ?? "";
    return JSON.stringify(texts.before) === JSON.stringify(texts.now) ? [] : [{ id, question, ...texts }];
  });
}
