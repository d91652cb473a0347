import { describe, expect, test } from "vitest";
import { loadContent } from "#content/load.ts";
import { type Choice, listFor } from "./lists.ts";

const content = await loadContent();
const { products } = content.catalogue;
const product = (id: string) => products.find(({ productid }) => productid === id) ?? expect.fail(`no ${id}`);

/** What she gets, and what her answers allow; with a `!` they speak for it, with a `+` it needs something beside. */
const choice = (hers: readonly string[], allowed: readonly string[]): Choice => ({
  hers: hers.map(product),
  offers: allowed.map((each) => ({
    product: product(each.replace(/[!+]/g, "")),
    fit: each.includes("!") ? "recommended" : "suitable",
    needs: each.includes("+") ? ["progesterone_capsule_100"] : [],
  })),
});
const [patch, tablet, cream] = ["estradiol_patch_0_05", "estradiol_tablet_1", "estradiol_progesterone_cream"];
const own = [{ id: "unsure", name: "I am not sure", exclusive: false }];
const ids = (...given: Parameters<typeof listFor>) => listFor(...given).map(({ id }) => id);

describe("§3 answer lists the server computes", () => {
  const form = { type: "treatmentform", answerlist: own } as const;
  const method = { type: "modal", answerlookup: "methodchange_recommendation", answerlist: [] } as const;
  const more = { type: "modal", answerlookup: "recommendation", answerlist: [] } as const;

  test("a treatment form is one of what does the same in another form, or her doubt", () => {
    const offers = choice([patch], [`${patch}!`, tablet, cream, "moisturizer!"]);
    expect(ids(content, form, offers, null)).toEqual(["tablet", "body_cream", "unsure"]);
  });

  test("where there is no other form there is no list, and nothing to be unsure about", () => {
    expect(listFor(content, form, choice([patch], [patch, "moisturizer"]), null)).toEqual([]);
    expect(listFor(content, form, choice([], [patch, tablet]), null)).toEqual([]);
  });

  test("a change of method offers what comes in the form she would like, else all of another form", () => {
    const offers = choice([patch], [patch, tablet, cream]);
    expect(ids(content, method, offers, "tablet")).toEqual([tablet]);
    expect(ids(content, method, offers, "unsure")).toEqual([tablet, cream]);
    expect(ids(content, method, choice([patch], [patch]), "tablet")).toEqual([]);
  });

  test("what her answers speak for besides is recommended: nothing she has a like of, nothing that needs another one", () => {
    const offers = choice([patch], [`${tablet}!`, "moisturizer!", "magnesium", "vitamin_d!+"]);
    expect(ids(content, more, offers, null)).toEqual(["moisturizer"]);
  });

  test("what she could choose instead of what she gets is not recommended besides", () => {
    const offers = choice([patch], [`${tablet}!`, `${cream}!`, "moisturizer!", "magnesium!"]);
    const instead = ids(content, method, offers, null);
    expect(instead).toEqual([tablet, cream]);
    expect(ids(content, more, offers, null).filter((id) => instead.includes(id))).toEqual([]);
  });

  test("at most four are put to her", () => {
    const all = products
      .filter(({ categories }) => !categories.includes("systemic_estrogen"))
      .map(({ productid }) => `${productid}!`);
    expect(listFor(content, more, choice([patch], all), null)).toHaveLength(4);
  });

  test("any other question has the list of its content", () => {
    expect(listFor(content, { type: "modal", answerlist: own }, choice([patch], [tablet]), null)).toBe(own);
  });
});
