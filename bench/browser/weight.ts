import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "@playwright/test";
import { landingPages, type Manifest, preloadTags } from "#server/web/preloads.ts";

const folder = join(import.meta.dirname, "../../dist/app");
const read = (file: string) => readFileSync(join(folder, file), "utf8");

/** JavaScript and CSS of the build that a page's HTML references, in brotli, bytes: what has to load before the page shows. */
export function weightOf(path: string): number {
  const html =
    path === "/cart"
      ? read("cart.html")
      : read("index.html") + preloadTags(JSON.parse(read(".vite/manifest.json")) as Manifest, landingPages[path] ?? []);
  const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file = ""]) => file);
  return [...new Set(files)].reduce((sum, file) => sum + readFileSync(join(folder, `${file}.br`)).byteLength, 0);
}

/** The same of a page of the staff app, for somebody who is signed in: the app and the page's own chunks. */
export function weightOfStaffPage(module: string): number {
  const manifest = JSON.parse(read(".vite/clinic.json")) as Manifest;
  const seen = new Set<string>();
  const add = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The staff app has no chunk for ${name}.`);
    if (seen.has(chunk.file)) return;
    for (const file of [chunk.file, ...(chunk.css ?? [])]) seen.add(file);
    chunk.imports?.forEach(add);
  };
  for (const name of ["clinic.html", module]) add(name);
  return [...seen].reduce((sum, file) => sum + readFileSync(join(folder, `${file}.br`)).byteLength, 0);
}

/**
 * JavaScript and CSS a page loads while nobody touches it, as encoded on the wire, without headers, in bytes. Idle work starts at once here: whatever
 * a page loads loads before the network is idle.
 */
export async function weightWhileIdle(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage();
  await page.addInitScript(() => {
    window.requestIdleCallback = (run) => window.setTimeout(() => run({ didTimeout: false, timeRemaining: () => 50 }));
  });
  const files = new Map<string, Promise<number>>();
  page.on("requestfinished", (request) => {
    if (["script", "stylesheet"].includes(request.resourceType()))
      files.set(
        request.url(),
        request.sizes().then(({ responseBodySize }) => responseBodySize),
      );
  });
  await page.goto(url, { waitUntil: "networkidle" });
  const sizes = await Promise.all(files.values());
  await page.close();
  return sizes.reduce((sum, size) => sum + size, 0);
}
