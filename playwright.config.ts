import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { findBrowser } from "./e2e/browser.ts";

const { executablePath, env } = await findBrowser(join(import.meta.dirname, ".cache/chromium"));
const port = 3700;

export default defineConfig({
  testDir: "e2e",
  testMatch: "*.spec.ts",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  outputDir: ".cache/e2e",
  use: {
    baseURL: `http://localhost:${port}`,
    trace: "retain-on-failure",
    launchOptions: { executablePath, env: { ...(process.env as Record<string, string>), ...env } },
  },
  projects: [
    { name: "desktop", use: { viewport: { width: 1280, height: 800 } } },
    {
      name: "phone",
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
  ],
  webServer: {
    command: `"${process.execPath}" e2e/server.ts ${port}`,
    url: `http://localhost:${port}/health/ready`,
    stdout: "ignore",
    stderr: "pipe",
    reuseExistingServer: false,
    timeout: 60_000,
  },
});
