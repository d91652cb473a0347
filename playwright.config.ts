import { statfsSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import type { BrowserOptions } from "./e2e/fixtures.ts";
import { findBrowser } from "./e2e/servers/chromium.ts";
import { origin } from "./e2e/settings.ts";

// Every worker reads this file first, and then what the tests import: what the run, or the server, has compiled before.
enableCompileCache(join(import.meta.dirname, ".cache/compiled"));

/**
 * Frames share the process of their page, as on phones with little memory. In a process of its own, a frame just shown misses about one press in a
 * hundred: the browser sends it to the frame's previous position. A person is never that quick, a test is.
 */
const args = ["--disable-site-isolation-trials"];
/** Chromium is otherwise told to have its shared memory in /tmp, on a disk: 6 % of what opening a page takes. Containers often have a small /dev/shm. */
const leastSharedMemory = 1024 ** 3;
const ignoreDefaultArgs = freeSharedMemory() >= leastSharedMemory ? ["--disable-dev-shm-usage"] : [];
const { executablePath, env } = await findBrowser(join(import.meta.dirname, ".cache/chromium"));

/**
 * A test runs on a phone, which is what patients hold. `@desktop` marks tests of what is used at a desk, or looks the same everywhere and is operated
 * by keyboard or mouse; `@both` those of what is laid out or operated differently: navigation, panels, dialogs, lists beside threads. Whatever its
 * width, a test checks its screens at both for accessibility (`e2e/checks/accessibility.ts`).
 */
export default defineConfig<BrowserOptions>({
  testDir: "e2e",
  testMatch: "*.spec.ts",
  // Node reads TypeScript itself; Playwright would compile each file with Babel, for every worker that has not seen it compiled.
  build: { external: ["**/*.ts"] },
  fullyParallel: true,
  workers: 4,
  retries: 0,
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [["list"], ["json", { outputFile: ".cache/reports/browser.json" }]],
  outputDir: ".cache/e2e",
  use: {
    baseURL: origin,
    actionTimeout: 120_000,
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      args,
      ignoreDefaultArgs,
      executablePath,
      env: { ...(process.env as Record<string, string>), ...env },
    },
  },
  projects: [
    // By `npm run explore -- days` alone.
    ...(process.env["DAYS"] ? [{ name: "days", testMatch: "*.tour.ts" }] : []),
    { name: "desktop", grep: /@desktop|@both/, use: { viewport: { width: 1280, height: 800 } } },
    {
      name: "phone",
      grepInvert: /@desktop/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
    // A sample of journeys, tagged so, in a browser that translates every page: all others would tell the same.
    {
      name: "translated",
      grep: /@translated/,
      use: { viewport: { width: 1280, height: 800 }, translation: "elements" },
    },
  ],
  webServer: {
    command: `"${process.execPath}" e2e/servers/server.ts`,
    url: `${origin}/health/ready`,
    stdout: "ignore",
    stderr: "pipe",
    reuseExistingServer: false,
    // It removes its database and its folder before it exits.
    gracefulShutdown: { signal: "SIGTERM", timeout: 30_000 },
    timeout: 180_000,
  },
});

/** In bytes. */
function freeSharedMemory(): number {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    return bavail * bsize;
  } catch {
    return 0;
  }
}
