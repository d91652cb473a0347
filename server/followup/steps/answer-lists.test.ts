import { describe, expect, test } from "vitest";
import { loadContent } from "#content/loader/load.ts";
import { type ProductOptions, answerListFor } from "./answer-lists.ts";

const content = await loadContent();
const { products } = content.catalogue;
const product = (id: string) => products.find(({ productid }) => productid === id) ?? expect.fail(`no ${id}`);

/** What she gets, and what her answers allow; with a `!` they speak for it, with a `+` it needs something beside. */
const choice = (prescribed: readonly string[], allowed: readonly string[]): ProductOptions => ({
  hers: prescribed.map(product),
  offers: allowed.map((each) => ({
    product: product(each.replace(/[!+]/g, "")),
    fit: each.includes("!") ? "recommended" : "suitable",
    needs: each.includes("+") ? ["progesterone_capsule_100"] : [],
  })),
});
const [patch, tablet, cream] = ["estradiol_patch_0_05", "estradiol_tablet_1", "estradiol_progesterone_cream"];
const unsureOption = [{ id: "unsure", name: "I am not sure", exclusive: false }];
const ids = (...given: Parameters<typeof answerListFor>) => answerListFor(...given).map(({ id }) => id);

describe("§3 answer lists the server computes", () => {
  const form = { type: "treatmentform", answerlist: unsureOption } as const;
  const method = { type: "modal", answerlookup: "methodchange_recommendation", answerlist: [] } as const;
  const more = { type: "modal", answerlookup: "recommendation", answerlist: [] } as const;

  test("a treatment form is one of what does the same in another form, or her doubt", () => {
    const candidates = choice([patch], [`${patch}!`, tablet, cream, "moisturizer!"]);
    expect(ids(content, form, candidates, null)).toEqual(["tablet", "body_cream", "unsure"]);
  });

  test("where there is no other form there is no list, and nothing to be unsure about", () => {
    expect(answerListFor(content, form, choice([patch], [patch, "moisturizer"]), null)).toEqual([]);
    expect(answerListFor(content, form, choice([], [patch, tablet]), null)).toEqual([]);
  });

  test("a change of method offers what comes in the form she would like, else all of another form", () => {
    const candidates = choice([patch], [patch, tablet, cream]);
    expect(ids(content, method, candidates, "tablet")).toEqual([tablet]);
    expect(ids(content, method, candidates, "unsure")).toEqual([tablet, cream]);
    expect(ids(content, method, choice([patch], [patch]), "tablet")).toEqual([]);
  });

  test("what her answers speak for besides is recommended: nothing she has a like of, nothing that needs another one", () => {
    const candidates = choice([patch], [`${tablet}!`, "moisturizer!", "magnesium", "vitamin_d!+"]);
    expect(ids(content, more, candidates, null)).toEqual(["moisturizer"]);
  });

  test("what she could choose instead of what she gets is not recommended besides", () => {
    const candidates = choice([patch], [`${tablet}!`, `${cream}!`, "moisturizer!", "magnesium!"]);
    const alternatives = ids(content, method, candidates, null);
    expect(alternatives).toEqual([tablet, cream]);
    expect(ids(content, more, candidates, null).filter((id) => alternatives.includes(id))).toEqual([]);
  });

  test("at most four are put to her", () => {
    const all = products
      .filter(({ categories }) => !categories.includes("systemic_estrogen"))
      .map(({ productid }) => `${productid}!`);
    expect(answerListFor(content, more, choice([patch], all), null)).toHaveLength(4);
  });

  test("any other question has the list of its content", () => {
    expect(answerListFor(content, { type: "modal", answerlist: unsureOption }, choice([patch], [tablet]), null)).toBe(
      unsureOption,
    );
  });
});
