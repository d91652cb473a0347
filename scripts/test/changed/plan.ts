/** What `npm test -- changed` runs: steps for what a change can break, and the lines that say what was left out. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isMutated } from "../../mutants/mutated.ts";
import { secondsOfTests } from "../cpu-seconds.ts";
import type { Step } from "../run-steps.ts";
import { addCallEdges } from "./call-edges.ts";
import type { ChangedFiles } from "./changed-files.ts";
import { addHiddenEdges } from "./hidden-edges.ts";
import { type Graph, importGraph, isSource, readModules } from "./import-graph.ts";
import { addPageEdges } from "./page-edges.ts";
import { type Reached, select, type Selection } from "./select.ts";

/** What fits into two minutes of two cores, beside the type check and the database's share. */
const limits = { testSeconds: 45, journeys: 3, journeySeconds: 45 };
const noLimits = { testSeconds: Infinity, journeys: Infinity, journeySeconds: Infinity };
/** A promise that a changed function now returns must be awaited by those who call it: so many of them are linted too. */
const lintedImporters = 80;

/** The graph of the files in a folder; those that are gone still have what reads them. */
export function readGraph(root: string, files: readonly string[]): Graph {
  const there = files.filter((file) => existsSync(join(root, file)));
  const isThere = new Set(there);
  return graphOf(there, files, (file) => (isThere.has(file) ? readFileSync(join(root, file), "utf8") : ""));
}

export function graphOf(there: readonly string[], files: readonly string[], textOf: (file: string) => string): Graph {
  const modules = readModules(there, textOf);
  const graph = importGraph(modules);
  addCallEdges(graph, modules);
  addHiddenEdges(graph, modules, files, textOf);
  addPageEdges(graph, modules);
  return graph;
}

export interface Plan {
  readonly stages: readonly (readonly Step[])[];
  readonly selection: Selection;
  readonly linted: readonly string[];
}

export interface Commands {
  readonly node: string;
  readonly bin: (name: string) => string;
  readonly types: Step;
  /** The step that runs these test files. */
  readonly tests: (files: readonly string[]) => Step;
}

/** @param all whether tests further from the change run too, whatever they take. */
export function planChanged(
  root: string,
  { changed, files, base }: ChangedFiles,
  commands: Commands,
  all: boolean,
): Plan {
  const graph = readGraph(root, files);
  const selection = select(changed, graph, { ...(all ? noLimits : limits), secondsOf: secondsOfTests(root) });
  const there = changed.filter((file) => existsSync(join(root, file)));
  const linted = filesToLint(there, graph);
  const faults = there.some(isMutated) ? [[faultsOf(base, commands)]] : [];
  return { stages: [...stagesOf(there, linted, selection, commands), ...faults], selection, linted };
}

/** Puts faults into the lines that differ, last: what no test noticed stands at the end. */
const faultsOf = (base: string, { node }: Commands): Step => ({
  name: "faults in the changed lines",
  command: [node, "scripts/explore.ts", "mutants", "--changed", "--since", base],
});

/** Changed sources and, as types decide whether a promise is awaited, those that import one; everything, if a rule changed. */
export function filesToLint(changed: readonly string[], graph: Graph): readonly string[] {
  if (changed.some((file) => /^(?:\.oxlintrc\.json|app\/public\.json|scripts\/test\/lint-.*\.mjs)$/.test(file)))
    return ["."];
  const sources = changed.filter(isSource);
  const importers = [...graph]
    .filter(
      ([file, needs]) =>
        isSource(file) && !sources.includes(file) && sources.some((each) => needs.get(each) === "import"),
    )
    .map(([file]) => file);
  return [...sources, ...importers.slice(0, lintedImporters)];
}

function stagesOf(
  changed: readonly string[],
  linted: readonly string[],
  { tests, journeys }: Selection,
  { node, bin, types, tests: testsOf }: Commands,
): Step[][] {
  const script = (name: string, ...args: string[]) => [node, `scripts/${name}`, ...args];
  const checks: Step[] = [
    { name: "directions", command: script("test/check-directions.ts") },
    { name: "documents", command: script("test/check-documents.ts") },
  ];
  if (changed.length > 0)
    checks.push({ name: "format", command: [bin("oxfmt"), "--check", "--no-error-on-unmatched-pattern", ...changed] });
  if (linted.length > 0)
    checks.push({ name: "lint", command: [bin("oxlint"), "--deny-warnings", ...linted], env: types.env ?? {} });
  // Journeys open the built app, and some tests start the server that serves it.
  if (tests.length + journeys.length > 0) checks.push({ name: "build", command: script("build.ts", "--when-stale") });
  const typesMatter = changed.some((file) => isSource(file) || /\.(?:json|css)$/.test(file));
  const units = [
    ...(typesMatter ? [types] : []),
    ...(tests.length > 0 ? [testsOf(tests.map(({ file }) => file))] : []),
  ];
  const browser =
    journeys.length === 0
      ? []
      : [{ name: "journeys", command: [bin("playwright"), "test", ...journeys.map(({ file }) => file)] }];
  return [checks, units, browser].filter((stage) => stage.length > 0);
}

/** What was chosen, to print before the run. */
export function chosenLines({ changed, since }: ChangedFiles, { selection, linted }: Plan): string[] {
  const { tests, journeys } = selection;
  return [
    `${changed.length} files differ from ${since}: ${count(tests.length, "test file")}, ${count(journeys.length, "journey")}, ${linted[0] === "." ? "everything" : count(linted.length, "file")} linted.`,
    ...[...tests, ...journeys].map((test) => `  ${test.file}${whyOf(test)}`),
  ];
}

/** What wasn't run, to print after it. A run of these checks is never the proof that the whole run is. */
export function leftOutLines({ leftOut, hubs }: Selection): string[] {
  const { tests, journeys } = leftOut;
  return [
    "Not run: unused exports, proofs on the embedded database, weights, other engines, guarantees, calls without a test.",
    ...(tests.length > 0
      ? [`Not run, further from the change: ${count(tests.length, "test file")} (${foldersOf(tests)}).`]
      : []),
    ...(journeys.length > 0
      ? [
          `Not run, further from the change: ${count(journeys.length, "journey")} (${journeys.map(({ file }) => file.slice(4, -8)).join(", ")}).`,
        ]
      : []),
    ...(tests.length + journeys.length > 0 ? ["`npm test -- changed --all` runs these too."] : []),
    ...hubs.map((file) => `${file} touches almost everything: run npm test.`),
  ];
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;

const whyOf = ({ way }: Reached) => (way.length === 0 ? "" : ` ← ${way.join(" ← ")}`);

/** `server/orders 12, server/care 3`, most first. */
function foldersOf(tests: readonly Reached[]): string {
  const byFolder = Map.groupBy(tests, ({ file }) => file.split("/").slice(0, 2).join("/"));
  return [...byFolder]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([folder, own]) => `${folder} ${own.length}`)
    .join(", ");
}
