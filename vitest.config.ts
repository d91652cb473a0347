import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

const appTests = globSync("{app,client,clinic,embed,site}/**/*.test.{ts,tsx}", { cwd: import.meta.dirname });
const onScreen = appTests.filter((file) => file.endsWith(".screen.test.tsx"));
/** Files that mock modules are isolated; the others share the modules of their worker. */
const replacing = appTests.filter((file) =>
  readFileSync(`${import.meta.dirname}/${file}`, "utf8").includes("vi.mock("),
);

export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: 600_000,
    hookTimeout: 600_000,
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
          // Files have a server and a database of their own or share one; reloading the modules for each took a sixth of the run.
          isolate: false,
          globalSetup: ["server/testing/global-setup.ts"],
        },
      },
      {
        test: {
          name: "app",
          include: ["{app,client,clinic,embed,site}/**/*.test.{ts,tsx}"],
          exclude: [...replacing, ...onScreen],
          environment: "node",
          isolate: false,
        },
      },
      // Forms, dialogs and pages in a document, without a browser: what they send.
      {
        test: {
          name: "app, on screen",
          include: onScreen,
          environment: "happy-dom",
          isolate: false,
          // Besides the one of all projects.
          setupFiles: ["app/testing/screens/without-owner-stacks.ts"],
        },
      },
      { test: { name: "app, modules replaced", include: replacing, environment: "node" } },
    ],
  },
});
