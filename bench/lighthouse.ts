import { join } from "node:path";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { findBrowser } from "../e2e/browser.ts";

const categories = ["performance", "accessibility", "best-practices"] as const;

/** Lighthouse's mobile scores, 0–100. */
export async function lighthouseScores(url: string): Promise<Readonly<Record<(typeof categories)[number], number>>> {
  const { executablePath, env } = await findBrowser(join(import.meta.dirname, "../.cache/chromium"));
  const chrome = await launch({
    chromePath: executablePath,
    envVars: { ...(process.env as Record<string, string>), ...env },
    chromeFlags: ["--headless", "--no-sandbox"],
  });
  try {
    const result = await lighthouse(url, { port: chrome.port, onlyCategories: [...categories], logLevel: "error" });
    const score = (name: string) => Math.round((result?.lhr.categories[name]?.score ?? 0) * 100);
    return {
      performance: score("performance"),
      accessibility: score("accessibility"),
      "best-practices": score("best-practices"),
    };
  } finally {
    chrome.kill();
  }
}
