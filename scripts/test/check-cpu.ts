/**
 * Prints the CPU seconds of each folder's tests, and fails where a folder or the whole takes more than scripts/test/cpu-budgets.json allows. Reads the
 * notes of a whole run; `--write` makes what it took the budget.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Budgets, budgetsOf, linesOf, spentOf } from "./cpu-budgets.ts";
import { readNotes } from "./cpu-seconds.ts";

const root = join(import.meta.dirname, "../..");
const budgetFile = join(import.meta.dirname, "cpu-budgets.json");
const isWriting = process.argv.includes("--write");
const notes = readNotes(
  process.argv.slice(2).find((each) => each !== "--write") ?? join(root, ".cache/reports/cpu.txt"),
);
if (notes.length === 0) throw new Error("No notes of a run: run npm test first");
if (isWriting) writeFileSync(budgetFile, `${JSON.stringify(budgetsOf(notes), null, 2)}\n`);

const spent = spentOf(notes, JSON.parse(readFileSync(budgetFile, "utf8")) as Budgets);
console.log(linesOf(spent).join("\n"));
process.exit(spent.isOver || spent.folders.some(({ isOver }) => isOver) ? 1 : 0);
