import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

const appTests = globSync("{app,embed,site}/**/*.test.{ts,tsx}", { cwd: import.meta.dirname });
/** Files that replace modules keep theirs to themselves; the others share those of their worker. */
const replacing = appTests.filter((file) =>
  readFileSync(`${import.meta.dirname}/${file}`, "utf8").includes("vi.mock("),
);

export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    retry: 0,
    passWithNoTests: false,
    setupFiles: ["vitest.setup.ts"],
    projects: [
      {
        test: {
          name: "server",
          include: ["{contract,content,server,scripts}/**/*.test.ts"],
          environment: "./server/testing/vitest-environment.ts",
          // Files have a server and a database of their own or share one; loading the modules anew for each took a sixth of the run.
          isolate: false,
          globalSetup: ["server/testing/global-setup.ts"],
        },
      },
      {
        test: {
          name: "app",
          include: ["{app,embed,site}/**/*.test.{ts,tsx}"],
          exclude: replacing,
          environment: "node",
          isolate: false,
        },
      },
      { test: { name: "app, modules replaced", include: replacing, environment: "node" } },
    ],
  },
});
