/** Which tests a change can break, nearest first. Pure: changed files and the graph in, tests out. */
import { basename, dirname, matchesGlob } from "node:path";
import type { EdgeKind, Graph } from "./import-graph.ts";

/** A test, how many steps lie between it and the nearest changed file, and the way there, from the test. */
export interface Reached {
  readonly file: string;
  readonly steps: number;
  readonly way: readonly string[];
}

export interface Selection {
  readonly tests: readonly Reached[];
  readonly journeys: readonly Reached[];
  /** Reached too, and not run: further away than what there is time for. */
  readonly leftOut: { readonly tests: readonly Reached[]; readonly journeys: readonly Reached[] };
  /** Changed files that almost everything needs: no selection can stand for the whole run. */
  readonly hubs: readonly string[];
}

export interface Limits {
  /** CPU seconds of the tests chosen. */
  readonly testSeconds: number;
  /** How many browser tests at most, and their seconds. */
  readonly journeys: number;
  readonly journeySeconds: number;
  /** Seconds that a test file is expected to take. */
  readonly secondsOf: (file: string) => number;
}

/**
 * What composes everything: the handler table, the routes, the server that tests start. Nothing is bound to a change through them, else each test of
 * the API would be bound to all of the server.
 */
const compositions = [
  "contract/api.ts",
  "server/{features,app,api,node,main,adapters,open-services,non-contract-routes}.ts",
  "server/platform/http/register-call.ts",
  "server/testing/harness.ts",
  "server/testing/prepared-patients/*",
  "content/{loader/*,testing/shipped-content}.ts",
  "app/{main.tsx,routes/{routes.tsx,pages.ts}}",
  "clinic/{main.tsx,shell/{app,shell}.tsx}",
  "e2e/fixtures.ts",
];

/** What the server that every test starts is put together from: what these need directly serves all tests. */
const frame = /^server\/(?:app|api|open-services|platform\/http\/register-call|testing\/harness)\.ts$/;
/** Whatever these change, everything is built with them or runs on them. */
const bases = [
  ...compositions,
  "{package.json,package-lock.json,tsconfig.json,vitest.config.ts,vitest.setup.ts,playwright.config.ts,.oxlintrc.json}",
  "contract/http/*.ts",
  "scripts/{test.ts,bootstrap.mjs}",
];
/** A file that this share of all tests need, within two steps, is one that almost everything needs. */
const hubShare = 0.25;
const hubSteps = 2;

export const isUnitTest = (file: string): boolean => /\.test\.tsx?$/.test(file) && !file.startsWith("e2e/");
export const isJourney = (file: string): boolean => /^e2e\/.*\.spec\.ts$/.test(file);
const isTest = (file: string) => isUnitTest(file) || isJourney(file);
const isAny = (file: string, globs: readonly string[]) => globs.some((glob) => matchesGlob(file, glob));

export function select(changed: readonly string[], graph: Graph, limits: Limits): Selection {
  const needers = reversed(graph);
  const unitTests = [...graph.keys()].filter(isUnitTest).length;
  const unit = reach(changed, needers, graph.keys(), isForUnitTests);
  const walked = reach(changed, needers, [], () => true);
  const tests = nearestFirst(unit, (file) => isUnitTest(file) && graph.has(file), changed, limits.secondsOf);
  const journeys = nearestFirst(walked, (file) => isJourney(file) && graph.has(file), changed, limits.secondsOf);
  const chosen = withinSeconds(tests, limits.testSeconds, limits.secondsOf);
  const walkedToo = withinSeconds(journeys, limits.journeySeconds, limits.secondsOf).slice(0, limits.journeys);
  return {
    tests: chosen,
    journeys: walkedToo,
    leftOut: { tests: tests.slice(chosen.length), journeys: journeys.slice(walkedToo.length) },
    hubs: changed.filter((file) => isHub(file, needers, hubShare * unitTests)),
  };
}

/** A unit test of the browser's code doesn't run the server behind its calls, nor the pages a browser test opens. */
const isForUnitTests = (kind: EdgeKind) => kind !== "served" && kind !== "page";

type Needers = ReadonlyMap<string, ReadonlyMap<string, EdgeKind>>;

function reversed(graph: Graph): Needers {
  const needers = new Map<string, Map<string, EdgeKind>>();
  for (const [from, needs] of graph)
    for (const [to, kind] of needs) needers.set(to, (needers.get(to) ?? new Map<string, EdgeKind>()).set(from, kind));
  return needers;
}

/** What needs a changed file, by how many steps; `files` are those among which tests lie beside one. */
function reach(
  changed: readonly string[],
  needers: Needers,
  files: Iterable<string>,
  follows: (kind: EdgeKind) => boolean,
): Map<string, Reached> {
  const reached = new Map<string, Reached>();
  const waiting: Reached[] = [];
  const visit = (next: Reached) => {
    const known = reached.get(next.file);
    if (known && known.steps <= next.steps) return;
    reached.set(next.file, next);
    waiting.push(next);
  };
  for (const file of changed) visit({ file, steps: 0, way: [] });
  const all = [...files].filter(isUnitTest);
  for (const file of changed)
    for (const test of all) {
      const steps = stepsBeside(test, file);
      if (steps !== null) visit({ file: test, steps, way: [file] });
    }
  for (const { file, steps, way } of waiting) {
    if (steps > 0 && (reached.get(file)?.steps !== steps || isTest(file) || isAny(file, compositions))) continue;
    for (const [needer, kind] of needers.get(file) ?? []) {
      // A call's declaration and its handler's file concern the call where they themselves change.
      if (!follows(kind) || (kind === "own" && steps > 0)) continue;
      visit({ file: needer, steps: steps + stepsTo(needer, kind), way: [file, ...way] });
    }
  }
  return reached;
}

/**
 * A place in the graph that is no file (`call:…`, `table:…`) costs no step. What brings a test to where it begins is further from it than what it calls
 * itself, and the calls a browser test makes by itself are such.
 */
function stepsTo(needer: string, kind: EdgeKind): number {
  if (needer.includes(":")) return 0;
  if (needer.startsWith("e2e/") && kind === "call") return 4;
  return /\/testing\/|^e2e\/(?:actors|flows)\//.test(needer) ? 2 : 1;
}

/** A test named after the file is the nearest there is; another in its folder may begin where no import leads, by a job or an event. */
function stepsBeside(test: string, file: string): number | null {
  if (dirname(test) !== dirname(file) || isTest(file)) return null;
  const subject = basename(file).replace(/(?:\.module)?\.\w+$/, "");
  return basename(test).startsWith(`${subject}.`) ? 0 : 2;
}

/** Nearest first; those of a changed feature before others that are a little nearer, and the quick ones before the slow. */
function nearestFirst(
  reached: ReadonlyMap<string, Reached>,
  wanted: (file: string) => boolean,
  changed: readonly string[],
  secondsOf: Limits["secondsOf"],
): Reached[] {
  const features = new Set(changed.flatMap(featuresOf));
  const rank = ({ file, steps }: Reached) => steps + (featuresOf(file).some((own) => features.has(own)) ? 0 : 1.5);
  return [...reached.values()]
    .filter(({ file }) => wanted(file))
    .toSorted((a, b) => rank(a) - rank(b) || secondsOf(a.file) - secondsOf(b.file) || (a.file < b.file ? -1 : 1));
}

/** Features without browser tests in a folder of their name, and the folders where they are seen. */
const seenIn: Readonly<Record<string, readonly string[]>> = {
  care: ["clinic"],
  cases: ["clinic"],
  staff: ["clinic"],
  records: ["clinic"],
  integrations: ["clinic"],
  "work-items": ["clinic"],
  catalogue: ["cart"],
  orders: ["cart", "treatment"],
  payment: ["cart", "onboarding"],
  prescriptions: ["treatment"],
  overview: ["treatment"],
  wellbeing: ["treatment"],
  emergency: ["messages"],
};

/** `orders` of `server/orders/…`, `app/orders/…`, `contract/orders/…`, with where it is seen; `clinic` of the whole staff app. */
function featuresOf(file: string): readonly string[] {
  const [top = "", folder = ""] = file.split("/");
  const feature = top === "clinic" ? top : folder.replace(/\.\w+$/, "");
  return [feature, ...(seenIn[feature] ?? [])];
}

/** The nearest that fit. A changed test runs whatever it takes, and so does the one named after a changed file. */
function withinSeconds(tests: readonly Reached[], most: number, secondsOf: Limits["secondsOf"]): Reached[] {
  let seconds = 0;
  const end = tests.findIndex(({ file, steps }) => {
    seconds += secondsOf(file);
    return seconds > most && steps > 0;
  });
  return end === -1 ? [...tests] : tests.slice(0, end);
}

function isHub(file: string, needers: Needers, tests: number): boolean {
  if (isTest(file)) return false;
  if (isAny(file, bases)) return true;
  const servesAll = [...(needers.get(file) ?? [])].some(([needer, kind]) => kind === "import" && frame.test(needer));
  if (servesAll && file.startsWith("server/platform/")) return true;
  const near = [...reach([file], needers, [], isForUnitTests).values()].filter(
    (each) => isUnitTest(each.file) && each.steps <= hubSteps,
  );
  return near.length >= Math.max(1, tests);
}
