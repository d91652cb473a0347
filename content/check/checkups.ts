import { ContentError } from "../loader/read.ts";
import type { Checked } from "./references.ts";

/** Checks that each checkup is about a question, and each of its answers is one of that question. */
export function checkCheckups({ checkups, questionnaire }: Checked): void {
  for (const [id, { question, overdue, lasts }] of Object.entries(checkups)) {
    const asked = questionnaire.questions.find((each) => each.id === question);
    if (!asked) throw new ContentError("checkups.yaml", `${id} names the unknown question ${question}`);
    const unknown = [...overdue, ...Object.keys(lasts)].find(
      (each) => !asked.answerlist.some((one) => one.id === each),
    );
    if (unknown) throw new ContentError("checkups.yaml", `${id} names ${unknown}, which is no answer of ${question}`);
    const both = overdue.find((each) => Object.hasOwn(lasts, each));
    if (both) throw new ContentError("checkups.yaml", `${id} says both that ${both} is overdue and that it lasts`);
  }
}
