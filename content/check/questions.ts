import { ContentError } from "../loader/read.ts";
import { referencesOf } from "../logic/conditions.ts";
import type { Condition } from "../schema/condition.ts";
import type { Content } from "../schema/content.ts";
import type { Checked, FileOf } from "./references.ts";

type Question = Content["questionnaire"]["questions"][number];
type Flow = Content["flows"][number];

/** Checks that options fit the kind of question, conditions refer only to earlier questions, no flow skips a question a stop depends on, and none
    is asked beside others that follow it. */
export function checkQuestions(content: Checked, fileOf: FileOf): void {
  const { sections, screens, questions } = content.questionnaire;
  for (const question of questions) checkOptions(question, fileOf("questionnaire", question.id));
  for (const { step } of sections)
    if (!screens.some((screen) => screen.step === step))
      throw new ContentError("questionnaire", `step ${step} has no screens`);
  for (const { id, step } of screens)
    if (!sections.some((section) => section.step === step))
      throw new ContentError(
        fileOf("questionnaire", id),
        `screen ${id} belongs to step ${step}, which is not a section`,
      );
  checkLastOnScreen(content, fileOf);
  for (const flow of content.flows) checkStops(content, flow, checkLooksBack(content, flow, fileOf), fileOf);
}

function checkOptions(question: Question, file: string) {
  const wants = ["single", "array", "others", "scale"].includes(question.answertype);
  if (wants && question.answerlist.length < 2)
    throw new ContentError(file, `${question.id} needs at least two options`);
  if (!wants && question.answerlist.length > 0) throw new ContentError(file, `${question.id} takes no options`);
  if (question.answertype === "number" && (question.min === undefined || question.max === undefined || !question.unit))
    throw new ContentError(file, `${question.id} needs unit, min and max`);
  const ids = question.answerlist.map((option) => option.id);
  if (new Set(ids).size !== ids.length) throw new ContentError(file, `${question.id} has an option twice`);
}

/** Returns the questions the flow asks. */
function checkLooksBack({ questionnaire }: Checked, flow: Flow, fileOf: FileOf): Set<string> {
  const asked = new Set<string>();
  const check = (id: string, condition: Condition | undefined) => {
    const later = condition && referencesOf(condition).questions.find((question) => !asked.has(question));
    if (later)
      throw new ContentError(
        fileOf("questionnaire", id),
        `${id} looks at ${later}, which flow ${flow.variant} does not ask before it`,
      );
  };
  for (const screen of flow.steps.flatMap((step) => questionnaire.screens.filter((each) => each.step === step))) {
    const questions = questionnaire.questions.filter(
      (each) => each.screen === screen.id && (each.flows?.includes(flow.variant) ?? true),
    );
    if (questions.length > 0) check(screen.id, screen.showif);
    for (const question of questions) {
      check(question.id, question.showif);
      asked.add(question.id);
    }
  }
  return asked;
}

/** A stop shows its text before any further question, so what can raise one is the last question of its screen. */
function checkLastOnScreen({ questionnaire: { questions }, rules }: Checked, fileOf: FileOf) {
  for (const rule of rules.filter(stopsVisit))
    for (const id of referencesOf(rule.when).questions) {
      const { screen } = questions.find((question) => question.id === id) ?? {};
      const last = questions.findLast((question) => question.screen === screen);
      if (last && last.id !== id)
        throw new ContentError(
          fileOf("questionnaire", id),
          `${id} can stop the visit (${rule.id}), so no question may follow it on its screen; ${last.id} does`,
        );
    }
}

const stopsVisit = ({ outcome, scope }: Checked["rules"][number]): boolean =>
  outcome === "EMERGENCY" || (outcome === "STOP" && scope === "visit");

function checkStops({ rules }: Checked, flow: Flow, asked: Set<string>, fileOf: FileOf) {
  for (const rule of rules.filter((each) => each.outcome === "STOP" || each.outcome === "EMERGENCY")) {
    const missing = referencesOf(rule.when).questions.find((question) => !asked.has(question));
    if (missing)
      throw new ContentError(
        fileOf("rules", rule.id),
        `${rule.id} needs ${missing}, which flow ${flow.variant} never asks`,
      );
  }
}
