import type { Locator, Page } from "@playwright/test";
import type { Content } from "#content/loader/load.ts";
import { type AnswerValue, Question } from "#contract/onboarding/questions.ts";
import { type Overrides, safeAnswer } from "#server/onboarding/testing/answers.ts";
import { expect } from "../../fixtures.ts";
import type { InputMethod } from "../../input/input-method.ts";

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Matches exactly this text, ignoring white space around it. */
export const exactText = (text: string): RegExp => new RegExp(`^\\s*${escaped(text)}\\s*$`);

const textStartingWith = (text: string): RegExp => new RegExp(`^${escaped(text)}`);

/** A screen of the questionnaire, as the content defines it. */
export interface AskedScreen {
  readonly heading: string;
  readonly questions: readonly Question[];
}

/** Every question screen, identified by its heading. */
export function askedScreens({ questionnaire }: Content): AskedScreen[] {
  return questionnaire.screens.map(({ id, title }) => {
    const questions = questionnaire.questions.filter(({ screen }) => screen === id);
    return {
      heading: title ?? questions[0]?.question ?? "",
      questions: questions.map((question) => Question.parse({ ...question, answer: null, others: null })),
    };
  });
}

/** Answers every question of the current screen, safely or as overridden, and goes on: by the answer itself where a press of it does, by Continue else. */
export async function answerScreen(
  page: Page,
  inputMethod: InputMethod,
  screen: AskedScreen,
  overrides: Overrides = {},
): Promise<void> {
  const shown = await shownQuestions(page, screen);
  if (shown.some(isSymptom)) {
    const none = page.getByRole("checkbox", { name: "None of these" });
    const isFree = shown.every((symptom) => safeAnswer(symptom, overrides).answer === "0");
    if (isFree && (await leadsOn(inputMethod, none))) return inputMethod.press(none);
    await answerSymptoms(page, inputMethod, shown, overrides);
  } else
    for (const question of shown) {
      const { answer } = safeAnswer(question, overrides);
      if (Array.isArray(answer) || isChoice(question)) {
        const options = optionsOf(page, question, answer);
        const [only] = options;
        if (only && options.length === 1 && (await leadsOn(inputMethod, only))) return inputMethod.press(only);
        for (const option of options) await inputMethod.choose(option);
      } else if (isHeight(question))
        for (const [name, text] of heightParts(answer))
          await inputMethod.write(groupOf(page, question).getByRole("textbox", { name }), text);
      else if (answer !== "") await inputMethod.write(textBoxOf(page, question), answer);
    }
  await inputMethod.press(page.getByRole("button", { name: "Continue" }));
}

/** Whether a press of the option now saves the screen and goes on. */
const leadsOn = async ({ pointer }: InputMethod, option: Locator): Promise<boolean> =>
  pointer && (await option.evaluate((input) => input.closest("label")?.dataset["quick"] === "now"));

/** Chooses the symptoms that bother, and says how much each does; the others stay unchosen. */
async function answerSymptoms(
  page: Page,
  inputMethod: InputMethod,
  symptoms: readonly Question[],
  overrides: Overrides,
): Promise<void> {
  const bothering = symptoms.filter((symptom) => safeAnswer(symptom, overrides).answer !== "0");
  if (bothering.length === 0) await inputMethod.choose(page.getByRole("checkbox", { name: "None of these" }));
  for (const symptom of bothering) {
    await inputMethod.choose(symptomBox(page, symptom));
    for (const degree of optionsOf(page, symptom, safeAnswer(symptom, overrides).answer))
      await inputMethod.choose(degree);
  }
}

/** Where Continue was pressed before a notice about the answers was on screen, the visit stays until it is pressed again. */
export async function readNotices(page: Page, inputMethod: InputMethod, { heading }: AskedScreen): Promise<void> {
  const asked = page.getByText("Please read our note about your answers, then continue.");
  const left = page.getByRole("heading", { level: 1 }).filter({ hasNotText: exactText(heading) });
  await expect(asked.or(left).first()).toBeVisible({ timeout: 60_000 });
  if (await asked.isVisible()) await inputMethod.press(page.getByRole("button", { name: "Continue" }));
}

/** Expects the screen to show the answers that `answerScreen` gave. */
export async function expectAnswered(page: Page, screen: AskedScreen): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: screen.heading, exact: true })).toBeVisible();
  for (const question of await shownQuestions(page, screen)) {
    const { answer } = safeAnswer(question);
    if (isSymptom(question)) {
      await expect(symptomBox(page, question)).toBeChecked({ checked: answer !== "0" });
      if (answer === "0") continue;
    }
    if (Array.isArray(answer) || isChoice(question))
      for (const option of optionsOf(page, question, answer)) await expect(option).toBeChecked();
    else if (isHeight(question))
      for (const [name, text] of heightParts(answer))
        await expect(groupOf(page, question).getByRole("textbox", { name })).toHaveValue(text);
    else await expect(textBoxOf(page, question)).toHaveValue(answer);
  }
}

const isSymptom = ({ answertype }: Question) => answertype === "scale";
const symptomBox = (page: Page, { question }: Question): Locator =>
  page.getByRole("checkbox", { name: question, exact: true });
const isChoice = ({ answertype }: Question) => ["single", "scale", "array"].includes(answertype);

/** Asked in feet and inches, kept in inches. */
const isHeight = ({ unit }: Question) => unit === "inches";
const heightParts = (inches: unknown) =>
  [
    ["Feet", String(Math.floor(Number(inches) / 12))],
    ["Inches", String(Number(inches) % 12)],
  ] as const;

/** The questions that are shown: a flow may leave some of a screen out. */
async function shownQuestions(page: Page, { questions }: AskedScreen): Promise<Question[]> {
  const controls = questions.map((question) =>
    isSymptom(question)
      ? symptomBox(page, question)
      : isChoice(question) || isHeight(question)
        ? groupOf(page, question)
        : textBoxOf(page, question),
  );
  const shown = await Promise.all(controls.map((control) => control.count()));
  return questions.filter((_, index) => (shown[index] ?? 0) > 0);
}

const groupOf = (page: Page, { question, answertype }: Question): Locator =>
  page.getByRole(answertype === "single" || answertype === "scale" ? "radiogroup" : "group", {
    name: question,
    exact: true,
  });

const textBoxOf = (page: Page, { question, unit, allowempty }: Question): Locator => {
  const suffix = unit ?? (allowempty ? "optional" : null);
  return page.getByRole("textbox", { name: suffix ? `${question} (${suffix})` : question, exact: true });
};

function optionsOf(page: Page, question: Question, answer: AnswerValue): Locator[] {
  const group = groupOf(page, question);
  return [answer].flat().map((id) => {
    const name = textStartingWith(question.answerlist.find((option) => option.id === id)?.name ?? id);
    return group.getByRole(question.answertype === "array" ? "checkbox" : "radio", { name });
  });
}
