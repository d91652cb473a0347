import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadContent } from "./load.ts";

const brandYaml = await readFile(join(import.meta.dirname, "../brand.yaml"), "utf8");
const file = join(await mkdtemp(join(tmpdir(), "brand-")), "brand.yaml");
await writeFile(file, brandYaml.replace("{ one: doctor, many: doctors }", "{ one: clinician, many: clinicians }"));
const [own, other] = [await loadContent(), await loadContent(undefined, { brandFile: file })];

/** What is locked under a version, kept with what it was used for, or has placeholders of its own that its schema checks. */
const keepsItsWords: readonly string[] = [
  ...["questionnaire", "followup", "consents", "catalogue", "demo", "deskanswers", "brand"],
  ...["requirements", "cannedreplies", "endofcare"],
];
const without = (content: typeof own) =>
  JSON.stringify(Object.fromEntries(Object.entries(content).filter(([part]) => !keepsItsWords.includes(part))));

test("the practice’s word for its clinicians is in each text, and no placeholder is left", () => {
  expect(other.brand.clinician).toEqual({ one: "clinician", many: "clinicians" });
  const text = without(other);
  expect(text).not.toMatch(/\{\{clinicians?\}\}/);
  expect(JSON.stringify(own)).not.toMatch(/\{\{clinicians?\}\}/);
  expect(text.match(/\byour clinician\b/gi)?.length).toBeGreaterThan(200);
});

test("no text of the practice’s says “your doctor” by itself", () => {
  const found = [...without(other).matchAll(/.{0,60}\b(?:your|our) doctors?\b.{0,40}/gi)].map(([text]) => text);
  // Federal law gives the words: 21 CFR 209.10. And a doctor who isn't the practice's. And labels in another language repeat directions of the catalogue.
  expect(found.filter((text) => !/for medical advice|near you|as your doctor tells you/.test(text))).toEqual([]);
});

test("questions and consents keep the wording their version has", () => {
  for (const part of ["questionnaire", "followup", "consents", "catalogue"] as const)
    expect(other[part]).toEqual(own[part]);
});
