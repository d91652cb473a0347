import { readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { expect, test } from "vitest";
import { routes } from "#app/routes/routes.tsx";
import { api } from "#contract/api.ts";
import { changedFiles } from "./changed-files.ts";
import { isContent, readers, sectionsOf } from "./hidden-edges.ts";
import { isSource, readModules } from "./import-graph.ts";
import { pageFiles } from "./page-edges.ts";
import { filesToLint, readGraph } from "./plan.ts";
import { isJourney, isUnitTest } from "./select.ts";

const root = join(import.meta.dirname, "../../..");
const { files } = changedFiles(root, "HEAD");
const textOf = (file: string) => readFileSync(join(root, file), "utf8");
const graph = readGraph(root, files);
const isNeeded = (place: string) => [...graph.values()].some((needs) => needs.has(place));

test("each call of the contract is bound to its declaration and to its handler", () => {
  const calls = Object.entries(api).flatMap(([group, own]) => Object.keys(own).map((name) => `${group}.${name}`));
  const unbound = calls.filter((call) => {
    const kinds = [...(graph.get(`call:${call}`)?.values() ?? [])];
    const handler = [...(graph.get(`handler:${call}`)?.keys() ?? [])];
    return !kinds.includes("own") || !handler.some((file) => file.startsWith("server/"));
  });
  expect(unbound).toEqual([]);
  expect(calls.length).toBeGreaterThan(300);
});

test("each content file becomes a section that some code names", () => {
  const unnamed = files.filter(isContent).filter((file) => {
    const places = sectionsOf(file).map((section) => `content:${section}`);
    return places.length > 0 ? !places.some(isNeeded) : !isNeeded(file);
  });
  expect(unnamed).toEqual([]);
});

test("each migration makes or changes tables that some query names", () => {
  const places = [...graph].filter(([place]) => place.startsWith("table:"));
  expect(places.filter(([place]) => !isNeeded(place)).map(([place]) => place)).toEqual([]);
  expect(places.length).toBeGreaterThan(80);
});

test("each page of the patients' app is bound to its path", () => {
  const pages = pageFiles(
    readModules(
      files.filter((file) => /^(?:app|clinic)\//.test(file)),
      textOf,
    ),
  );
  const unbound = routes.filter(({ path, page }) => page !== undefined && !pages.has(path));
  expect(unbound.map(({ path }) => path)).toEqual([]);
});

test("each row of the table of readers names files that are there, on both sides", () => {
  const stale = readers.filter((row) => row.some((glob) => !files.some((file) => matchesGlob(file, glob))));
  expect(stale).toEqual([]);
});

test("a test that looks through folders of the project is in the table of readers", () => {
  // It looks through PostgreSQL's folder.
  const elsewhere = "server/platform/database/testing/memory-tablespace.test.ts";
  const looking = files
    .filter((file) => /\.test\.tsx?$/.test(file) || file === "content/testing/code-texts.ts")
    .filter((file) => file !== elsewhere)
    .filter((file) =>
      /globSync\(|readdirSync\([^)]*recursive|readFileSync\(\s*(?:"|new URL\("\.\.)/.test(textOf(file)),
    );
  // By the table, or as a file opened by its address.
  const reads = (file: string) =>
    [...(graph.get(file) ?? [])].some(([need, kind]) => kind === "read" || (!need.includes(":") && !isSource(need)));
  const known = (file: string) =>
    reads(file) || files.some((test) => graph.get(test)?.get(file) === "import" && reads(test));
  expect(looking.filter((file) => !known(file))).toEqual([]);
});

test("no file has a need that isn't there", () => {
  const places = new Set([...files, ...graph.keys()]);
  const missing = [...graph].flatMap(([file, needs]) =>
    [...needs.keys()].filter((need) => !places.has(need)).map((need) => `${file}: ${need}`),
  );
  expect(missing).toEqual([]);
});

test("journeys and unit tests are told apart", () => {
  expect(isJourney("e2e/cart/purchase.spec.ts")).toBe(true);
  expect(isUnitTest("e2e/engines/firefox.test.ts")).toBe(false);
  expect(isUnitTest("app/cart/row.test.tsx")).toBe(true);
});

test.each([
  [["server/messages/send-message.ts"], ["server/messages/send-message.ts", "server/messages/routes.ts"]],
  [["README.md"], []],
  [["app/public.json"], ["."]],
  [[".oxlintrc.json", "README.md"], ["."]],
])("of %j these are linted, at least: %j", (changed, linted) => {
  const found = filesToLint(changed, graph);
  expect(found).toEqual(expect.arrayContaining([...linted]));
  if (linted.length === 0) expect(found).toEqual([]);
});
