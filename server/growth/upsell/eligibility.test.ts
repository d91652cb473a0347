import { describe, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { toText } from "#server/platform/sentences.ts";
import { ineligibilitySentences, upsellIneligibility, type EligibilityFacts } from "./eligibility.ts";

const content = await shippedContent();

const eligibleFacts: EligibilityFacts = {
  stopped: false,
  inCare: true,
  served: true,
  currentProductIds: ["estradiol_patch_0_05"],
  declined: [],
  allows: () => true,
};
const serum = { productid: "minoxidil_serum", prescription: true };
const lotion = { productid: "moisturizer", prescription: false };

describe("§7 Upsell, screened by the same clinical rules: what may be offered", () => {
  test.each([
    ["all is well", {}, serum, "outside", null],
    ["the visit was stopped", { stopped: true }, lotion, "outside", "stopped"],
    ["a state that is not served", { served: false }, lotion, "outside", "state"],
    ["no approved plan", { inCare: false }, serum, "outside", "not_in_care"],
    ["no approved plan, in the visit", { inCare: false }, serum, "visit", null],
    ["no approved plan, no prescription", { inCare: false }, lotion, "outside", null],
    ["the patient gets it", { currentProductIds: ["minoxidil_serum"] }, serum, "outside", "has"],
    ["the doctor declined it", { declined: ["minoxidil_serum"] }, serum, "outside", "declined"],
    ["the answers speak against it", { allows: () => false }, serum, "outside", "fit"],
  ] as const)("%s", (_case, changes, product, where, ineligibility) => {
    expect(upsellIneligibility({ ...eligibleFacts, ...changes }, product, where)).toBe(ineligibility);
  });

  test("is checked next to what the patient has and what they would take with it", () => {
    const seen: (readonly string[])[] = [];
    upsellIneligibility(
      { ...eligibleFacts, allows: (_product, concurrent) => seen.push(concurrent) > 0 },
      serum,
      "outside",
      ["estriol_cream", "minoxidil_serum"],
    );
    expect(seen).toEqual([["estradiol_patch_0_05", "estriol_cream"]]);
  });

  test("no sentence names a drug or a condition", () => {
    for (const each of Object.values(ineligibilitySentences))
      expect(toText(content, each)).not.toMatch(/cream|serum|minoxidil|estriol|allerg|heart/i);
  });
});
