import type { Browser } from "@playwright/test";
import { median, mobilePage, openBrowser } from "./mobile-profile.ts";

export interface PageFigures {
  /** All JavaScript and CSS on the wire while nobody touches the page, brotli with headers, in bytes. */
  readonly bytes: number;
  /** Largest Contentful Paint in ms on the mobile profile. */
  readonly lcpMs: number;
  /** Cumulative Layout Shift. */
  readonly cls: number;
}

const runs = 5;

/** Opens `url` in fresh contexts on the mobile profile; medians of five. */
export async function measurePage(url: string): Promise<PageFigures> {
  const browser = await openBrowser();
  try {
    const all: PageFigures[] = [];
    for (let run = 0; run < runs; run += 1) all.push(await once(browser, url));
    return {
      bytes: median(all.map(({ bytes }) => bytes)),
      lcpMs: median(all.map(({ lcpMs }) => lcpMs)),
      cls: median(all.map(({ cls }) => cls)),
    };
  } finally {
    await browser.close();
  }
}

async function once(browser: Browser, url: string): Promise<PageFigures> {
  const { page, wire, close } = await mobilePage(browser);
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
  const cls = await page.evaluate(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: "layout-shift", buffered: true });
    return new Promise<number>((resolve) =>
      requestAnimationFrame(() =>
        resolve(
          observer
            .takeRecords()
            .reduce((sum, shift) => sum + (shift as PerformanceEntry & { readonly value: number }).value, 0),
        ),
      ),
    );
  });
  await close();
  return { bytes: wire.takeBytes(), lcpMs, cls };
}
