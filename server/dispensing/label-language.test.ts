import { describe, expect, test } from "vitest";
import { labelSentences, labelWarnings } from "#content/logic/label-phrases.ts";
import { approvedLines } from "#content/testing/approved-lines.ts";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { scheduleText } from "#server/prescriptions/public.ts";
import {
  directionsInLanguage,
  inLanguage,
  labelLanguageNotice,
  labelLanguageOf,
  startInLanguage,
} from "./label-language.ts";

const content = await shippedContent();
const [spanish = expect.fail("The content has no language")] = content.labels;
const products = content.catalogue.products.filter(({ prescription }) => prescription);
const demo = { content, config: { demo: true } } as never;
const production = { content, config: { demo: false } } as never;
const withApproved = (isRead?: Parameters<typeof approvedLines>[1]) =>
  ({
    content: { ...content, labels: content.labels.map((each) => approvedLines(each, isRead)) },
    config: { demo: false },
  }) as never;
const approved = withApproved();
const productOf = (id: string) => products.find(({ productid }) => productid === id) ?? expect.fail(id);
const patch = productOf("estradiol_patch_0_05");
const [half] = products.flatMap(({ productid, double }) => (double ? [productid] : []));
/** Words for numbers in English, which a Spanish label has as digits. */
const numbersIn = (text: string) =>
  [...text.toLowerCase().matchAll(/\d+|\b(?:one|once|two|twice|both)\b/gu)].map(([each]) =>
    each.replace(/^(?:one|once)$/u, "1").replace(/^(?:two|twice|both)$/u, "2"),
  );

describe("directions in the patient's language", () => {
  const known = products.flatMap(({ productid, form, howtouse, double }) => [
    { productid, form, directions: howtouse },
    ...(double ? [{ productid, form, directions: double.directions }] : []),
  ]);

  test.each(known)("of $productid: “$directions”", ({ form, directions }) => {
    const text = directionsInLanguage(spanish, { form, directions, planned: [] }) ?? "";
    expect(numbersIn(text)).toEqual(numbersIn(directions));
    expect(labelSentences(text)).toHaveLength(labelSentences(directions).length);
  });

  test("with each phase that is to come, on its own day", () => {
    const { double, howtouse: directions, form } = productOf(half ?? "");
    const planned = [
      { beginsOn: "2026-06-09", directions: double?.directions ?? "?" },
      { beginsOn: "2026-12-24", directions },
    ];
    const text = directionsInLanguage(spanish, { form, directions, planned });
    const one = inLanguage(spanish, directions, form);
    const two = inLanguage(spanish, double?.directions ?? "?", form);
    expect(text).toBe(`${one} A partir del martes, 9 de junio: ${two} A partir del jueves, 24 de diciembre: ${one}`);
    expect(numbersIn(text ?? "")).toEqual(numbersIn(scheduleText(content, directions, planned) ?? ""));
  });

  const first = "Put one patch on clean, dry skin below your waist.";
  test.each([
    ["words of a doctor", "Use it every other night.", []],
    ["one sentence more", `${patch.howtouse} Call me on Friday.`, []],
    ["one word more", patch.howtouse.replace("twice a week", "twice a week or so"), []],
    ["another number", patch.howtouse.replace("one patch", "two patches"), []],
    ["a phase of a doctor's words", patch.howtouse, [{ beginsOn: "2026-06-09", directions: "Half of it." }]],
    ["an empty one", "", []],
  ])("none of it where a part has no phrase: %s", (_, directions, planned) => {
    expect(directionsInLanguage(spanish, { form: patch.form, directions, planned })).toBeNull();
  });

  test("“it” has a name only where the product has that form", () => {
    expect(inLanguage(spanish, "Use it at most once a day.", "arousal_cream")).toBe(
      "Use la crema como máximo 1 vez al día.",
    );
    expect(inLanguage(spanish, "Use it at most once a day.", "tablet")).toBeNull();
    expect(inLanguage(spanish, `${first}\n  Use a new spot each time.`, "patch")).toMatch(
      /^Aplique 1 parche .* Use un lugar/u,
    );
  });

  test("every warning, the cap, and a first day", () => {
    for (const product of products)
      for (const text of [...labelWarnings(content.documents, product), content.documents.easyopen.label])
        expect(inLanguage(spanish, text, product.form), text).not.toBeNull();
    expect(startInLanguage(spanish, "2026-06-01")).toBe("Empiece el 1 de junio de 2026.");
  });
});

describe("until a pharmacist approved the phrases", () => {
  test("they're printed in the demo, and nowhere else", () => {
    expect([demo, production, approved].map((services) => labelLanguageOf(services, "es")?.language ?? null)).toEqual([
      "es",
      null,
      "es",
    ]);
    for (const services of [demo, production, approved])
      for (const other of [null, "en", "ko", "asl", "tlh"]) expect(labelLanguageOf(services, other)).toBeNull();
  });

  const except = (without: string) => withApproved(({ english }) => english !== without);
  test("one line that isn't approved is as one that isn't there, and what stands around directions leaves none", () => {
    const [sentence = "", other = ""] = labelSentences(patch.howtouse);
    const language = labelLanguageOf(except(sentence), "es") ?? expect.fail("no language");
    expect([sentence, other].map((each) => inLanguage(language, each, patch.form) === null)).toEqual([true, false]);
    const frames = Object.values(spanish.frames).map(({ english }) => english);
    for (const english of frames) expect(labelLanguageOf(except(english), "es")).toBeNull();
    expect(
      labelLanguageOf(
        withApproved(({ english }) => frames.includes(english)),
        "es",
      ),
    ).toBeNull();
  });

  const usual = { name: "Estradiol patch", product: patch, directions: patch.howtouse, planned: [] };
  const partly =
    "Speaks Spanish (Español). In English only, as not every sentence is an approved phrase: Estradiol patch. Offer an interpreter.";
  const own = { ...usual, name: "Progesterone", directions: "Every other night." };
  test.each([
    ["English", demo, null, [usual], null],
    ["English, chosen", demo, "en", [usual], null],
    [
      "Spanish in the demo",
      demo,
      "es",
      [usual],
      "Speaks Spanish (Español). The labels are in English and Spanish (Español): compare both.",
    ],
    [
      "Spanish, approved",
      approved,
      "es",
      [usual],
      "Speaks Spanish (Español). The labels are in English and Spanish (Español): compare both.",
    ],
    [
      "Spanish, not approved",
      production,
      "es",
      [usual],
      "Speaks Spanish (Español). The labels are in English only, because no pharmacist has approved the phrases yet. Offer an interpreter.",
    ],
    [
      "a doctor's words",
      approved,
      "es",
      [usual, own],
      "Speaks Spanish (Español). In English only, as not every sentence is an approved phrase: Progesterone. Offer an interpreter.",
    ],
    [
      "a warning that isn't approved",
      except("Don't wear more patches at a time than your directions say."),
      "es",
      [usual],
      partly,
    ],
    ["a cap that isn't approved", except(content.documents.easyopen.label), "es", [usual], partly],
    [
      "Korean",
      approved,
      "ko",
      [usual],
      "Speaks Korean (한국어). The labels are in English only. Offer an interpreter.",
    ],
  ])("whoever packs reads what there is: %s", (_, services, language, medicines, notice) => {
    expect(labelLanguageNotice(services, language, medicines)).toBe(notice);
  });
});
