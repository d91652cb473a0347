import { defineConfig } from "vitest/config";

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
          environment: "node",
          // Each file has a server and a database of its own; loading the modules anew for each took a sixth of the run.
          isolate: false,
          globalSetup: ["server/testing/global-setup.ts"],
        },
      },
      { test: { name: "app", include: ["{app,embed,site}/**/*.test.{ts,tsx}"], environment: "node", isolate: false } },
    ],
  },
});
