import type { QuestionScreen } from "#contract/onboarding/questions.ts";
import type { OpenQuestion } from "../flow/assess.ts";
import type { GivenAnswers } from "../rules/answers.ts";

/** The screens of open questions, in their order, with the patient's answers. */
export function presentQuestionScreens(open: readonly OpenQuestion[], answers: GivenAnswers): QuestionScreen[] {
  return [...Map.groupBy(open, ({ screen }) => screen)].map(([screen, members]) => ({
    id: screen.id,
    ...(screen.title === undefined ? {} : { title: screen.title }),
    ...(screen.description === undefined ? {} : { description: screen.description }),
    questions: members.map(({ question }) => presentQuestion(question, answers)),
    complete: members.every(({ question }) => question.answertype === "nothing" || question.id in answers),
  }));
}

function presentQuestion(
  question: OpenQuestion["question"],
  answers: GivenAnswers,
): QuestionScreen["questions"][number] {
  const { id, description, why, answertype, answerlist, allowempty, unit, min, max } = question;
  const given = answers[id];
  return {
    id,
    question: question.question,
    ...(description === undefined ? {} : { description }),
    ...(why === undefined ? {} : { why }),
    answertype,
    answerlist: answerlist.map(
      ({ short: _short, ...option }) => option,
    ) as QuestionScreen["questions"][number]["answerlist"],
    allowempty,
    ...(unit === undefined ? {} : { unit }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    answer: given === undefined ? null : typeof given.value === "string" ? given.value : [...given.value],
    others: given?.others ?? null,
  };
}
