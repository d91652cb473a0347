/**
 * Runs two browser tests once, longer than `npm test` does: a conversation whose connection drops 200 times instead of 40, and 100 races of two of the
 * practice's people for the same question (`RACES=1000` for as many). Then proofs that `npm test` runs on a server only run once on the embedded
 * database (`test/embedded-files.ts`; `npm run explore -- embedded` does that alone). Then repeats the property tests, each time with another seed and
 * more runs than `npm test` has, until the minutes are over (`npm run explore -- 30`, 10 by default) or one fails: `PROPERTY_SEED` repeats that run.
 * Further arguments after the minutes select files by their path.
 *
 * `npm run explore -- slow-line` instead runs all browser tests, or those whose paths follow, once, with every call up to three seconds late: a test that
 * depends on being quick fails, and so does a page that can't wait.
 *
 * `npm run explore -- days` instead walks through the day of each role by keys, with sixty things waiting, and through a patient's pages, and keeps a picture
 * of each screen in `.cache/days`, or in the folder that follows.
 *
 * `npm run explore -- mutants` instead puts small faults into the sources and says which of them no test notices (`mutants/explore-mutants.ts`).
 */
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildIfStale } from "./build/build-if-stale.ts";
import { exploreMutants } from "./mutants/explore-mutants.ts";
import { embeddedAtLength, embeddedEnv } from "./test/embedded-files.ts";

const root = join(import.meta.dirname, "..");
const [minutes = "10", ...wanted] = process.argv.slice(2);

/** Runs browser tests; ends with an error when one fails. */
function runInBrowser(files: readonly string[], env: NodeJS.ProcessEnv): void {
  buildIfStale();
  const { status } = spawnSync(join(root, "node_modules/.bin/playwright"), ["test", ...files], {
    cwd: root,
    stdio: "inherit",
    env,
  });
  if (status !== 0) process.exit(1);
}

/** Runs the proofs on the embedded database; ends with an error when one fails. */
function runEmbedded(): void {
  console.log("\n── proofs, embedded database");
  const { status } = spawnSync(
    join(root, "node_modules/.bin/vitest"),
    ["run", "--project", "server", ...embeddedAtLength],
    { cwd: root, stdio: "inherit", env: { ...embeddedEnv, ...process.env, TEST_DATABASE: "embedded" } },
  );
  if (status !== 0) process.exit(1);
}

if (minutes === "mutants") process.exit((await exploreMutants(wanted)) ? 0 : 1);

if (minutes === "slow-line") {
  runInBrowser(wanted, { ...process.env, LINE_DELAY_MS: "1500" });
  process.exit(0);
}

if (minutes === "days") {
  const [folder = ".cache/days"] = wanted;
  runInBrowser(["--project=days"], { ...process.env, DAYS: join(root, folder) });
  process.exit(0);
}

if (minutes === "embedded") {
  runEmbedded();
  process.exit(0);
}

const chosen = (file: string) => wanted.length === 0 || wanted.some((word) => file.includes(word));
const browserTests = ["e2e/messages/unreliable-connection.spec.ts", "e2e/clinic/races.spec.ts"].filter(chosen);
const files = globSync("{app,content,contract,embed,server}/**/*.test.{ts,tsx}", { cwd: root })
  .filter((file) => /from "fast-check"|\bpropertyRuns\(/.test(readFileSync(join(root, file), "utf8")))
  .filter(chosen);
if (files.length + browserTests.length === 0)
  throw new Error(`No test explored here has ${wanted.join(" or ")} in its path`);

if (browserTests.length > 0) runInBrowser(browserTests, { RACES: "100", ...process.env, LINE_DROPS: "200" });

if (wanted.length === 0) runEmbedded();

const until = Date.now() + Number(minutes) * 60_000;
let runs = 0;
while (files.length > 0 && (runs === 0 || Date.now() < until)) {
  const seed = String(randomInt(2 ** 31));
  console.log(`\n── PROPERTY_SEED=${seed}`);
  const { status } = spawnSync(join(root, "node_modules/.bin/vitest"), ["run", ...files], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, PROPERTY_SEED: seed, PROPERTY_RUNS: "many" },
  });
  if (status !== 0) {
    console.log(`\nFailed. To repeat it: PROPERTY_RUNS=many PROPERTY_SEED=${seed} npx vitest run ${files.join(" ")}`);
    process.exit(1);
  }
  runs += 1;
}
console.log(`\n${runs} runs of ${files.length} files passed, each with another seed.`);
