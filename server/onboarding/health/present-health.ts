import type { HealthScreen } from "#contract/account.ts";
import type { Question } from "#contract/questions.ts";
import type { Content } from "#content/load.ts";
import type { GivenAnswers } from "../answers.ts";
import type { OpenQuestion } from "../assess.ts";
import { screensOf } from "../present-screens.ts";

/** The open questions with her answers, each screen with the section it belongs to. */
export function healthScreens(
  { questionnaire }: Pick<Content, "questionnaire">,
  open: readonly OpenQuestion[],
  answers: GivenAnswers,
): HealthScreen[] {
  const stepOf = new Map(open.map(({ screen }) => [screen.id, screen.step]));
  return screensOf(open, answers).map((screen) => {
    const step = stepOf.get(screen.id) ?? 0;
    const title = questionnaire.sections.find((section) => section.step === step)?.title ?? "";
    return { ...screen, section: { step, title } };
  });
}

/** What is kept of screens to be read later: what she was asked, and the options she chose. */
export function asAnswered(screens: readonly HealthScreen[]): HealthScreen[] {
  return screens.flatMap((screen) => {
    const questions = screen.questions.filter(({ answer }) => answer !== null).map(chosenOnly);
    return questions.length > 0 ? [{ ...screen, questions }] : [];
  });
}

function chosenOnly({ why: _why, description: _description, ...question }: Question): Question {
  const chosen = [question.answer ?? []].flat();
  return { ...question, answerlist: question.answerlist.filter(({ id }) => chosen.includes(id)) };
}
