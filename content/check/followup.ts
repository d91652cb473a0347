import { ContentError } from "../loader/read.ts";
import type { FollowupQuestion } from "../schema/followup.ts";
import { unique } from "./duplicates.ts";
import type { Checked } from "./references.ts";

const file = "followup.yaml";
const placeholders = ["firstname", "doctor"];

type Step = Checked["followup"]["steps"][number];
type Question = Step["questions"][number];

/** Checks that the follow-up's steps are in sequence, jumps go forward, and everything it names exists. */
export function checkFollowup({ followup, questionnaire, rules }: Checked): void {
  const scales = questionnaire.questions.filter(({ answertype }) => answertype === "scale").map(({ id }) => id);
  const questions = followup.steps.flatMap((step) => step.questions);
  const ids = [...questions.map(({ id }) => id), ...scales];
  unique(file, ids);
  for (const unknown of followup.symptoms.alsoask.filter((id) => !scales.includes(id)))
    fail(`symptoms asks for the unknown symptom ${unknown}`);
  for (const [index, step] of followup.steps.entries()) checkStep(step, index, followup.steps);
  for (const question of questions) checkQuestion(question);
  for (const { id, emergency } of questions.flatMap(({ answerlist }) => answerlist))
    if (emergency !== undefined && !rules.some((rule) => rule.id === emergency && rule.outcome === "EMERGENCY"))
      fail(`${id} names the unknown emergency ${emergency}`);
  const used = [...JSON.stringify(followup.steps).matchAll(/\{\{([^}]*)\}\}/g)].map(([, name = ""]) => name);
  for (const name of used) if (!placeholders.includes(name)) fail(`uses the unknown placeholder {{${name}}}`);
}

function checkStep({ step, questions }: Step, index: number, steps: readonly Step[]): void {
  const last = index === steps.length - 1;
  if (step !== index) fail(`step ${step} stands at the place of step ${index}`);
  if (questions.some(({ type }) => type === "exitmodal") !== last) fail("the last step, and no other, is an exitmodal");
  for (const { id, next } of questions.flatMap(({ answerlist }) => answerlist))
    if (next !== undefined && next !== -1 && (next <= step || next >= steps.length))
      fail(`${id} of step ${step} leads to ${next}: it must go forward`);
  const [first, second] = questions;
  if (first?.requiredifvalue !== undefined) fail(`${first.id} is the first question of step ${step}`);
  if (second && !first?.answerlist.some(({ id }) => id === second.requiredifvalue))
    fail(`${second.id} must name an answer to ${first?.id}`);
  if (first?.type === "treatmentform" && steps[index + 1]?.questions[0]?.id !== "11")
    fail(`${first.id} must be followed by question 11`);
}

function checkQuestion({ id, answertype, answerlist, answerlookup, treatmentoption }: Question): void {
  const computed = answerlookup !== undefined || treatmentoption === "symptom";
  const lists: FollowupQuestion["answertype"][] = ["single", "array", "others"];
  if (lists.includes(answertype) && !computed && answerlist.length < 2) fail(`${id} needs at least two options`);
  if ((!lists.includes(answertype) || computed) && answerlist.length > 0) fail(`${id} takes no options`);
  const options = answerlist.map((option) => option.id);
  if (new Set(options).size !== options.length) fail(`${id} has an option twice`);
}

function fail(problem: string): never {
  throw new ContentError(file, problem);
}
