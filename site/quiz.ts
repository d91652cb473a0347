import type { ProductGroupId } from "./product-groups.ts";

export interface QuizQuestion {
  /** Name of the field; `begin` stays on the site, the others are posted to the app. */
  readonly name: "quiz_age" | "quiz_stage" | "quiz_goal" | "quiz_source" | "begin";
  readonly title: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
}

export const quizQuestions: readonly QuizQuestion[] = [
  {
    name: "quiz_age",
    title: "How old are you?",
    choices: [
      ["under-40", "Under 40"],
      ["40-44", "40 to 44"],
      ["45-54", "45 to 54"],
      ["55-59", "55 to 59"],
      ["60-plus", "60 or older"],
    ],
  },
  {
    name: "quiz_stage",
    title: "Where are you in menopause?",
    choices: [
      ["regular", "My periods are the same as always"],
      ["changing", "My periods are changing"],
      ["stopped", "I haven’t had one for a year or more"],
      ["surgery", "They stopped after surgery or treatment"],
      ["unsure", "I’m not sure"],
    ],
  },
  {
    name: "quiz_goal",
    title: "What would you like most?",
    choices: [
      ["heat", "Fewer hot flashes or night sweats"],
      ["sleep", "Better sleep"],
      ["intimacy", "More comfort with intimacy"],
      ["skin-hair", "Care for my skin or hair"],
      ["everyday", "To feel steady every day"],
    ],
  },
  {
    name: "begin",
    title: "How would you like to start?",
    choices: [
      ["doctor", "With a doctor"],
      ["order", "With something I can order today"],
      ["look", "Just looking around"],
    ],
  },
  {
    name: "quiz_source",
    title: "How did you hear about us?",
    choices: [
      ["friend", "From a friend"],
      ["doctor", "From a doctor or nurse"],
      ["search", "I searched online"],
      ["health-funds", "From an FSA or HSA store"],
      ["other", "Somewhere else"],
    ],
  },
];

export type QuizAnswers = Readonly<Record<QuizQuestion["name"], string>>;

/** The answers of a submitted form; null unless each question has one of its choices. */
export function quizAnswers(form: URLSearchParams): QuizAnswers | null {
  const given = quizQuestions.map(({ name, choices }) => {
    const value = form.get(name);
    return choices.some(([choice]) => choice === value) ? ([name, value] as const) : null;
  });
  return given.includes(null) ? null : (Object.fromEntries(given.filter((each) => each !== null)) as QuizAnswers);
}

export interface QuizResult {
  /** `in-person`: the visit is for women from 40 on. */
  readonly id: "visit" | "order" | "in-person";
  readonly group: ProductGroupId;
  /** Only what needs no prescription is suggested. */
  readonly nonPrescriptionOnly: boolean;
}

const groupForGoal: Readonly<Record<string, ProductGroupId>> = {
  heat: "hormones",
  sleep: "hormones",
  intimacy: "intimate",
  "skin-hair": "skin",
  everyday: "supplements",
};

/** Suggestions for the answers: a place to look, never a diagnosis. */
export function quizResult(answers: QuizAnswers): QuizResult {
  const group = groupForGoal[answers.quiz_goal] ?? "hormones";
  if (answers.quiz_age === "under-40") return { id: "in-person", group, nonPrescriptionOnly: true };
  if (answers.begin === "order") return { id: "order", group, nonPrescriptionOnly: true };
  return { id: "visit", group, nonPrescriptionOnly: false };
}

/** Name/value pairs for the app's quiz frame. */
export const quizPairs = ({ begin: _begin, ...answers }: QuizAnswers, { id }: QuizResult) =>
  Object.entries({ ...answers, quiz_result: id, quiz_completed: "yes" }).map(([name, value]) => ({ name, value }));
