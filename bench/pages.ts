import { join } from "node:path";
import { chromium, type Browser, type Page } from "@playwright/test";
import { findBrowser } from "../e2e/browser.ts";

export interface PageFigures {
  /** JavaScript and CSS on the wire, brotli, in bytes. */
  readonly bytes: number;
  /** Largest Contentful Paint in ms on the mobile profile: 4× CPU, 1.6 Mbit/s, 150 ms. */
  readonly lcpMs: number;
}

const runs = 5;

/** Opens `url` in fresh contexts on the mobile profile; medians of five. */
export async function measurePage(url: string, prepare?: (page: Page) => Promise<void>): Promise<PageFigures> {
  const { executablePath, env } = await findBrowser(join(import.meta.dirname, "../.cache/chromium"));
  const browser = await chromium.launch({
    executablePath,
    env: { ...(process.env as Record<string, string>), ...env },
  });
  try {
    const all: PageFigures[] = [];
    for (let run = 0; run < runs; run += 1) all.push(await once(browser, url, prepare));
    return { bytes: median(all.map(({ bytes }) => bytes)), lcpMs: median(all.map(({ lcpMs }) => lcpMs)) };
  } finally {
    await browser.close();
  }
}

async function once(browser: Browser, url: string, prepare?: (page: Page) => Promise<void>): Promise<PageFigures> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
  });
  const page = await context.newPage();
  await prepare?.(page);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const kinds = new Map<string, string>();
  let bytes = 0;
  devtools.on("Network.responseReceived", ({ requestId, type }) => void kinds.set(requestId, type));
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (["Script", "Stylesheet"].includes(kinds.get(requestId) ?? "")) bytes += encodedDataLength;
  });
  await page.goto(url, { waitUntil: "networkidle" });
  const lcpMs = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: "largest-contentful-paint",
          buffered: true,
        });
      }),
  );
  await context.close();
  return { bytes, lcpMs };
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
