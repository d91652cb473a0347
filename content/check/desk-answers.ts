import { ContentError } from "../read.ts";
import type { Checked } from "./references.ts";

const file = "desk-answers.yaml";

/** The demo's answers name help articles there are, and no id stands twice. */
export function checkDeskAnswers({ deskanswers, help }: Checked): void {
  const { emergencies, topics } = deskanswers;
  const ids = [...emergencies, ...topics].map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new ContentError(file, `${twice} appears twice`);
  for (const { id, article } of topics)
    if (article !== undefined && !help.some((each) => each.id === article))
      throw new ContentError(file, `${id} names the unknown help article ${article}`);
}
