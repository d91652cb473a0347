import { describe, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { type ProductOptions, answerListFor } from "./answer-lists.ts";

const content = await shippedContent();
const { products } = content.catalogue;
const product = (id: string) => products.find(({ productid }) => productid === id) ?? expect.fail(`no ${id}`);

/** What the patient gets, and what their answers allow; `!` marks a recommended product, `+` one that needs a companion. */
const choice = (prescribed: readonly string[], allowed: readonly string[]): ProductOptions => ({
  prescribed: prescribed.map(product),
  candidates: allowed.map((each) => ({
    product: product(each.replace(/[!+]/g, "")),
    fit: each.includes("!") ? "recommended" : "suitable",
    needs: each.includes("+") ? ["progesterone_capsule_100"] : [],
  })),
});
const [patch, tablet, cream] = ["estradiol_patch_0_05", "estradiol_tablet_1", "estradiol_progesterone_cream"];
const notSureOption = [{ id: "unsure", name: "I'm not sure", exclusive: false }];
const ids = (...given: Parameters<typeof answerListFor>) => answerListFor(...given).map(({ id }) => id);

describe("§3 answer lists the server computes", () => {
  const form = { type: "treatmentform", answerlist: notSureOption } as const;
  const method = { type: "modal", answerlookup: "methodchange_recommendation", answerlist: [] } as const;
  const more = { type: "modal", answerlookup: "recommendation", answerlist: [] } as const;

  test("treatment forms are the other forms with the same effect, or being unsure", () => {
    const candidates = choice([patch], [`${patch}!`, tablet, cream, "moisturizer!"]);
    expect(ids(content, form, candidates, null)).toEqual(["tablet", "body_cream", "unsure"]);
  });

  test("without another form there is no list, nor the option of being unsure", () => {
    expect(answerListFor(content, form, choice([patch], [patch, "moisturizer"]), null)).toEqual([]);
    expect(answerListFor(content, form, choice([], [patch, tablet]), null)).toEqual([]);
  });

  test("a change of method offers products in the preferred form, else all in another form", () => {
    const candidates = choice([patch], [patch, tablet, cream]);
    expect(ids(content, method, candidates, "tablet")).toEqual([tablet]);
    expect(ids(content, method, candidates, "unsure")).toEqual([tablet, cream]);
    expect(ids(content, method, choice([patch], [patch]), "tablet")).toEqual([]);
  });

  test("what the answers recommend is listed: nothing similar to what the patient has, nothing that needs a companion", () => {
    const candidates = choice([patch], [`${tablet}!`, "moisturizer!", "magnesium", "vitamin_d!+"]);
    expect(ids(content, more, candidates, null)).toEqual(["moisturizer"]);
  });

  test("an alternative to what the patient gets is not recommended in addition", () => {
    const candidates = choice([patch], [`${tablet}!`, `${cream}!`, "moisturizer!", "magnesium!"]);
    const alternatives = ids(content, method, candidates, null);
    expect(alternatives).toEqual([tablet, cream]);
    expect(ids(content, more, candidates, null).filter((id) => alternatives.includes(id))).toEqual([]);
  });

  test("at most four are listed", () => {
    const all = products
      .filter(({ categories }) => !categories.includes("systemic_estrogen"))
      .map(({ productid }) => `${productid}!`);
    expect(answerListFor(content, more, choice([patch], all), null)).toHaveLength(4);
  });

  test("any other question has the list of the content", () => {
    expect(answerListFor(content, { type: "modal", answerlist: notSureOption }, choice([patch], [tablet]), null)).toBe(
      notSureOption,
    );
  });
});
