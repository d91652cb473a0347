import { ContentError } from "../loader/read.ts";
import type { Checked } from "./references.ts";

/** Checks that the questions singled out by the medical record exist. */
export function checkDocuments({ documents, questionnaire }: Checked): void {
  const { allergies, medicines } = documents.records;
  const unknown = [allergies.question, ...medicines].find(
    (id) => !questionnaire.questions.some((each) => each.id === id),
  );
  if (unknown) throw new ContentError("documents.yaml", `names the unknown question ${unknown}`);
  const asked = questionnaire.questions.find(({ id }) => id === allergies.question);
  if (!asked?.answerlist.some(({ id }) => id === allergies.none))
    throw new ContentError("documents.yaml", `${allergies.question} has no answer ${allergies.none}`);
}
