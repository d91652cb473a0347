import { ContentError } from "../loader/read.ts";
import type { Content } from "../schema/content.ts";
import { checkArrival } from "./arrival.ts";
import { checkCheckups } from "./checkups.ts";
import { checkConditions } from "./conditions.ts";
import { checkPeriods } from "./days-supply.ts";
import { checkDemo } from "./demo.ts";
import { checkUnique } from "./duplicates.ts";
import { checkFollowup } from "./followup.ts";
import { checkLabels } from "./labels.ts";
import { checkMails, checkNextSteps, checkNotifications, checkSentences, checkStateMove } from "./placeholders.ts";
import { checkClinic } from "./practice.ts";
import { checkProducts } from "./products.ts";
import { checkQuestions } from "./questions.ts";
import { checkUpsells } from "./upsells.ts";

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
  checkFollowup(content);
  checkUpsells(content);
  checkNextSteps(content);
  checkArrival(content);
  checkCheckups(content);
  checkLabels(content);
}

/** Checks that the questions singled out by the medical record exist. */
function checkDocuments({ documents, questionnaire }: Checked): void {
  const { allergies, medicines, lasting } = documents.records;
  const unknown = [allergies.question, ...medicines, ...lasting].find(
    (id) => !questionnaire.questions.some((each) => each.id === id),
  );
  if (unknown) throw new ContentError("documents.yaml", `names the unknown question ${unknown}`);
  const asked = questionnaire.questions.find(({ id }) => id === allergies.question);
  if (!asked?.answerlist.some(({ id }) => id === allergies.none))
    throw new ContentError("documents.yaml", `${allergies.question} has no answer ${allergies.none}`);
}
