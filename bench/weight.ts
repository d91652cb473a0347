import { readFileSync } from "node:fs";
import { join } from "node:path";
import { landingPages, type Manifest, preloadTags } from "../server/web/preloads.ts";

const folder = join(import.meta.dirname, "../dist/app");
const read = (file: string) => readFileSync(join(folder, file), "utf8");

/** JavaScript and CSS of the build that a page's HTML names, in brotli, bytes: what has to come before it shows. */
export function weightOf(path: string): number {
  const html =
    path === "/cart"
      ? read("cart.html")
      : read("index.html") + preloadTags(JSON.parse(read(".vite/manifest.json")) as Manifest, landingPages[path] ?? []);
  const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file = ""]) => file);
  return [...new Set(files)].reduce((sum, file) => sum + readFileSync(join(folder, `${file}.br`)).byteLength, 0);
}
