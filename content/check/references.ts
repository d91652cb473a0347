import type { Content } from "../schema/content.ts";
import { checkClinic } from "./practice.ts";
import { checkConditions } from "./conditions.ts";
import { checkDemo } from "./demo.ts";
import { checkFollowup } from "./followup.ts";
import { checkArrival } from "./arrival.ts";
import { checkMails, checkNextSteps, checkNotifications, checkSentences, checkStateMove } from "./placeholders.ts";
import { checkProducts } from "./products.ts";
import { checkPeriods } from "./days-supply.ts";
import { checkQuestions } from "./questions.ts";
import { checkUnique } from "./duplicates.ts";
import { checkUpsells } from "./upsells.ts";
import { ContentError } from "../loader/read.ts";

/** The content to check: everything except the list of passwords. */
export type Checked = Omit<Content, "commonpasswords">;

/** The file an id of a folder was read from; the folder itself when unknown. */
export type FileOf = (folder: "questionnaire" | "rules" | "catalogue", id: string) => string;

/** Checks the files against each other: ids are unique, and every reference resolves. */
export function checkReferences(content: Checked, fileOf: FileOf): void {
  checkUnique(content);
  checkConditions(content, fileOf);
  checkProducts(content, fileOf);
  checkPeriods(content, fileOf);
  checkClinic(content);
  checkQuestions(content, fileOf);
  checkMails(content);
  checkNotifications(content);
  checkDocuments(content);
  checkSentences(content);
  checkStateMove(content);
  checkDemo(content);
  checkDeskAnswers(content);
  checkFollowup(content);
  checkUpsells(content);
  checkNextSteps(content);
  checkArrival(content);
}

/** Checks that the questions singled out by the medical record exist. */
function checkDocuments({ documents, questionnaire }: Checked): void {
  const { allergies, medicines } = documents.records;
  const unknown = [allergies.question, ...medicines].find(
    (id) => !questionnaire.questions.some((each) => each.id === id),
  );
  if (unknown) throw new ContentError("documents.yaml", `names the unknown question ${unknown}`);
  const asked = questionnaire.questions.find(({ id }) => id === allergies.question);
  if (!asked?.answerlist.some(({ id }) => id === allergies.none))
    throw new ContentError("documents.yaml", `${allergies.question} has no answer ${allergies.none}`);
}

const file = "desk-answers.yaml";

/** Checks that the demo's answers name existing help articles, and that no id is used twice, not even by an emergency sign. */
function checkDeskAnswers({ deskanswers, emergencywords, help }: Checked): void {
  const { topics } = deskanswers;
  const ids = [...emergencywords.signs, ...topics].map(({ id }) => id);
  const duplicate = ids.find((id, index) => ids.indexOf(id) !== index);
  if (duplicate !== undefined) throw new ContentError(file, `${duplicate} appears twice`);
  for (const { id, article } of topics)
    if (article !== undefined && !help.some((each) => each.id === article))
      throw new ContentError(file, `${id} names the unknown help article ${article}`);
}
