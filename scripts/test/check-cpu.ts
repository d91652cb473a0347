/**
 * Prints the CPU seconds of each folder's tests, and fails where a folder or the whole takes more than scripts/test/cpu-budgets.json allows. Reads the
 * notes of a whole run; `--write` makes what it took the budget.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Budgets, budgetsOf, type FolderSeconds, spentOf } from "./cpu-budgets.ts";
import { readNotes } from "./cpu-seconds.ts";

const root = join(import.meta.dirname, "../..");
const budgetFile = join(import.meta.dirname, "cpu-budgets.json");
const isWriting = process.argv.includes("--write");
const notes = readNotes(
  process.argv.slice(2).find((each) => each !== "--write") ?? join(root, ".cache/reports/cpu.txt"),
);
if (notes.length === 0) throw new Error("No notes of a run: run npm test first");
if (isWriting) writeFileSync(budgetFile, `${JSON.stringify(budgetsOf(notes), null, 2)}\n`);

const { folders, loading, seconds, budget, isOver } = spentOf(
  notes,
  JSON.parse(readFileSync(budgetFile, "utf8")) as Budgets,
);
for (const each of folders) console.log(lineOf(each));
console.log(`${loading.toFixed(1).padStart(7)} s  reading modules`);
console.log(
  `${isOver ? "TOO MUCH " : ""}${seconds.toFixed(0)} of ${budget.toFixed(0)} CPU seconds in folders with a budget`,
);
process.exit(isOver || folders.some((each) => each.isOver) ? 1 : 0);

function lineOf({ folder, seconds: took, budget: allowed, isOver: tooMuch }: FolderSeconds): string {
  const of = allowed === null ? "no budget yet" : `of ${allowed.toFixed(1)}`;
  return `${took.toFixed(1).padStart(7)} s  ${folder}, ${of}${tooMuch ? "  TOO MUCH" : ""}`;
}
