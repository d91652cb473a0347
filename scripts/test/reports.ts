import { readFileSync } from "node:fs";

/** Shape of vitest's JSON report. */
interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
}

/** Shape of Playwright's JSON report: nested suites, the outermost named after its file. */
interface PlaywrightSuite {
  readonly title: string;
  readonly file: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly { readonly status: string; readonly results: readonly { readonly duration: number }[] }[];
  }[];
}

/** The report of a run of vitest or of Playwright. */
export const readReport = (file: string): VitestReport | { readonly suites: readonly PlaywrightSuite[] } =>
  JSON.parse(readFileSync(file, "utf8")) as ReturnType<typeof readReport>;

interface BrowserTest {
  /** The titles of its describes, followed by its own. */
  readonly titles: readonly string[];
  readonly file: string;
  readonly passed: boolean;
  readonly milliseconds: number;
}

/** The tests of a file's suite, one for each project they ran in. */
export function playwrightTests({ suites = [], specs = [], file }: PlaywrightSuite): BrowserTest[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ status, results }) => ({
      titles: [title],
      file,
      passed: status === "expected",
      milliseconds: results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  );
  const nestedTests = suites.flatMap((suite) =>
    playwrightTests(suite).map((test) => ({ ...test, titles: [suite.title, ...test.titles] })),
  );
  return [...own, ...nestedTests];
}
