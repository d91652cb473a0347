import { globSync, readFileSync } from "node:fs";
import { totalmem } from "node:os";
import { defineConfig } from "vitest/config";

const filesOf = (pattern: string) => globSync(pattern, { cwd: import.meta.dirname });
/** Files that mock modules, or read them anew, are isolated; the others share the modules of their worker. */
const isReplacing = (file: string) =>
  /^ *vi\.(?:mock|resetModules)\(/m.test(readFileSync(`${import.meta.dirname}/${file}`, "utf8"));
/** They read components, which Node doesn't. */
const withComponents = [
  "scripts/test/conversions/conversions.test.ts",
  "scripts/test/changed/graph-of-the-project.test.ts",
];
const isReadByVite = (file: string) => isReplacing(file) || withComponents.includes(file);
const isOnScreen = (file: string) => file.endsWith(".screen.test.tsx");
const appTests = filesOf("{app,client,clinic,embed,site}/**/*.test.{ts,tsx}");
const serverTests = filesOf("{contract,content,server,scripts}/**/*.test.ts");

/**
 * Megabytes. A worker waits much, which V8 takes for a reason to look through all of its memory again and again; it needn't, up to a tenth of what the
 * machine has.
 */
const withoutCollecting = Math.min(2400, Math.floor(totalmem() / 10 / 2 ** 20));
const globalSetup = ["server/testing/global-setup.ts"];

export default defineConfig({
  test: {
    execArgv: [`--initial-old-space-size=${withoutCollecting}`],
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
          globalSetup,
          environment: "./server/testing/vitest-environment.ts",
          include: serverTests.filter((file) => !isReadByVite(file)),
          // Files have a server and a database of their own or share one; reloading the modules for each took a sixth of the run.
          isolate: false,
          // Node reads the sources as it does in production; with Vite's runner each use of an import is a call.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      {
        test: { name: "server, by Vite", globalSetup, environment: "node", include: serverTests.filter(isReadByVite) },
      },
      {
        test: {
          name: "app",
          include: appTests.filter((file) => !isReplacing(file) && !isOnScreen(file)),
          environment: "node",
          isolate: false,
        },
      },
      // Forms, dialogs and pages in a document, without a browser: what they send.
      {
        oxc: { jsx: { runtime: "automatic", development: false } },
        test: {
          name: "app, on screen",
          include: appTests.filter((file) => !isReplacing(file) && isOnScreen(file)),
          environment: "happy-dom",
          isolate: false,
          // Besides the one of all projects.
          setupFiles: ["app/testing/screens/production-react.ts"],
        },
      },
      { test: { name: "app, modules replaced", include: appTests.filter(isReplacing), environment: "node" } },
    ],
  },
});
