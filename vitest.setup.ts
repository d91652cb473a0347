import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, vi } from "vitest";
import { cpuSeconds, referenceMilliseconds } from "./scripts/test/cpu-time.ts";

/** Property tests try the same values in each run, so that a result depends only on the change; `npm run explore` tries new ones. */
fc.configureGlobal({ seed: Number(process.env["PROPERTY_SEED"] ?? 20_261_122) });

/** Files share a worker: none may leave its globals or its clock to the next. */
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const notes = process.env["TEST_CPU_FILE"];
if (notes !== undefined) noteCpuSeconds(notes);

/** Notes what this file takes, apart from reading its modules: that falls to the first file of a worker that needs them. */
function noteCpuSeconds(to: string): void {
  const reference = referenceMilliseconds();
  const begun = cpuSeconds();
  let loaded = begun;
  beforeAll(() => {
    loaded = cpuSeconds();
  });
  // After the file's own hooks, which run in the opposite order.
  afterAll(() => {
    const file = relative(import.meta.dirname, expect.getState().testPath ?? "").replaceAll("\\", "/");
    appendFileSync(
      to,
      `${JSON.stringify({ file, reference, loading: loaded - begun, tests: cpuSeconds() - loaded })}\n`,
    );
  });
}
