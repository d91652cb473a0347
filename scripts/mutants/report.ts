/** What a run of mutants says: the score of each folder, and what no test noticed. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Outcome } from "./run/measure.ts";
import type { Mutant } from "./tree/mutants.ts";

export type Found = readonly (readonly [mutant: Mutant, outcome: Outcome])[];

export interface Score {
  readonly folder: string;
  /** How many mutants there are, and how many were run that the type check lets pass. */
  readonly all: number;
  readonly run: number;
  readonly noticed: number;
}

const isNoticed = ({ state }: Outcome) => state === "killed" || state === "timed out";
const isRefused = ({ state }: Outcome) => state === "refused by the type check";
export const folderOf = (file: string): string => file.split("/").slice(0, 2).join("/");

export function scoresOf(all: readonly Mutant[], found: Found): Score[] {
  const existing = Map.groupBy(all, ({ file }) => folderOf(file));
  const byFolder = Map.groupBy(found, ([{ file }]) => folderOf(file));
  return [...byFolder].map(([folder, own]) => {
    const run = own.filter(([, outcome]) => !isRefused(outcome));
    const noticed = run.filter(([, outcome]) => isNoticed(outcome)).length;
    return { folder, all: existing.get(folder)?.length ?? 0, run: run.length, noticed };
  });
}

/** `two of something: 7 of 9 noticed` */
export const linesByKind = (all: readonly Mutant[], found: Found): string[] =>
  [...Map.groupBy(all, ({ kind }) => kind).keys()].toSorted().map((kind) => {
    const own = found.filter(([mutant, outcome]) => mutant.kind === kind && !isRefused(outcome));
    return `${kind}: ${own.filter(([, outcome]) => isNoticed(outcome)).length} of ${own.length} noticed`;
  });

export const percent = ({ noticed, run }: Score): string =>
  run === 0 ? "–" : `${Math.floor((100 * noticed) / run)} %`;

/** Each mutant that was not noticed, with the line as it is and what the fault makes of it. */
export const survivorLines = (root: string, found: Found): string[] =>
  found
    .filter(([, outcome]) => !isNoticed(outcome) && !isRefused(outcome))
    .map(([{ file, line, kind, start, end, text, key }, { state }]) => {
      const was = readFileSync(join(root, file), "utf8").slice(start, end);
      return `${file}:${line} ${kind}: ${short(was)} → ${short(text) || "(nothing)"} (${state}) ${key}`;
    });

const short = (text: string) => {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > 80 ? `${line.slice(0, 60)} … ${line.slice(-15)}` : line;
};

const [begins, ends] = ["<!-- scores of mutants -->", "<!-- end of scores -->"];

/** Writes the scores into docs/benchmarks.md, beside those of folders that did not run this time. */
export function writeScores(root: string, scores: readonly Score[]): void {
  const path = join(root, "docs/benchmarks.md");
  const text = readFileSync(path, "utf8");
  const [from, to] = [text.indexOf(begins), text.indexOf(ends)];
  if (from === -1 || to === -1) throw new Error("docs/benchmarks.md has no place for the scores of mutants");
  const rows = new Map(
    [...text.slice(from, to).matchAll(/^\| (\S+\/\S+) .*$/gm)].map(([row, folder = ""]) => [folder, cellsOf(row)]),
  );
  for (const score of scores)
    rows.set(score.folder, [score.folder, `${score.all}`, `${score.run}`, `${score.noticed}`, percent(score)]);
  const table = [
    ["folder", "mutants", "run", "noticed", "score"],
    ["---", "---", "---", "---", "---"],
    ...[...rows.values()].toSorted(([one = ""], [other = ""]) => (one < other ? -1 : 1)),
  ].map((cells) => `| ${cells.join(" | ")} |`);
  writeFileSync(path, `${text.slice(0, from)}${begins}\n\n${table.join("\n")}\n\n${text.slice(to)}`);
}

const cellsOf = (row: string) =>
  row
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
