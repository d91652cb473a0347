import { expect, test } from "vitest";
import { bundleClient } from "../../scripts/build/build-client.ts";

test("the bundled client has at most 11 kB, and needs nothing else", async () => {
  const code = await bundleClient();
  console.log(`client: ${Buffer.byteLength(code)} of 11000 bytes`);
  expect(Buffer.byteLength(code)).toBeLessThanOrEqual(11_000);
  expect(code).not.toMatch(/\bimport\b|\brequire\(/);
  expect(code).toMatch(/export\s*\{/);
});
