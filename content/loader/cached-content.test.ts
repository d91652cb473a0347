import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cachedContent } from "./cached-content.ts";
import { loadContent } from "./load.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kept-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("the cached content equals the loaded content, deeply frozen", async () => {
  const loaded = await loadContent();
  for (const cached of [await cachedContent(), await cachedContent()]) {
    expect(cached).toStrictEqual(loaded);
    expect(Object.isFrozen(cached.questionnaire.questions[0]?.answerlist)).toBe(true);
    expect(() => Object.assign(cached.brand, { name: "Another" })).toThrow(TypeError);
  }
});

test("a change is seen at once, a mistake each time, and options are distinguished", async () => {
  const brandFile = join(folder, "brand.yaml");
  const brand = await readFile(join(import.meta.dirname, "../brand.yaml"), "utf8");
  const nameOf = async (name: string) => {
    await writeFile(brandFile, brand.replace("name: Calendula\n", `name: ${name}\n`));
    return (await cachedContent({ brandFile })).brand.name;
  };
  expect([await nameOf("Larkspur"), await nameOf("Larkspur"), await nameOf("Foxglove")]).toEqual([
    "Larkspur",
    "Larkspur",
    "Foxglove",
  ]);
  await writeFile(brandFile, "name: [");
  for (let time = 0; time < 2; time += 1) await expect(cachedContent({ brandFile })).rejects.toThrow("BRAND_FILE");
  expect((await cachedContent({ demo: false })).demo.patients).toEqual([]);
  expect((await cachedContent()).demo.patients).not.toEqual([]);
});
