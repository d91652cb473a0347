import { expect, test } from "vitest";
import { bundleClient } from "../../scripts/build/build-client.ts";

test("the bundled client has at most 13.6 kB, and needs nothing else", async () => {
  const code = await bundleClient();
  console.log(`client: ${Buffer.byteLength(code)} of 13600 bytes`);
  expect(Buffer.byteLength(code)).toBeLessThanOrEqual(13_600);
  expect(code).not.toMatch(/\bimport\b|\brequire\(/);
  expect(code).toMatch(/export\s*\{/);
});
