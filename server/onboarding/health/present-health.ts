import type { HealthScreen } from "#contract/account.ts";
import type { Question } from "#contract/onboarding/questions.ts";
import type { Content } from "#content/loader/load.ts";
import type { GivenAnswers } from "../questions/answers.ts";
import type { OpenQuestion } from "../visit/assess.ts";
import { presentQuestionScreens } from "../questions/present-screens.ts";

/** The open questions with her answers, each screen with the section it belongs to. */
export function healthScreens(
  { questionnaire }: Pick<Content, "questionnaire">,
  open: readonly OpenQuestion[],
  answers: GivenAnswers,
): HealthScreen[] {
  const stepByScreen = new Map(open.map(({ screen }) => [screen.id, screen.step]));
  return presentQuestionScreens(open, answers).map((screen) => {
    const step = stepByScreen.get(screen.id) ?? 0;
    const title = questionnaire.sections.find((section) => section.step === step)?.title ?? "";
    return { ...screen, section: { step, title } };
  });
}

/** What is kept of screens to be read later: what she was asked, and the options she chose. */
export function answeredScreens(screens: readonly HealthScreen[]): HealthScreen[] {
  return screens.flatMap((screen) => {
    const questions = screen.questions.filter(({ answer }) => answer !== null).map(withChosenOptionsOnly);
    return questions.length > 0 ? [{ ...screen, questions }] : [];
  });
}

function withChosenOptionsOnly({ why: _why, description: _description, ...question }: Question): Question {
  const chosen = [question.answer ?? []].flat();
  return { ...question, answerlist: question.answerlist.filter(({ id }) => chosen.includes(id)) };
}
