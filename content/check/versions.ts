import { createHash } from "node:crypto";
import { z } from "zod";
import { ContentError } from "../loader/read.ts";
import type { Content } from "../schema/content.ts";

/**
 * Answers are stored with the version of their questions, so one version must have one wording for ever. This file maps each version to the hash of
 * each question's wording and options; `npm run lock-content` adds the current version.
 */
export const versionsFile = "questionnaire/versions.json";

const Version = z.record(z.string(), z.string());
export const VersionsFile = z.strictObject({
  questionnaire: z.record(z.string(), Version),
  followup: z.record(z.string(), Version),
});
export type Versions = z.output<typeof VersionsFile>;

type VersionedQuestions = Pick<Content, "questionnaire" | "followup">;

/** Hash of each question's current wording. */
export function hashesOf({ questionnaire, followup }: VersionedQuestions) {
  const visit = questionnaire.questions.map(({ id, question, description, answertype, answerlist, unit, min, max }) => [
    id,
    hash([question, description, answertype, answerlist, unit, min, max]),
  ]);
  const review = followup.steps.flatMap(({ questions }) =>
    questions.map(({ id, question, title, description, answertype, answerlist }) => [
      id,
      hash([question, title, description, answertype, answerlist.map((option) => [option.id, option.name])]),
    ]),
  );
  return {
    questionnaire: { version: questionnaire.version, hashes: Object.fromEntries(visit) as Record<string, string> },
    followup: { version: followup.version, hashes: Object.fromEntries(review) as Record<string, string> },
  };
}

const hash = (parts: unknown): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 16);

/** Throws a ContentError when a question's wording differs from the one locked for its version. */
export function checkVersions(content: VersionedQuestions, locked: Versions): void {
  for (const [kind, { version, hashes }] of Object.entries(hashesOf(content)) as [
    keyof Versions,
    ReturnType<typeof hashesOf>[keyof Versions],
  ][]) {
    const file = kind === "questionnaire" ? "questionnaire/questionnaire.yaml" : "followup.yaml";
    const before = locked[kind][version];
    if (!before) throw new ContentError(file, `version ${version} is not locked: run npm run lock-content`);
    const changed = [...new Set([...Object.keys(before), ...Object.keys(hashes)])].filter(
      (id) => before[id] !== hashes[id],
    );
    if (changed.length > 0)
      throw new ContentError(
        file,
        `${changed.join(", ")} changed, but answers were given to version ${version}: write a new version, then run npm run lock-content`,
      );
  }
}
