import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keptContent } from "./kept.ts";
import { loadContent } from "./load.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kept-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("what is kept is what would be loaded, frozen to the leaves", async () => {
  const loaded = await loadContent();
  for (const kept of [await keptContent(), await keptContent()]) {
    expect(kept).toStrictEqual(loaded);
    expect(Object.isFrozen(kept.questionnaire.questions[0]?.answerlist)).toBe(true);
    expect(() => Object.assign(kept.brand, { name: "Another" })).toThrow(TypeError);
  }
});

test("a change is seen at once, a mistake each time, and options are told apart", async () => {
  const brandFile = join(folder, "brand.yaml");
  const brand = await readFile(join(import.meta.dirname, "brand.yaml"), "utf8");
  const nameOf = async (name: string) => {
    await writeFile(brandFile, brand.replace("name: Calendula\n", `name: ${name}\n`));
    return (await keptContent({ brandFile })).brand.name;
  };
  expect([await nameOf("Larkspur"), await nameOf("Larkspur"), await nameOf("Foxglove")]).toEqual([
    "Larkspur",
    "Larkspur",
    "Foxglove",
  ]);
  await writeFile(brandFile, "name: [");
  for (let time = 0; time < 2; time += 1) await expect(keptContent({ brandFile })).rejects.toThrow("BRAND_FILE");
  expect((await keptContent({ demo: false })).demo.patients).toEqual([]);
  expect((await keptContent()).demo.patients).not.toEqual([]);
});
