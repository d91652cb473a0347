import { useEffect, useState } from "react";
import type { QuestionScreen } from "#contract/onboarding/questions.ts";
import type { StepView } from "#contract/onboarding/steps.ts";
import { type AnswerValues, askedQuestions } from "./answer-values.ts";

/**
 * Whether a press that answers these questions of a screen completes it and leads on: the others have such answers already, and these had none before. Once
 * all are answered, a press changes one, and the patient may want to change another.
 */
export function completesScreen(
  screen: Pick<QuestionScreen, "questions">,
  { quickanswers }: Pick<StepView, "quickanswers">,
  values: AnswerValues,
  pressed: readonly string[],
): boolean {
  const asked = askedQuestions(screen);
  const chosen = (id: string) => [values[id] ?? []].flat().filter((value) => value !== "");
  const isQuick = (id: string) => {
    const options = quickanswers.find(({ questionid }) => questionid === id)?.options ?? [];
    return chosen(id).length > 0 && chosen(id).every((value) => options.includes(value));
  };
  if (!pressed.every((id) => quickanswers.some(({ questionid }) => questionid === id))) return false;
  if (asked.length === 1) return true;
  return asked.every(({ id }) => (pressed.includes(id) ? chosen(id).length === 0 : isQuick(id)));
}

/** A press and the screen it leads to belong together this long. */
const leadsOnWithinMs = 3000;
/** As long as a second press may follow the first by accident. */
const doublePressMs = 400;

let pressedAt = -Infinity;

/** A press has answered a screen and leads on. */
export const notePress = (): void => void (pressedAt = performance.now());

/** True for a moment on the screen that a press has led to, so that a double press doesn't answer it, too. */
export function usePressJustMade(): boolean {
  const [just, setJust] = useState(() => performance.now() - pressedAt < leadsOnWithinMs);
  useEffect(() => {
    pressedAt = -Infinity;
    const timer = setTimeout(() => setJust(false), doublePressMs);
    return () => clearTimeout(timer);
  }, []);
  return just;
}
