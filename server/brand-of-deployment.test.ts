import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startTestServer } from "#server/testing/harness.ts";
import { pageSettings } from "#server/web/page-settings.ts";

test("the practice's brand file is a node's brand: in its pages and in mail senders", async () => {
  const folder = mkdtempSync(join(tmpdir(), "calendula-brand-"));
  const file = join(folder, "larkspur.yaml");
  const defaultBrand = readFileSync(new URL("../content/brand.yaml", import.meta.url), "utf8");
  writeFileSync(file, defaultBrand.replace(/^name: .+$/m, "name: Larkspur"));
  const server = await startTestServer({}, { BRAND_FILE: file });
  const { brand } = JSON.parse(pageSettings(server.services)) as { brand: { name: string } };
  const { name } = server.services.content.brand;
  await server.close();
  rmSync(folder, { recursive: true });
  expect([brand.name, name]).toEqual(["Larkspur", "Larkspur"]);
});
