import { expect, test } from "vitest";
import { bundleClient } from "../../scripts/build/build-client.ts";

test("the bundled client has at most 17 kB, and needs nothing else", async () => {
  const code = await bundleClient();
  console.log(`client: ${Buffer.byteLength(code)} of 17000 bytes`);
  expect(Buffer.byteLength(code)).toBeLessThanOrEqual(17_000);
  expect(code).not.toMatch(/\bimport\b|\brequire\(/);
  expect(code).toMatch(/export\s*\{/);
});
