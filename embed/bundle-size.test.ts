import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { bundleEmbed } from "../scripts/build/build-embed.ts";

/** Bytes of the gzip file beside each script, at most: the loader is on every page of a site, the widget comes with the first use. */
test.each([
  ["cart.js", 1500],
  ["widget.js", 2800],
] as const)(
  "%s has at most %i bytes, letters every charset agrees on, and no code made of text",
  async (name, most) => {
    const code = await bundleEmbed(name);
    expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(most);
    expect(code).toMatch(/^[\n -~]+$/);
    expect(code).not.toMatch(/innerHTML|eval\(|Function\(|console/);
  },
);
