import { ContentError } from "../loader/read.ts";
import { followingPlaceholders, nextStepPlaceholders } from "../schema/texts/next-steps.ts";
import type { Checked } from "./references.ts";

const file = "next-steps.yaml";

/** Checks that the texts use only known placeholders, and only forms of the catalogue. */
export function checkNextSteps({ nextsteps, catalogue }: Checked): void {
  const parts = [
    ...named(nextsteps.steps, nextStepPlaceholders),
    ...named(nextsteps.following, followingPlaceholders),
    ["track", nextsteps.track, ["carrier"]] as const,
    ["phases", nextsteps.phases, []] as const,
    ["safety", nextsteps.safety, []] as const,
  ];
  for (const [id, words, known] of parts) {
    const used = [...JSON.stringify(words).matchAll(/\{\{([^}]*)\}\}/g)].map((match) => match[1] ?? "");
    const unknown = used.find((name) => !known.includes(name));
    if (unknown !== undefined) throw new ContentError(file, `${id} uses the unknown placeholder {{${unknown}}}`);
  }
  const forms = catalogue.forms.map(({ id }) => id);
  const unknownForm = nextsteps.safety.athome.flatMap((each) => each.forms).find((form) => !forms.includes(form));
  if (unknownForm !== undefined) throw new ContentError(file, `safety.athome names the unknown form ${unknownForm}`);
}

const named = (
  words: Readonly<Record<string, unknown>>,
  placeholders: Readonly<Record<string, readonly string[]>>,
): (readonly [string, unknown, readonly string[]])[] =>
  Object.entries(words).map(([id, text]) => [id, text, placeholders[id] ?? []] as const);
