import type { Page } from "@playwright/test";
import { type Endpoint, fullPath } from "#contract/http/endpoint.ts";

/** Waits until a part of the app that is loaded by itself has come to the page that is open, and what it shows is drawn. */
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

/** Waits until the page that is open, not the one before it, has the answer to a call, and what it shows is drawn. */
export async function waitForAnswer(page: Page, endpoint: Endpoint): Promise<void> {
  await page.waitForFunction(
    (path) => performance.getEntriesByType("resource").some(({ name }) => new URL(name).pathname === path),
    fullPath(endpoint),
  );
  await waitForPaint(page);
}

const waitForPaint = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = () => new Promise((next) => requestAnimationFrame(next));
    await frame();
    await frame();
  });
