import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { weightOf } from "../bench/weight.ts";

/** What the first page a visitor sees may weigh, in bytes: JavaScript and CSS in brotli, the loader in gzip. */
const loader = readFileSync(join(import.meta.dirname, "../dist/app/embed/cart.js"));
const weights: readonly (readonly [what: string, bytes: number, most: number])[] = [
  ["sign-in", weightOf("/login"), 89_700],
  ["cart", weightOf("/cart"), 80_800],
  ["loader", gzipSync(loader, { level: 9 }).byteLength, 1500],
];
for (const [what, bytes, most] of weights)
  console.log(`${bytes > most ? "TOO HEAVY " : ""}${what}: ${bytes} of ${most} bytes`);
process.exit(weights.some(([, bytes, most]) => bytes > most) ? 1 : 0);
