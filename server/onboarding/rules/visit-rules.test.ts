import { describe, expect, test } from "vitest";
import type { Facts } from "#content/logic/conditions.ts";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { sentence } from "#server/platform/sentences.ts";
import { assignFlow, flowOf } from "../flow/flow.ts";
import type { Visit } from "../flow/visit.ts";
import { lookAfter } from "../health-answers/tell-practice.ts";
import { choiceIssues } from "./choice-rules.ts";
import { ageOn, birthdayIssue } from "./details-rules.ts";
import {
  identityStatusAfterNewDetails,
  identityStatusAfterAttempt,
  identityAttemptAllowed,
  identityAttemptsLeft,
} from "./identity-rules.ts";
import { isNotice, noticeText, screeningHits, presentStop, stopRuleOf } from "./screening.ts";
import { rankTreatmentOptions } from "./treatment-options.ts";

const content = await shippedContent();
const facts = (answers: Facts["answers"], more: Facts["facts"] = {}): Facts => ({
  answers,
  facts: { age: 52, facevisits: "yes", ...more },
});

describe("flow variants", () => {
  test("the same id always gets the same variant, and many ids spread over all", () => {
    const ids = Array.from(
      { length: 2000 },
      (_, index) => `01890000-0000-7000-8000-${String(index).padStart(12, "0")}`,
    );
    const shares = Map.groupBy(ids, (id) => assignFlow(content.flows, id).variant);
    expect(shares.size).toBe(content.flows.length);
    for (const members of shares.values()) expect(members.length).toBeGreaterThan(120);
    expect(assignFlow(content.flows, ids[7] ?? "")).toBe(assignFlow(content.flows, ids[7] ?? ""));
  });
  test("a variant the content does not have gets the first flow", () => {
    expect(flowOf(content.flows, "Z")).toBe(content.flows[0]);
  });
});

describe("identity", () => {
  test.each([
    ["matched", 1, "matched"],
    ["review", 1, "review"],
    ["no_match", 1, "no_match"],
    ["no_match", 2, "no_match"],
    ["no_match", 3, "review"],
    ["matched", 3, "matched"],
  ] as const)("%s at try %d is %s", (result, attempts, status) => {
    expect(identityStatusAfterAttempt(result, attempts)).toBe(status);
  });
  test.each([
    ["none", 0, "yes"],
    ["no_match", 2, "yes"],
    ["no_match", 3, "attempts"],
    ["review", 0, "attempts"],
    ["matched", 1, "settled"],
  ] as const)("%s after %d tries: %s", (status, attempts, may) => {
    expect(identityAttemptAllowed(status, attempts)).toBe(may);
  });
  test("another birthday voids a match but not a review", () => {
    expect([
      identityStatusAfterNewDetails("matched"),
      identityStatusAfterNewDetails("review"),
      identityStatusAfterNewDetails("no_match"),
    ]).toEqual(["none", "review", "no_match"]);
    expect([identityAttemptsLeft("no_match", 1), identityAttemptsLeft("review", 1)]).toEqual([2, 0]);
  });
});

describe("birthday", () => {
  test.each([
    ["1974-05-06", "2026-05-05", 51],
    ["1974-05-06", "2026-05-06", 52],
    ["1976-02-29", "2026-02-28", 49],
    ["1976-02-29", "2026-03-01", 50],
  ])("%s on %s is %d", (birthday, day, age) => {
    expect(ageOn(birthday, day)).toBe(age);
  });
  test("minors, future dates and impossible ages are refused", () => {
    expect(["2010-01-01", "2030-01-01", "1890-01-01"].map((day) => birthdayIssue(day, "2026-11-21")?.path)).toEqual([
      "birthday",
      "birthday",
      "birthday",
    ]);
    expect(birthdayIssue("1960-01-01", "2026-11-21")).toBeNull();
  });
});

describe("screening", () => {
  test("an emergency comes before any other stop", () => {
    const hits = screeningHits(content, facts({ liver: "active", safety_signs: ["chest_pain"] }), []);
    expect(stopRuleOf(hits)?.outcome).toBe("EMERGENCY");
  });
  test("a rule on products stops only those products", () => {
    const hits = screeningHits(content, facts({ allergies: ["peanut"] }), []);
    expect(hits.map(({ id }) => id)).toContain("peanut_capsule");
    expect(stopRuleOf(hits)).toBeNull();
  });
  test("a clinician's review of a product is asked only when the patient chose it", () => {
    const known = facts({ heart_and_clots: ["heart_disease"] });
    const serum = content.catalogue.products.filter(({ family }) => family === "minoxidil_serum");
    expect(screeningHits(content, known, []).map(({ id }) => id)).not.toContain("minoxidil_heart");
    expect(screeningHits(content, known, serum).map(({ id }) => id)).toContain("minoxidil_heart");
  });
  test.each([
    ["STOP", true, false, true],
    ["EMERGENCY", true, false, false],
    ["CLINICIAN", false, true, true],
    ["INFO", false, true, false],
  ] as const)(
    "a rule that is %s ends the visit: %s, is noted in passing: %s, is looked at once it begins to hold: %s",
    (outcome, ends, noted, looked) => {
      const rule = { ...content.rules[0]!, outcome, scope: "visit" as const };
      expect(stopRuleOf([rule])).toBe(ends ? rule : null);
      expect(isNotice(rule)).toBe(noted);
      const visit = { answers: {} } as Visit;
      const look = lookAfter(content, { before: visit, after: visit, changed: {}, hits: [rule], newHits: [rule] });
      expect(look !== null).toBe(looked);
    },
  );
  test("stops and contraindicated products are not notices", () => {
    const hits = screeningHits(content, facts({ liver: "active", allergies: ["peanut"] }), []);
    expect(hits.filter(isNotice)).toEqual([]);
  });
  test("a notice says what it is about", () => {
    const [rule] = screeningHits(content, facts({ pap: "never" }), []).filter(isNotice);
    expect(rule && noticeText(rule)).toMatch(/^A Pap or HPV test is due\. Please ask/);
  });
  test("a recorded stop holds even without its rule", () => {
    expect(presentStop(content, "gone")).toMatchObject({ ruleid: "gone", kind: "stop", actions: [] });
  });
});

describe("offers and choices", () => {
  const uterus = facts({ uterus: "present", hot_flashes: "3" });
  const patch = { productid: "estradiol_patch_0_05", pricingid: "estradiol_patch_0_05_1m" };
  const capsule = { productid: "progesterone_capsule_100", pricingid: "progesterone_capsule_100_1m" };

  test("with a uterus the progestogen is required beside estrogen", () => {
    const { products } = rankTreatmentOptions(content, uterus, null);
    expect(products.filter(({ fit }) => fit === "required").map(({ product }) => product.family)).toEqual([
      "progesterone_capsule",
    ]);
    expect(choiceIssues(content, uterus, { addon: false, products: [patch], concurrent: [] })[0]?.path).toBe(
      "products",
    );
    expect(choiceIssues(content, uterus, { addon: false, products: [patch, capsule], concurrent: [] })).toEqual([]);
  });
  test.each([
    ["1m", "1m", true],
    ["3m", "3m", true],
    ["3m", "1m", false],
    ["1m", "3m", false],
  ])("what belongs together shares its supply: patch %s with capsule %s", (patchSupply, capsuleSupply, valid) => {
    const both = [
      { ...patch, pricingid: `estradiol_patch_0_05_${patchSupply}` },
      { ...capsule, pricingid: `progesterone_capsule_100_${capsuleSupply}` },
    ];
    const ofBoth = choiceIssues(content, uterus, { addon: false, products: both, concurrent: [] });
    const apart = choiceIssues(content, uterus, { addon: false, products: [both[0]!], concurrent: [both[1]!] });
    const expected = valid
      ? []
      : [
          {
            path: "products",
            message: sentence("onboarding.choose_one_supply", {
              name: "Estradiol patch",
              other: "Progesterone capsule",
            }),
          },
        ];
    expect([ofBoth, apart]).toEqual([expected, expected]);
  });
  test("what does not belong together may differ", () => {
    const cream = { productid: "tretinoin_cream_0_025", pricingid: "tretinoin_cream_0_025_3m" };
    expect(choiceIssues(content, uterus, { addon: false, products: [patch, capsule], concurrent: [cream] })).toEqual(
      [],
    );
  });
  test("a patient who wants to avoid hormones is not recommended any", () => {
    const { products } = rankTreatmentOptions(content, facts({ hormone_wish: "avoid", hot_flashes: "4" }), null);
    const estrogen = products.filter(({ product }) => product.categories.includes("systemic_estrogen"));
    expect(estrogen.some(({ fit }) => fit === "recommended")).toBe(false);
  });
  test("a contraindicated product cannot be chosen, and the reason is given", () => {
    const known = facts({ uterus: "removed", allergies: ["adhesive"] });
    const [issue] = choiceIssues(content, known, { addon: false, products: [patch], concurrent: [] });
    expect(issue).toMatchObject({ path: "products.0.productid", message: expect.stringContaining("glue") });
  });
});
