/** What was found out about mutants before, kept as long as neither their file nor the tests that said so change. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Candidate, Outcome } from "./run/measure.ts";
import { hashOf } from "./tree/mutants.ts";

interface Kept extends Outcome {
  /** The test that noticed it, or all that didn't. */
  readonly tests: readonly string[];
  /** The content of its file and of these. */
  readonly content: string;
}

export interface Outcomes {
  /** Undefined where a test could notice it now that did not run. */
  readonly get: (candidate: Candidate) => Outcome | undefined;
  readonly set: (candidate: Candidate, outcome: Outcome) => void;
  readonly save: () => void;
}

export function keptOutcomes(root: string): Outcomes {
  const path = join(root, ".cache/mutants/outcomes.json");
  const kept = (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {}) as Record<string, Kept>;
  const hashes = new Map<string, string>();
  const hashOfFile = (file: string) => {
    const full = join(root, file);
    const known = hashes.get(file) ?? (existsSync(full) ? hashOf(readFileSync(full, "utf8")) : "");
    hashes.set(file, known);
    return known;
  };
  const contentOf = (files: readonly string[]) => hashOf(files.map(hashOfFile).join());
  return {
    get: ({ mutant, tests }) => {
      const known = kept[mutant.key];
      if (known?.content !== contentOf([mutant.file, ...(known?.tests ?? [])])) return undefined;
      const isFinal = known.state === "killed" || known.state === "refused by the type check";
      return isFinal || tests.every((test) => known.tests.includes(test)) ? known : undefined;
    },
    set: ({ mutant, tests: all }, outcome) => {
      const noticing = all.filter((test) => outcome.by?.startsWith(`${test}: `));
      const tests = noticing.length > 0 ? noticing : all;
      kept[mutant.key] = { ...outcome, tests, content: contentOf([mutant.file, ...tests]) };
    },
    save: () => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, JSON.stringify(kept));
    },
  };
}
