import { ContentError } from "../loader/read.ts";
import { sentenceFeatures, type SentenceId, sentencePlaceholders } from "../schema/sentences/sentences.ts";
import { commonPlaceholders, mailIds, mailPlaceholders } from "../schema/texts/mails.ts";
import { followingPlaceholders, nextStepPlaceholders } from "../schema/texts/next-steps.ts";
import { notificationPlaceholders, templateIds } from "../schema/texts/notifications.ts";
import { stateMovePlaceholders } from "../schema/texts/state-move.ts";
import type { Checked } from "./references.ts";

/** Checks that each mail uses its placeholders (`firstname` is optional) and no others besides the common ones. */
export function checkMails({ mails }: Checked): void {
  for (const id of mailIds) {
    const given: readonly string[] = mailPlaceholders[id];
    const used = [...`${mails[id].subject}\n${mails[id].text}`.matchAll(/\{\{([^}]*)\}\}/g)].map(
      (match) => match[1] ?? "",
    );
    const unknown = used.find((name) => !given.includes(name) && !commonPlaceholders.some((common) => common === name));
    if (unknown !== undefined)
      throw new ContentError("mails.yaml", `${id} uses the unknown placeholder {{${unknown}}}`);
    const unused = given.find((name) => name !== "firstname" && !used.includes(name));
    if (unused) throw new ContentError("mails.yaml", `${id} does not use {{${unused}}}`);
  }
}

/** Checks that the texts use only known placeholders. */
export function checkStateMove({ statemove }: Checked): void {
  const known: readonly string[] = stateMovePlaceholders;
  const used = [...JSON.stringify(statemove).matchAll(/\{\{([^}]*)\}\}/g)].map((match) => match[1] ?? "");
  const unknown = used.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new ContentError("state-move.yaml", `uses the unknown placeholder {{${unknown}}}`);
}

/** Checks that each notification uses all its placeholders and no others. */
export function checkNotifications({ notifications }: Checked): void {
  for (const id of templateIds) {
    const given: readonly string[] = notificationPlaceholders[id];
    const { title, description, href } = notifications[id];
    const used = [...`${title}\n${description}\n${href}`.matchAll(/\{\{([^}]*)\}\}/g)].map(([, name = ""]) => name);
    const unknown = used.find((name) => !given.includes(name));
    if (unknown !== undefined)
      throw new ContentError("notifications.yaml", `${id} uses the unknown placeholder {{${unknown}}}`);
    const unused = given.find((name) => !used.includes(name));
    if (unused) throw new ContentError("notifications.yaml", `${id} does not use {{${unused}}}`);
  }
}

/** Checks that each sentence uses all its placeholders and no others. */
export function checkSentences({ sentences }: Checked): void {
  for (const feature of sentenceFeatures)
    for (const [name, given] of Object.entries<readonly string[]>(sentencePlaceholders[feature])) {
      const text = sentences[`${feature}.${name}` as SentenceId];
      const used = [...text.matchAll(/\{\{([^}]*)\}\}/g)].map(([, placeholder = ""]) => placeholder);
      const unknown = used.find((each) => !given.includes(each));
      const sentencesOf = `sentences/${feature}.yaml`;
      if (unknown !== undefined)
        throw new ContentError(sentencesOf, `${name} uses the unknown placeholder {{${unknown}}}`);
      const unused = given.find((each) => !used.includes(each));
      if (unused) throw new ContentError(sentencesOf, `${name} does not use {{${unused}}}`);
    }
}

const file = "next-steps.yaml";

/** Checks that the texts use only known placeholders, and only forms of the catalogue. */
export function checkNextSteps({ nextsteps, catalogue }: Checked): void {
  const parts = [
    ...named(nextsteps.steps, nextStepPlaceholders),
    ...named(nextsteps.following, followingPlaceholders),
    ["track", nextsteps.track, ["carrier"]] as const,
    ["stages", nextsteps.stages, ["place", "day", "arrives"]] as const,
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
