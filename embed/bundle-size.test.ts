import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { bundleEmbed } from "../scripts/build/build-embed.ts";

/** Maximum bytes of the gzip file beside each script: the loader is on every page of a site, the widget loads on first use. */
test.each([
  ["cart.js", 1500],
  ["widget.js", 2850],
] as const)("%s has at most %i bytes, only ASCII characters, and no eval", async (name, most) => {
  const code = await bundleEmbed(name);
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(most);
  expect(code).toMatch(/^[\n -~]+$/);
  expect(code).not.toMatch(/innerHTML|eval\(|Function\(|console/);
});
