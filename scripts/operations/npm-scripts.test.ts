import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

test.each([
  ["patient", "Say what to do with whom"],
  ["audit", "Say what to do"],
  ["staff", "Say what to do"],
  ["rescreen", "Say what to do"],
  ["probe", "Setting REDIS_URL is malformed"],
])("npm run %s finds its script, which says what it needs", (task, sentence) => {
  const { status, stderr, stdout } = spawnSync("node", [join(import.meta.dirname, "../bootstrap.mjs"), task], {
    encoding: "utf8",
    env: { ...process.env, ...(task === "probe" && { REDIS_URL: "nowhere" }) },
  });
  expect([status, stdout + stderr]).toEqual([1, expect.stringContaining(sentence)]);
});
