import { createHash } from "node:crypto";
import { z } from "zod";
import { ContentError } from "../loader/read.ts";
import { NonEmptyText } from "../schema/fields.ts";
import type { LabelLanguage, LabelTerm } from "../schema/label-language.ts";

/**
 * A pharmacist stands for both wordings of a line of a label: this file has who approved each line and when, with a digest of what they read. So a wording
 * that was changed in either language isn't approved, and stops the start until it's read again. `npm run approve-labels` keeps the file.
 */
export const approvalsFile = "labels/approvals.json";

const Approval = z.strictObject({ by: NonEmptyText, on: z.iso.date(), digest: z.string().length(16) });
export type Approval = z.output<typeof Approval>;

/** By language, by line. */
export const ApprovalsFile = z.record(z.string(), z.record(z.string(), Approval));
export type Approvals = z.output<typeof ApprovalsFile>;

export interface LabelLine {
  /** As in the file: with the places of the practice's own words. */
  readonly english: string;
  readonly text: string;
  readonly forms?: readonly string[] | undefined;
}

/** What is approved, line by line, of a language as its file has it. */
export interface LabelLines {
  readonly language: string;
  readonly name: string;
  readonly frames: { readonly start: LabelLine; readonly from: LabelLine };
  readonly phrases: readonly LabelLine[];
}

export interface ApprovedLine extends LabelLine {
  /** Null: nobody has approved it, or it was changed since. */
  readonly approved: Approval | null;
}

/** A language of labels with what was approved of each line of it. */
export interface ApprovedLanguage extends Omit<LabelLanguage, "frames" | "phrases" | "terms"> {
  readonly terms: Readonly<Record<LabelTerm, readonly string[]>>;
  readonly frames: { readonly start: ApprovedLine; readonly from: ApprovedLine };
  readonly phrases: readonly ApprovedLine[];
}

/** What a line is called in the file: its English, and the forms it's for where it isn't for all. */
export const lineKey = ({ english, forms }: LabelLine): string =>
  [english, ...(forms ? [forms.join(", ")] : [])].join(" | ");

/** What stands for a line as somebody read it: sixteen characters of both wordings and of the forms it's for. */
export const lineDigest = ({ english, text, forms }: LabelLine): string =>
  createHash("sha256")
    .update(JSON.stringify([english, text, forms ?? null]))
    .digest("base64url")
    .slice(0, 16);

export const labelLines = ({ frames, phrases }: Pick<LabelLines, "frames" | "phrases">): readonly LabelLine[] => [
  ...Object.values(frames),
  ...phrases,
];

/** A language with the approvals that are of its lines as they are. */
export function withApprovals<Language extends LabelLines>(
  language: Language,
  approvals: Approvals,
): Language & Pick<ApprovedLanguage, "frames" | "phrases"> {
  const withApproval = (line: LabelLine): ApprovedLine => {
    const approval = approvals[language.language]?.[lineKey(line)];
    return { ...line, approved: approval?.digest === lineDigest(line) ? approval : null };
  };
  const { start, from } = language.frames;
  return {
    ...language,
    frames: { start: withApproval(start), from: withApproval(from) },
    phrases: language.phrases.map(withApproval),
  };
}

/** The approvals of a language that aren't of a line as it is: it was changed, in either language, or is gone. */
export const outdatedApprovals = (
  language: LabelLines,
  approvals: Approvals,
): readonly (readonly [key: string, approval: Approval])[] => {
  const digests = new Map(labelLines(language).map((line) => [lineKey(line), lineDigest(line)]));
  return Object.entries(approvals[language.language] ?? {}).filter(([key, { digest }]) => digests.get(key) !== digest);
};

/** @throws ContentError where a line isn't as a pharmacist approved it, and says which and what to do */
export function checkApprovals(languages: readonly LabelLines[], approvals: Approvals): void {
  for (const id of Object.keys(approvals))
    if (!languages.some(({ language }) => language === id))
      throw new ContentError(approvalsFile, `has no file ${id}.yaml`);
  for (const language of languages)
    for (const [key, { by, on }] of outdatedApprovals(language, approvals))
      throw new ContentError(
        `labels/${language.language}.yaml`,
        `“${key}” isn't as ${by} approved it on ${on}, in English or in ${language.name}: put both wordings back, or run npm run approve-labels ${language.language}, which withdraws that approval until a pharmacist has read the line again`,
      );
}

export interface Reading {
  /** The pharmacist who read the lines, and the day. */
  readonly by: string;
  readonly on: string;
  /** What `listOf` said of the lines as they were printed. */
  readonly list: string;
}

/** Stands for these lines, in this order, as they were printed to be read. */
export const listOf = (lines: readonly LabelLine[]): string =>
  createHash("sha256").update(lines.map(lineDigest).join()).digest("hex").slice(0, 6);

/**
 * Withdraws the approvals of lines that were changed, and enters that all lines that wait were read, if they were. A line that was changed since its list
 * was printed was read by nobody: then nothing is entered, and the error says so.
 */
export function approveLines(
  language: LabelLines,
  approvals: Approvals,
  reading: Reading | null,
): { readonly approvals: Approvals; readonly withdrawn: number; readonly waiting: readonly LabelLine[] } {
  const { language: id } = language;
  const outdated = new Map(outdatedApprovals(language, approvals));
  const kept = Object.entries(approvals[id] ?? {}).filter(([key]) => !outdated.has(key));
  const waiting = labelLines(language).filter((line) => !kept.some(([key]) => key === lineKey(line)));
  if (reading && reading.list !== listOf(waiting))
    throw new Error(`The lines that wait aren't those of list ${reading.list}: print them again, and have them read.`);
  if (reading && !z.iso.date().safeParse(reading.on).success)
    throw new Error(`“${reading.on}” is no day: please write it like 2026-11-30.`);
  const read = reading
    ? waiting.map((line) => [lineKey(line), { by: reading.by, on: reading.on, digest: lineDigest(line) }] as const)
    : [];
  const changed = ApprovalsFile.parse({ ...approvals, [id]: Object.fromEntries([...kept, ...read]) });
  return { approvals: changed, withdrawn: outdated.size, waiting };
}
