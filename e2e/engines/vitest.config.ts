import { defineConfig } from "vitest/config";
import { firefox, webKitDriver, xvfb } from "../../scripts/test/installed.ts";

/** Runs the same journeys in each other engine installed on this machine, on one shared server. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: [...(firefox ? ["firefox.test.ts"] : []), ...(webKitDriver && xvfb ? ["webkit.test.ts"] : [])],
    globalSetup: ["serve.ts"],
    maxWorkers: 2,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    retry: 0,
  },
});
