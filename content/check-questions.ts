import { mentioned } from "./conditions.ts";
import { ContentError } from "./read.ts";
import type { Condition } from "./schema/condition.ts";
import type { Content } from "./schema/content.ts";

type Checked = Pick<Content, "questionnaire" | "flows" | "rules">;

/** Options fit the kind of question, conditions look back only, and no flow skips a question a stop depends on. */
export function checkQuestionOrder(content: Checked): void {
  for (const question of content.questionnaire.questions) checkOptions(question);
  for (const section of content.questionnaire.sections)
    if (!content.questionnaire.screens.some((screen) => screen.step === section.step))
      throw new ContentError("questionnaire", `step ${section.step} has no screens`);
  for (const screen of content.questionnaire.screens)
    if (!content.questionnaire.sections.some((section) => section.step === screen.step))
      throw new ContentError(
        "questionnaire",
        `screen ${screen.id} belongs to step ${screen.step}, which is not a section`,
      );
  for (const flow of content.flows) checkFlow(content, flow);
}

function checkOptions(question: Content["questionnaire"]["questions"][number]) {
  const wants = ["single", "array", "others", "scale"].includes(question.answertype);
  if (wants && question.answerlist.length < 2)
    throw new ContentError("questionnaire", `${question.id} needs at least two options`);
  if (!wants && question.answerlist.length > 0)
    throw new ContentError("questionnaire", `${question.id} takes no options`);
  if (question.answertype === "number" && (question.min === undefined || question.max === undefined || !question.unit))
    throw new ContentError("questionnaire", `${question.id} needs unit, min and max`);
  const ids = question.answerlist.map((option) => option.id);
  if (new Set(ids).size !== ids.length) throw new ContentError("questionnaire", `${question.id} has an option twice`);
}

function checkFlow({ questionnaire, rules }: Checked, flow: Content["flows"][number]) {
  const asked = new Set<string>();
  const lookBack = (id: string, condition: Condition | undefined) => {
    const later = condition && mentioned(condition).questions.find((question) => !asked.has(question));
    if (later)
      throw new ContentError(
        "questionnaire",
        `${id} looks at ${later}, which flow ${flow.variant} does not ask before it`,
      );
  };
  for (const step of flow.steps)
    for (const screen of questionnaire.screens.filter((each) => each.step === step)) {
      const questions = questionnaire.questions.filter(
        (each) => each.screen === screen.id && (each.flows?.includes(flow.variant) ?? true),
      );
      if (questions.length > 0) lookBack(screen.id, screen.showif);
      for (const question of questions) {
        lookBack(question.id, question.showif);
        asked.add(question.id);
      }
    }
  for (const rule of rules.filter((each) => each.outcome === "STOP" || each.outcome === "EMERGENCY")) {
    const missing = mentioned(rule.when).questions.find((question) => !asked.has(question));
    if (missing) throw new ContentError("rules", `${rule.id} needs ${missing}, which flow ${flow.variant} never asks`);
  }
}
