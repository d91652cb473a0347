import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { openBrowser } from "../../bench/browser/mobile-profile.ts";
import { weightOf, weightOfStaffPage, weightWhileIdle } from "../../bench/browser/weight.ts";
import { freshFolder, removeFolder, startNode } from "../../e2e/servers/node-process.ts";

/**
 * Size limits of the first pages a visitor sees, in bytes: JavaScript and CSS in brotli, until the page shows and in total while nobody touches it;
 * the loader in gzip.
 */
const port = Number(process.env["WEIGHTS_PORT"] ?? 3810);
const dataDir = freshFolder();
const loader = readFileSync(join(import.meta.dirname, "../../dist/app/embed/cart.js"));
const [node, browser] = await Promise.all([startNode({ port, dataDir }), openBrowser()]);
const weighIdlePage = (path: string) => weightWhileIdle(browser, node.url + path);
const weights: readonly (readonly [what: string, bytes: number, most: number])[] = [
  ["sign-in until it shows", weightOf("/login"), 85_000],
  ["sign-in in all", await weighIdlePage("/login"), 100_000],
  ...["/forgot-password", "/new-password", "/invitation-code", "/404"].map(
    (path) => [`${path} until it shows`, weightOf(path), 88_000] as const,
  ),
  ["cart until it shows", weightOf("/cart"), 78_000],
  ["cart in all", await weighIdlePage("/cart"), 90_000],
  ["staff app, sign-in", weightOfStaffPage("session/sign-in-page.tsx"), 120_000],
  ["staff app, its first page", weightOfStaffPage("inbox/inbox-page.tsx"), 128_000],
  ["loader", gzipSync(loader, { level: 9 }).byteLength, 1500],
];
await Promise.all([browser.close(), node.stop()]);
removeFolder(dataDir);
for (const [what, bytes, limit] of weights)
  console.log(`${bytes > limit ? "TOO HEAVY " : ""}${what}: ${bytes} of ${limit} bytes`);
process.exit(weights.some(([, bytes, limit]) => bytes > limit) ? 1 : 0);
