import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isSensitiveText } from "#contract/growth/sensitive-text.ts";
import { loadContent } from "./load.ts";
import { keepValidFiles } from "./read.ts";

const here = dirname(dirname(fileURLToPath(import.meta.url)));
let root = "";
beforeAll(async () => {
  keepValidFiles();
  root = await mkdtemp(join(tmpdir(), "content-"));
});
afterAll(() => rm(root, { recursive: true }));

/** The shipped content with one file changed: a copy of it, links for the others. */
async function contentWith(file: string, change: (source: string) => string): Promise<string> {
  const dir = await mkdtemp(join(root, "copy-"));
  const parts = file.split("/");
  for (const [depth, part] of parts.entries()) {
    const folder = parts.slice(0, depth).join("/");
    await mkdir(join(dir, folder), { recursive: true });
    for (const name of await readdir(join(here, folder)))
      if (name !== part) await symlink(join(here, folder, name), join(dir, folder, name));
  }
  await writeFile(join(dir, file), change(await readFile(join(here, file), "utf8")));
  return dir;
}

async function broken(file: string, from: string | RegExp, to: string): Promise<string> {
  const dir = await contentWith(file, (source) => {
    const changed = source.replace(from, to);
    expect(changed).not.toBe(source);
    return changed;
  });
  return loadContent(dir).then(
    () => "loaded",
    (error: Error) => error.message,
  );
}

describe("content at start", () => {
  test("the shipped files load, deeply frozen", async () => {
    const content = await loadContent();
    expect(content.states).toHaveLength(51);
    expect(Object.isFrozen(content.questionnaire.questions[0]?.answerlist)).toBe(true);
    expect(() => Object.assign(content.brand, { name: "Another" })).toThrow(TypeError);
  });

  test("a strength says how much is in it, never how it is used; how to use it is in its directions", async () => {
    const { products } = (await loadContent()).catalogue;
    expect(products.filter(({ strength }) => /night|every|times|a (?:month|week)|bedtime/i.test(strength))).toEqual([]);
    const use = (id: string) => products.find(({ productid }) => productid === id)?.howtouse ?? "";
    expect(use("progesterone_capsule_100")).toContain("every night");
    expect(use("progesterone_capsule_200")).toContain("12 nights in every 28");
  });

  test("the id of an article names no medicine and no condition", async () => {
    const { help } = await loadContent();
    expect(help.length).toBeGreaterThan(20);
    expect(
      help.map(({ id }) => id).filter((id) => isSensitiveText(id) || isSensitiveText(id.replaceAll("_", " "))),
    ).toEqual([]);
  });

  test("an answer that refers to its question has a text for display beside a label", async () => {
    const { questions } = (await loadContent()).questionnaire;
    const pointing = questions
      .flatMap(({ answerlist }) => answerlist)
      .filter(({ name }) => / of (?:these|them)$/.test(name));
    expect(pointing.length).toBeGreaterThan(0);
    expect(pointing.filter(({ short }) => short === undefined)).toEqual([]);
  });

  test.each([
    [
      "a placeholder nobody fills",
      "next-steps.yaml",
      "by {{day}}. We'll email you",
      "by {{moon}}. We'll email you",
      "content/next-steps.yaml: finding_doctor uses the unknown placeholder {{moon}}",
    ],
    [
      "a form that is none",
      "next-steps.yaml",
      "forms: [patch]",
      "forms: [plaster]",
      "content/next-steps.yaml: safety.athome names the unknown form plaster",
    ],
  ])("%s stops the start", async (_, file, from, to, message) => {
    expect(await broken(file, from, to)).toContain(message);
  });

  test.each([
    ["a wrong type", "coupons.yaml", "percent: 30", "percent: thirty", "content/coupons.yaml: coupons[0].percent: "],
    [
      "records that are not held",
      "retention.yaml",
      "clinicalyears: 10",
      "clinicalyears: 0",
      "content/retention.yaml: clinicalyears: ",
    ],
    [
      "a reward given twice",
      "referral.yaml",
      "amountcents: 2000",
      "amountcents: 2000\n    percent: 10",
      "content/referral.yaml: rewards.friend: needs either percent or amountcents",
    ],
    [
      "an event that would be forwarded and is not ours",
      "events.yaml",
      "events: [order_completed]",
      "events: [StepCompleted]",
      "content/events.yaml: forwards an event the server does not write itself",
    ],
    [
      "a forwarded field nobody keeps",
      "events.yaml",
      "    - amount\n",
      "    - email\n",
      "content/events.yaml: forwards a field nobody keeps",
    ],
    [
      "an experiment with one variant",
      "experiments.yaml",
      /\n.*name: why,.*/,
      "",
      "content/experiments.yaml: experiments[0].variants: ",
    ],
    ["a key nobody knows", "flows.yaml", "variant: D1,", "variant: D1, colour: red,", "content/flows.yaml: flows[1]: "],
    ["broken YAML", "brand.yaml", "points:", "points: [", "content/brand.yaml: "],
    [
      "an unknown question",
      "rules/2-stop.yaml",
      "question: liver, is",
      "question: livers, is",
      "content/rules/2-stop.yaml: active_liver_disease asks about the unknown question livers",
    ],
    [
      "an unknown option",
      "rules/2-stop.yaml",
      "question: liver, is: active",
      "question: liver, is: activ",
      "content/rules/2-stop.yaml: active_liver_disease compares liver with the unknown option activ",
    ],
    [
      "a condition that is none",
      "rules/2-stop.yaml",
      "fact: age, atmost",
      "fact: age, below",
      "content/rules/2-stop.yaml: rules[0].when: is not a condition",
    ],
    [
      "an unknown product",
      "rules/3-products.yaml",
      "products: [sildenafil_cream]",
      "products: [sildenafil]",
      "content/rules/3-products.yaml: nitrates_sildenafil names the unknown product sildenafil",
    ],
    [
      "an unknown form",
      "catalogue/1-hormones.yaml",
      "form: patch",
      "form: plaster",
      "content/catalogue/1-hormones.yaml: estradiol_patch_0_025 has the unknown form plaster",
    ],
    [
      "two answers with one id",
      "questionnaire/2.2-uterus.yaml",
      "id: one",
      "id: both",
      "content/questionnaire/2.2-uterus.yaml: ovaries has an option twice",
    ],
    [
      "a brand color that could not be read at night",
      "brand.yaml",
      "palette: {}",
      'palette: { --color-accent: "#b5541c" }',
      "content/brand.yaml: palette: must give each color as light-dark(<by day>, <by night>)",
    ],
    [
      "a flow without a safety section",
      "flows.yaml",
      "2.5, 2.6, 2.7, 3.1, 3",
      "2.6, 2.7, 3.1, 3",
      "content/flows.yaml: H leaves out step 2.5",
    ],
    [
      "§4 the redesign for a variant outside the list",
      "flows.yaml",
      "variant: D1,",
      "variant: Z9,",
      "content/flows.yaml: Z9 is no variant of the redesign: its theme is classic",
    ],
    [
      "a stop some flow never asks for",
      "questionnaire/2.3-health-history.yaml",
      "label: Liver disease",
      "label: Liver\n        flows: [C]",
      "content/rules/2-stop.yaml: active_liver_disease needs liver, which flow",
    ],
    [
      "a question beside one that can stop the visit, after it",
      "questionnaire/2.3-health-history.yaml",
      "  - id: heart_and_clots\n    title: Heart and blood clots\n    questions:\n",
      "",
      "content/questionnaire/2.3-health-history.yaml: cancer can stop the visit (breast_cancer), so no question may follow it on its screen; heart_and_clots does",
    ],
    [
      "a look ahead",
      "questionnaire/2.1-periods.yaml",
      "showif: { question: last_period, in: [under_3_months, under_12_months, stopped_otherwise, unsure] }",
      "showif: { question: smoking, is: never }",
      "content/questionnaire/2.1-periods.yaml: nursing looks at smoking",
    ],
    ["a state without rates", "taxrates.yaml", /  "WY".*\n/, "", "content/taxrates.yaml: has no rates for WY"],
    ["a state without a doctor", "doctors.yaml", "[AL, AK", "[AK", "content/doctors.yaml: nobody is licensed in AL"],
    [
      "a placeholder nobody fills",
      "mails.yaml",
      "{{minutes}}",
      "{{hours}}",
      "recovery uses the unknown placeholder {{hours}}",
    ],
    ["a forgotten placeholder", "mails.yaml", "{{loginlink}}", "", "signup_known_email does not use {{loginlink}}"],
    [
      "a sentence nobody says",
      "sentences/treatment.yaml",
      "  paused: Paused.",
      "  paused: Paused.\n  stopped: Stopped.",
      "content/sentences/treatment.yaml: sentences: ",
    ],
    ["a missing sentence", "sentences/treatment.yaml", "  paused: Paused.\n", "", "sentences.paused: "],
    [
      "a placeholder no rule fills",
      "sentences/treatment.yaml",
      "Paused until {{day}}.",
      "Paused until {{moon}}.",
      "content/sentences/treatment.yaml: status_paused_until uses the unknown placeholder {{moon}}",
    ],
    [
      "a sentence without what it was to say",
      "sentences/treatment.yaml",
      "Paused until {{day}}.",
      "Paused.",
      "content/sentences/treatment.yaml: status_paused_until does not use {{day}}",
    ],
    [
      "an emergency without help",
      "rules/1-emergency.yaml",
      /outcome: EMERGENCY\n    scope: visit/,
      "outcome: EMERGENCY\n    scope: { categories: [face] }",
      "content/rules/1-emergency.yaml: chest_pain_now is an emergency: it must cover the visit",
    ],
    [
      "an offer of an unknown product",
      "upsells.yaml",
      "productid: estriol_cream",
      "productid: estriol_soap",
      "content/upsells.yaml: ESTRIOL51 offers the unknown product estriol_soap",
    ],
    [
      "an offer under another product's code",
      "upsells.yaml",
      "code: ESTRIOL51",
      "code: ESTRIOL52",
      "content/upsells.yaml: estriol_cream does not have the code ESTRIOL52",
    ],
    [
      "an offer in an unknown supply",
      "upsells.yaml",
      "minoxidil_serum_1m",
      "minoxidil_serum_9m",
      "UPSELL51 offers minoxidil_serum in the unknown supply minoxidil_serum_9m",
    ],
    [
      "an offer with an unknown coupon",
      "upsells.yaml",
      "    article: compounded",
      "    coupon: NONE20",
      "ESTRIOL51 names the unknown coupon NONE20",
    ],
    ["an offer twice", "upsells.yaml", "name: minoxidil", "name: cream", "content/upsells.yaml: cream appears twice"],
    [
      "an offer for nobody",
      "upsells.yaml",
      "question: thin_hair",
      "question: thin_hairs",
      "content/upsells.yaml: UPSELL51 asks about the unknown question thin_hairs",
    ],
    [
      "a drug without code or ingredients",
      "catalogue/1-hormones.yaml",
      "ndc: 00000-1201-30",
      "ndc: null",
      "must name its ingredients",
    ],
    [
      "a package of another form",
      "catalogue/1-hormones.yaml",
      '- { ndc: 00000-1101-28, since: "2020-01-01", units: 8 }',
      '- { ndc: "0000110128", since: "2020-01-01", units: 8 }',
      "must be written 1234-5678-90 or 12345-6789-01",
    ],
    [
      "a drug whose own code is none of its packages",
      "catalogue/1-hormones.yaml",
      '- { ndc: 00000-1101-28, since: "2020-01-01", units: 8 }',
      '- { ndc: 00000-1101-29, since: "2020-01-01", units: 8 }',
      "estradiol_patch_0_025 has the ndc 00000-1101-28, which is none of its ndcs",
    ],
    [
      "one package at two strengths",
      "catalogue/1-hormones.yaml",
      '- { ndc: 00000-1101-28, since: "2020-01-01", units: 8 }',
      '- { ndc: 00000-1101-28, since: "2020-01-01", units: 8 }\n          - { ndc: 0000-1102-28, since: "2026-01-01" }',
      "The code of 00000-1102-28 of estradiol_patch_0_0375 may be one of estradiol_patch_0_025 as well",
    ],
    [
      "papers about an unknown question",
      "documents.yaml",
      "question: allergies",
      "question: pollen",
      "names the unknown question pollen",
    ],
    [
      "a keyword nobody can type",
      "help/pause.md",
      "keywords: [break",
      "keywords: [Break!",
      "content/help/pause.md: keywords[0]: must be small letters and digits",
    ],
    [
      "a keyword that stands twice",
      "help/pause.md",
      "keywords: [break",
      "keywords: [break, break",
      "names a keyword twice",
    ],
    [
      "an emergency without a number to call",
      "emergency-words.yaml",
      "or text 988 now, any time, day or night. It's free, and a kind person will listen. If you're in danger or have hurt yourself, call 911",
      "us",
      "content/emergency-words.yaml: signs[5].text: must name 911 or 988",
    ],
    [
      "a phrase nobody can match",
      "emergency-words.yaml",
      '"suicid*"',
      '"suicid* !"',
      "content/emergency-words.yaml: signs[5].phrases[0]: must be words in small letters",
    ],
    ["help without front matter", "help/privacy.md", "---\n", "", "content/help/privacy.md: needs front matter"],
    [
      "a demo answer nobody offers",
      "demo.yaml",
      "smoking: never",
      "smoking: often",
      "smoking with the unknown option often",
    ],
  ])("%s stops the start with one line that names the file", async (_, file, from, to, problem) => {
    const message = await broken(file, from, to);
    expect(message).toMatch(/^content\/[^\n]+$/);
    expect(message).toContain(problem);
  });

  test("a missing file is named", async () => {
    const dir = await mkdtemp(join(root, "empty-"));
    await expect(loadContent(dir)).rejects.toThrow(/^content\//);
  });
});

describe("the brand is a file a practice can replace", () => {
  const written = async (from: string | RegExp, to: string) => {
    const file = join(await mkdtemp(join(root, "brand-")), "our-brand.yaml");
    const source = await readFile(join(here, "brand.yaml"), "utf8");
    await writeFile(file, source.replace(from, to));
    return file;
  };

  test("it is read instead of ours, from any path", async () => {
    const brandFile = await written("name: Calendula\n", "name: Larkspur\n");
    expect((await loadContent(here, { brandFile })).brand.name).toBe("Larkspur");
    expect((await loadContent(here, { brandFile: null })).brand.name).toBe("Calendula");
  });

  test.each([
    ["supportemail: support@calendula.example", "supportemail: nobody", /^BRAND_FILE \/\S+: supportemail: [^\n]+$/],
    ['ink: "#2b1a2f"', 'ink: "#bbaaff"', /^BRAND_FILE \S+: print\.ink: is too light to be read on white$/],
  ])("one with %s as %s is refused with one line", async (from, to, line) => {
    await expect(loadContent(here, { brandFile: await written(from, to) })).rejects.toThrow(line);
  });

  test("a missing one is refused with one line", async () => {
    await expect(loadContent(here, { brandFile: "/nowhere/brand.yaml" })).rejects.toThrow(
      /^BRAND_FILE \/nowhere\/brand\.yaml: cannot be read$/,
    );
  });
});

describe("answers name the version of their questions, so one version is one wording", () => {
  test.each([
    ["questionnaire/2.1-periods.yaml", /question: .+/, "question: When was it?", /questionnaire\.yaml: \w+ changed/],
    ["questionnaire/questionnaire.yaml", "A little,", "Slightly,", /questionnaire\.yaml: \w+, .+ changed/],
    ["followup.yaml", / question: .+/, " question: Well?", /followup\.yaml: \w+ changed/],
  ])("%s reworded under the same version is refused", async (file, from, to, line) => {
    expect(await broken(file, from, to)).toMatch(line);
  });

  test("a new version loads once it is locked", async () => {
    expect(await broken("questionnaire/questionnaire.yaml", /version: .+/, 'version: "2030-01-01"')).toBe(
      "content/questionnaire/questionnaire.yaml: version 2030-01-01 is not locked: run npm run lock-content",
    );
  });

  test("what a patient does not read as the question may change", async () => {
    expect(await broken("questionnaire/2.1-periods.yaml", / label: .+/, " label: Something else")).toBe("loaded");
  });
});

test("production reads no demo patients: their file need not exist", async () => {
  const dir = await contentWith("demo.yaml", () => "");
  await rm(join(dir, "demo.yaml"));
  expect((await loadContent(dir, { demo: false })).demo.patients).toEqual([]);
  await expect(loadContent(dir)).rejects.toThrow("content/demo.yaml: cannot be read");
});
