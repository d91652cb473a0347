import { ContentError } from "../loader/read.ts";
import type { Checked } from "./references.ts";

const file = "desk-answers.yaml";

/** Checks that the demo's answers name existing help articles, and that no id is used twice, not even by an emergency sign. */
export function checkDeskAnswers({ deskanswers, emergencywords, help }: Checked): void {
  const { topics } = deskanswers;
  const ids = [...emergencywords.signs, ...topics].map(({ id }) => id);
  const duplicate = ids.find((id, index) => ids.indexOf(id) !== index);
  if (duplicate !== undefined) throw new ContentError(file, `${duplicate} appears twice`);
  for (const { id, article } of topics)
    if (article !== undefined && !help.some((each) => each.id === article))
      throw new ContentError(file, `${id} names the unknown help article ${article}`);
}
