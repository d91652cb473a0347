import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadContent } from "../loader/load.ts";
import { keepValidFiles } from "../loader/read.ts";

const root = join(import.meta.dirname, "../..");
let copies = "";
beforeAll(async () => {
  keepValidFiles();
  copies = await mkdtemp(join(tmpdir(), "periods-"));
});
afterAll(() => rm(copies, { recursive: true }));

/** The error at start with one content file changed. */
async function changed(file: string, from: string | RegExp, to: string): Promise<string> {
  const dir = await mkdtemp(join(copies, "copy-"));
  await cp(join(import.meta.dirname, ".."), dir, { recursive: true });
  const source = await readFile(join(dir, file), "utf8");
  expect(source.replace(from, to)).not.toBe(source);
  await writeFile(join(dir, file), source.replace(from, to));
  return loadContent(dir).then(
    () => "loaded",
    (error: Error) => error.message,
  );
}

describe("decisions §9 the start refuses content with which medicine would run out or pile up", () => {
  const [shipping, hormones] = ["shipping.yaml", "catalogue/1-hormones.yaml"];
  test.each([
    [
      "a lead time of more than a quarter of the smallest box",
      shipping,
      "leaddays: 7",
      "leaddays: 8",
      "content/shipping.yaml: leaddays is 8: more than a quarter of a box of 28 days",
    ],
    [
      "a carrier that takes longer than the lead time",
      shipping,
      "to: 3",
      "to: 4",
      "content/shipping.yaml: leaddays is 7: pharmacy and carrier may take 10 days",
    ],
    [
      "a pharmacy that takes longer than the lead time",
      shipping,
      "pharmacydays: 2",
      "pharmacydays: 3",
      "content/shipping.yaml: leaddays is 7: pharmacy and carrier may take 10 days",
    ],
    [
      "an estrogen whose progestogen has other days",
      hormones,
      "dayssupply: 84",
      "dayssupply: 90",
      "lasts 90 days: each progestogen must come for as many, or for a part of them",
    ],
  ])("%s", async (_, file, from, to, message) => {
    expect(await changed(file, from, to)).toContain(message);
  });

  test("a progestogen for part of the days of the estrogen is enough", async () => {
    const capsules = /(?<line>pricingid: progesterone_capsule_\d+_3m,\n +months: 3,\n +dayssupply: )84/gu;
    expect(await changed(hormones, capsules, "$<line>42")).toBe("loaded");
  });

  test("the consent names the lead time and every days' supply", async () => {
    const { consents, shipping: ships, catalogue } = await loadContent();
    const text = consents.find(({ id }) => id === "recurring_charge")?.text ?? "";
    expect(text).toContain(`${ships.leaddays} days before the last one is used up`);
    for (const { prescription, pricings } of catalogue.products)
      if (prescription)
        for (const { dayssupply } of pricings) expect(text).toMatch(new RegExp(`\\b${dayssupply}\\b`, "u"));
  });
});

const month = /\b(?:each|every|per|a) month\b|\bevery \S+ months\b|\bmonthly\b/iu;
const comment = /^\s*(?:\/?\*|\/\/|#)/u;

test.each(["content", "app", "site", "embed"])(
  "no sentence of %s says that something is charged monthly",
  async (folder) => {
    const files = (await readdir(join(root, folder), { recursive: true })).filter(
      (file) => /\.(?:tsx?|ya?ml|md|html)$/u.test(file) && !/\.test\.tsx?$|^playground/u.test(file),
    );
    expect(files.length).toBeGreaterThan(3);
    const found: string[] = [];
    for (const file of files)
      for (const line of (await readFile(join(root, folder, file), "utf8")).split("\n"))
        if (month.test(line) && !comment.test(line)) found.push(`${file}: ${line.trim()}`);
    expect(found).toEqual([]);
  },
);
