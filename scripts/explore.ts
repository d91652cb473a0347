/**
 * Runs the property tests again and again, each time with another seed and more tries than `npm test` has, until the minutes are over
 * (`npm run explore -- 30`, otherwise 10) or one fails: `PROPERTY_SEED` repeats that run. More words after the minutes choose files by their
 * path.
 */
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const [minutes = "10", ...wanted] = process.argv.slice(2);
const files = globSync("{app,content,contract,embed,server}/**/*.test.{ts,tsx}", { cwd: root })
  .filter((file) => readFileSync(join(root, file), "utf8").includes('from "fast-check"'))
  .filter((file) => wanted.length === 0 || wanted.some((word) => file.includes(word)));
if (files.length === 0) throw new Error(`No property test has ${wanted.join(" or ")} in its path`);

const until = Date.now() + Number(minutes) * 60_000;
let runs = 0;
while (runs === 0 || Date.now() < until) {
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
