import type { Page } from "@playwright/test";
import { type Endpoint, fullPath } from "#contract/http/endpoint.ts";

/** Waits until the current page has loaded a chunk of the app and painted what it shows. */
export async function waitForChunk(page: Page, chunk: string): Promise<void> {
  const source = `/assets/${chunk}-[\\w-]{7}\\.js$`;
  const found = await page.waitForFunction(
    (name) => performance.getEntriesByType("resource").find((entry) => new RegExp(name).test(entry.name))?.name ?? "",
    source,
  );
  const address = await found.jsonValue();
  await page.evaluate((module) => import(module), address);
  await waitForPaint(page);
}

/** Waits until the current page, not the one before it, has the response to a call and has painted it. */
export async function waitForAnswer(page: Page, endpoint: Endpoint): Promise<void> {
  await page.waitForFunction(
    (path) => performance.getEntriesByType("resource").some(({ name }) => new URL(name).pathname === path),
    fullPath(endpoint),
  );
  await waitForPaint(page);
}

/** Waits until the browser has painted what the page shows now. */
export const waitForPaint = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = () => new Promise((next) => requestAnimationFrame(next));
    await frame();
    await frame();
  });
