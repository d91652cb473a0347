/**
 * Checks that every guarantee of docs/guarantees.txt passed in this run. The list holds the titles of the tests that name a clause of the
 * specification (`§`) or a proof, of the proofs, and of the contract and crash tests, one per line, with the placeholders of tests made from tables. The run's reports
 * are read from the first folder given; `--write` adds new titles and prints those removed.
 */
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { playwrightTests, readReport } from "./reports.ts";

const root = join(import.meta.dirname, "../..");
const listFile = join(root, "docs/guarantees.txt");
const bin = (name: string) => join(root, "node_modules/.bin", name);

const separator = " > ";
const withoutTags = (title: string) => title.replaceAll(/@(?:desktop|both)\s*/g, "").trim();
const isGuarantee = ({ title, file }: { title: string; file: string }) =>
  /§|\bproofs?\b/.test(title) || /server\/(?:contract-tests|crash-tests|realtime|orders\/proofs)\//.test(file);

const [folder = join(root, ".cache/reports"), mode] = process.argv.slice(2);
if (mode === "--write" || folder === "--write") writeList();
else checkRun(folder);

function checkRun(reports: string): void {
  const passed = new Set(globSync(join(reports, "*.json")).flatMap((file) => passedIn(file)));
  const titles = [...passed];
  const guarantees = readList();
  const missing = guarantees.filter((title) => {
    if (passed.has(title)) return false;
    const pattern = patternOf(title);
    return pattern === null || !titles.some((each) => pattern.test(each));
  });
  for (const title of missing) console.error(`no test passed: ${title}`);
  console.log(`${guarantees.length} guarantees, ${missing.length} without a test that passed`);
  process.exit(missing.length > 0 || guarantees.length === 0 ? 1 : 0);
}

function passedIn(file: string): string[] {
  const report = readReport(file);
  if ("suites" in report)
    return report.suites
      .flatMap(playwrightTests)
      .filter(({ passed }) => passed)
      .flatMap(({ titles }) => titleSuffixes(titles).map(withoutTags));
  return report.testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "passed")
      .flatMap(({ ancestorTitles, title }) => titleSuffixes([...ancestorTitles, title])),
  );
}

/** A title alone and with those above it: tests that run once for each gateway are nested under its name, which the list doesn't have. */
function titleSuffixes(titles: readonly string[]): string[] {
  return titles.map((_, from) => titles.slice(from).join(separator).replaceAll("\n", " "));
}

/** A title with placeholders (`%s`, `$name`, a template's) as a pattern; null when it has none. */
function patternOf(title: string): RegExp | null {
  const placeholder = /\$\{[^}]*\}|\$[\w.]+|%(?:\.\d+)?[sdifjoO#$]/;
  const parts = title.split(new RegExp(placeholder, "g"));
  return parts.length > 1 ? new RegExp(`^${parts.map(literally).join(".*")}$`, "s") : null;
}

function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

function readList(): string[] {
  return existsSync(listFile) ? readFileSync(listFile, "utf8").split("\n").filter(Boolean) : [];
}

function writeList(): void {
  const now = [...new Set([...unitTests(), ...browserTests()].filter(isGuarantee).map(({ title }) => title))];
  // By code unit, the same on every machine.
  now.sort((one, other) => (one < other ? -1 : 1));
  const gone = readList().filter((title) => !now.includes(title));
  for (const title of gone) console.log(`gone: ${title}`);
  writeFileSync(listFile, `${now.join("\n")}\n`);
  console.log(`${now.length} guarantees written, ${gone.length} gone`);
}

/** What a runner prints; without it the list would lose every guarantee of its tests. */
function printedBy(runner: string, ...args: readonly string[]): string {
  const { status, stdout } = spawnSync(bin(runner), args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) throw new Error(`${runner} could not list its tests; docs/guarantees.txt is unchanged`);
  return stdout;
}

function unitTests() {
  const tests = JSON.parse(printedBy("vitest", "list", "--json")) as { name: string; file: string }[];
  return tests.map(({ name, file }) => ({ title: name.replaceAll("\n", " "), file }));
}

function browserTests() {
  return printedBy("playwright", "test", "--list")
    .split("\n")
    .map((line) => line.trim().split(" › "))
    .filter(([project = ""]) => project.startsWith("["))
    .map(([, file = "", ...titles]) => ({ title: withoutTags(titles.join(separator)), file }));
}
