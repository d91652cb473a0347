import { expect, test } from "vitest";
import { suggestion } from "#clinic/testing/treatment.ts";
import type { SuggestibleMedicine } from "#contract/care/suggestions.ts";
import {
  costText,
  excludedMedicines,
  medicineOptions,
  missingFromSuggestion,
  noSuggestion,
  suggestedText,
  suggestionBody,
  suggestionStatus,
  supplyOptions,
} from "./suggestion.ts";

const medicine = (productid: string, obstacle: string | null): SuggestibleMedicine => ({
  ...{ productid, name: `The ${productid}`, form: "Cream", strength: "1 mg", obstacle },
  pricings: [
    { pricingid: `${productid}_1m`, dayssupply: 30, price: 79 },
    { pricingid: `${productid}_3m`, dayssupply: 90, price: 213.5 },
  ],
});
const medicines = [medicine("insert", null), medicine("patch", "The patient has it."), medicine("cream", null)];

test("what the server says something against isn't a choice, and stands below with why", () => {
  expect(medicineOptions(medicines)).toEqual([
    { value: "insert", label: "The insert 1 mg" },
    { value: "cream", label: "The cream 1 mg" },
  ]);
  expect(excludedMedicines(medicines)).toEqual([{ id: "patch", name: "The patch 1 mg", why: "The patient has it." }]);
  expect(supplyOptions(medicines[0])).toEqual([
    { value: "insert_1m", label: "30 days · $79.00" },
    { value: "insert_3m", label: "90 days · $213.50" },
  ]);
  expect(supplyOptions(undefined)).toEqual([]);
});

test("what is missing is said at its field; a reason only where a rule warns", () => {
  const quote = { warnings: [] };
  expect(missingFromSuggestion(noSuggestion, undefined)).toEqual({
    productid: "Choose a medicine.",
    note: "Write why. The patient reads it.",
  });
  const chosen = { ...noSuggestion, productid: "insert", note: "  " };
  expect(Object.keys(missingFromSuggestion(chosen, quote))).toEqual(["pricingid", "note"]);
  const complete = { ...chosen, pricingid: "insert_1m", note: "For dryness." };
  expect(missingFromSuggestion(complete, quote)).toEqual({});
  const warned = { warnings: [{ ruleid: "heart", text: "Heart disease." }] };
  expect(Object.keys(missingFromSuggestion(complete, warned))).toEqual(["overridereason"]);
  expect(missingFromSuggestion({ ...complete, overridereason: "Stable." }, warned)).toEqual({});
});

test("what is empty is left out, and the reason goes with the rules it weighs", () => {
  const draft = { productid: "a", pricingid: "b", beginson: "", note: " c ", directions: " d ", overridereason: " e " };
  const warnings = [
    { ruleid: "heart", text: "" },
    { ruleid: "pressure", text: "" },
  ];
  expect(suggestionBody(draft, warnings, "seen")).toEqual({
    ...{ productid: "a", pricingid: "b", note: "c", directions: "d", revision: "seen" },
    ...{ despitewarning: true, override: { rules: ["heart", "pressure"], reason: "e" } },
  });
  expect(suggestionBody({ ...draft, directions: " ", beginson: "2027-03-01" }, [], "seen")).toEqual({
    ...{ productid: "a", pricingid: "b", beginson: "2027-03-01", note: "c", revision: "seen" },
  });
});

test("the price with its refills, what was done, and each status", () => {
  expect(costText({ price: 79, dayssupply: 30, refills: 1 })).toBe("$79.00 every 30 days, with tax. 1 refill.");
  expect(costText({ price: 79, dayssupply: 30, refills: 11 })).toContain("11 refills");
  expect(suggestedText(suggestion())).toContain("Suggested: Vaginal insert 10 mcg.");
  expect(new Set(Object.values(suggestionStatus).map(({ label }) => label)).size).toBe(4);
});
