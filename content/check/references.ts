import type { Content } from "../schema/content.ts";
import { checkClinic } from "./practice.ts";
import { checkConditions } from "./conditions.ts";
import { checkDemo } from "./demo.ts";
import { checkDeskAnswers } from "./desk-answers.ts";
import { checkDocuments } from "./documents.ts";
import { checkFollowup } from "./followup.ts";
import { checkMails } from "./placeholders.ts";
import { checkStateMove } from "./moving.ts";
import { checkNextSteps } from "./next-steps.ts";
import { checkNotifications } from "./notifications.ts";
import { checkProducts } from "./products.ts";
import { checkPeriods } from "./days-supply.ts";
import { checkQuestions } from "./questions.ts";
import { checkUnique } from "./duplicates.ts";
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
  checkStateMove(content);
  checkDemo(content);
  checkDeskAnswers(content);
  checkFollowup(content);
  checkUpsells(content);
  checkNextSteps(content);
}
