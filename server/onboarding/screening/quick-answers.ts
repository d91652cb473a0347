import type { Content } from "#content/loader/load.ts";
import { evaluateCondition, type Facts, referencesOf } from "#content/logic/conditions.ts";
import type { StepView } from "#contract/onboarding/steps.ts";
import type { Assessment, OpenQuestion } from "../flow/assess.ts";

type Question = OpenQuestion["question"];
type Conditions = readonly Pick<Content["rules"][number], "when">[];
/** Questions of a screen, each with the options that one press may save. */
type Quick = ReadonlyMap<string, readonly string[]>;

/** More combinations than this on one screen aren't looked through: it waits for Continue. */
const mostCombinations = 2000;

/**
 * Which answers the press that completes their screen may save. A slip of the thumb must neither stop a visit nor leave a flag, so an answer that makes any
 * rule hold, by itself or with another one of the screen, waits for Continue, as one that asks for text does. Of a list only “none of these” is an answer
 * by itself. `choices` made before the questions wait for the patient where an answer speaks about them.
 */
export function quickAnswers(
  content: Pick<Content, "rules" | "requirements">,
  { open, known }: Pick<Assessment, "open" | "known">,
  step: number,
  choices: readonly unknown[],
): StepView["quickanswers"] {
  const conditions: Conditions = choices.length > 0 ? [...content.rules, ...content.requirements] : content.rules;
  const screens = Map.groupBy(
    open.filter(({ screen, question }) => screen.step === step && question.answertype !== "nothing"),
    ({ screen }) => screen.id,
  );
  return [...screens.values()].flatMap((members) => {
    const questions = members.map(({ question }) => question);
    const quick = quickOn(questions, conditions, known);
    return questions.flatMap(({ id }) => {
      const options = quick.get(id) ?? [];
      return options.length > 0 ? [{ questionid: id, options: [...options] }] : [];
    });
  });
}

function quickOn(questions: readonly Question[], conditions: Conditions, known: Facts): Quick {
  const ids = new Set(questions.map(({ id }) => id));
  const about = conditions
    .map(({ when }) => ({ when, questions: referencesOf(when).questions.filter((id) => ids.has(id)) }))
    .filter((each) => each.questions.length > 0);
  const before = Object.fromEntries(Object.entries(known.answers).filter(([id]) => !ids.has(id)));
  /** The questions of the screen that a condition which holds with these answers looks at. */
  const raisedBy = (given: ReadonlyMap<string, string>): readonly string[] => {
    const answers = { ...before, ...Object.fromEntries(questions.flatMap((each) => answerOf(each, given))) };
    return about
      .filter(({ when }) => evaluateCondition(when, { ...known, answers }))
      .flatMap((condition) => condition.questions);
  };

  const single = questions.map((question): [string, readonly string[]] => [
    question.id,
    answersByOnePress(question, questions).filter(
      (option) => !raisedBy(new Map([[question.id, option]])).includes(question.id),
    ),
  ]);
  // All are answered when the screen is: one that can't be by such a press keeps the others waiting.
  if (single.some(([, options]) => options.length === 0)) return new Map();
  if (single.reduce((count, [, options]) => count * options.length, 1) > mostCombinations) return new Map();
  const raising = new Set<string>();
  for (const given of combinations(single))
    for (const id of raisedBy(given)) raising.add(`${id} ${given.get(id) ?? ""}`);
  const quick = single.map(
    ([id, options]) => [id, options.filter((option) => !raising.has(`${id} ${option}`))] as const,
  );
  return quick.some(([, options]) => options.length === 0) ? new Map() : new Map(quick);
}

const answerOf = ({ id, answertype }: Question, given: ReadonlyMap<string, string>): [string, string | string[]][] => {
  const option = given.get(id);
  return option === undefined ? [] : [[id, answertype === "array" ? [option] : option]];
};

function combinations(options: readonly (readonly [string, readonly string[]])[]): ReadonlyMap<string, string>[] {
  return options.reduce<ReadonlyMap<string, string>[]>(
    (all, [id, ids]) => all.flatMap((given) => ids.map((option) => new Map([...given, [id, option]]))),
    [new Map()],
  );
}

function answersByOnePress({ answertype, answerlist }: Question, screen: readonly Question[]): readonly string[] {
  // A list of symptoms: “none of these” leaves them all unchosen.
  if (answertype === "scale")
    return screen.length > 1 && screen.every((each) => each.answertype === "scale") ? [notChosen] : [];
  if (answertype !== "single" && answertype !== "array") return [];
  return answerlist
    .filter(({ asksothers, exclusive }) => !asksothers && (answertype === "single" || exclusive))
    .map(({ id }) => id);
}

/** The answer of a symptom that isn't chosen. */
const notChosen = "0";
