import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadContent } from "./load.ts";

const here = dirname(fileURLToPath(import.meta.url));
let root = "";
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "content-"));
});
afterAll(() => rm(root, { recursive: true }));

async function broken(file: string, from: string | RegExp, to: string): Promise<string> {
  const dir = await mkdtemp(join(root, "copy-"));
  await cp(here, dir, { recursive: true });
  const source = await readFile(join(dir, file), "utf8");
  const changed = source.replace(from, to);
  expect(changed).not.toBe(source);
  await writeFile(join(dir, file), changed);
  return loadContent(dir).then(
    () => "loaded",
    (error: Error) => error.message,
  );
}

describe("content at start", () => {
  test("the shipped files load, frozen to the leaves", async () => {
    const content = await loadContent();
    expect(content.states).toHaveLength(51);
    expect(Object.isFrozen(content.questionnaire.questions[0]?.answerlist)).toBe(true);
    expect(() => Object.assign(content.brand, { name: "Another" })).toThrow(TypeError);
  });

  test.each([
    ["a wrong type", "coupons.yaml", "percent: 30", "percent: thirty", "content/coupons.yaml: coupons[0].percent: "],
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
      "a flow without a safety section",
      "flows.yaml",
      "2.5, 2.6, 2.7, 3.1, 3",
      "2.6, 2.7, 3.1, 3",
      "content/flows.yaml: H leaves out step 2.5",
    ],
    [
      "a stop some flow never asks for",
      "questionnaire/2.3-health-history.yaml",
      "label: Liver disease",
      "label: Liver\n        flows: [C]",
      "content/rules/2-stop.yaml: active_liver_disease needs liver, which flow",
    ],
    [
      "a look ahead",
      "questionnaire/2.1-periods.yaml",
      "showif: { question: last_period, in: [under_3_months, under_12_months, stopped_otherwise, unsure] }",
      "showif: { question: smoking, is: never }",
      "content/questionnaire/2.1-periods.yaml: pregnancy looks at smoking",
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
      "a demo answer that names help there is not",
      "desk-answers.yaml",
      "article: storage",
      "article: cellar",
      "content/desk-answers.yaml: storage names the unknown help article cellar",
    ],
    [
      "an emergency answer without a number to call",
      "desk-answers.yaml",
      "or text 988 now, at any hour. It is free, and a kind person will listen. If you are in danger or have hurt yourself, call 911",
      "us",
      "content/desk-answers.yaml: emergencies[5].text: must name 911 or 988",
    ],
    [
      "a phrase nobody can match",
      "desk-answers.yaml",
      '"suicid*"',
      '"suicid* !"',
      "content/desk-answers.yaml: emergencies[5].phrases[0]: must be words in small letters",
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
