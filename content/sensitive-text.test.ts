import { describe, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { opaqueIdOf, utmSetOf, utmValueOf } from "../contract/growth/campaign-values.ts";
import { isSensitiveText } from "../contract/growth/sensitive-text.ts";

const { catalogue, questionnaire, followup } = await shippedContent();

/** The values of these keys anywhere in a part of the content. */
function valuesOf(part: unknown, names: readonly string[]): string[] {
  if (typeof part !== "object" || part === null) return [];
  if (Array.isArray(part)) return part.flatMap((each) => valuesOf(each, names));
  return Object.entries(part).flatMap(([name, value]) =>
    names.includes(name) && typeof value === "string" ? [value] : valuesOf(value, names),
  );
}

/** Ids of questions and answers that reveal nothing by themselves; every other one is a health word. */
const plain = new Set(
  (
    "safety_signs safe_thoughts goals procedures conditions womens_conditions family height bed_rest movement preferred_form " +
    "note_for_doctor none no sometimes now rather_not_say heat focus skin hair other under_3_months under_12_months one_to_10_years " +
    "over_10_years stopped_otherwise unsure checked not_checked yes trying present removed both one tubes active past unknown enzyme " +
    "peanut soy adhesive 0 1 2 3 4 less_like_self numbers told_normal told_high never stopped under_2_years over_2_years under_5_years " +
    "over_5_years not_needed up_to_7 over_7 rarely some most patch tablet body_cream no_preference open avoid early_or_late between " +
    "very_heavy after_a_year negative positive not_yet confirmed ruled_out never_checked later not_tested steady hard complications " +
    "welcome your_doctor still_using always mostly rather_talk why_stopped overall better same worse what_is_worse form keep " +
    "method_change add_treatment first_wish nothing cost note goodbye 11"
  ).split(" "),
);

const ids = [...new Set(valuesOf([questionnaire, followup], ["id"]))].filter((id) => !plain.has(id));
const productWords = [...new Set(valuesOf({ ...catalogue, forms: [] }, ["productid", "name"]))];

describe("§13 no campaign and no click id reveals anything about the patient's health", () => {
  test("the content is found", () => {
    expect(ids.length).toBeGreaterThan(100);
    expect(productWords.length).toBeGreaterThan(20);
  });
  test.each([...ids, ...productWords])("%s, of the questions or the catalogue, is dropped", (word) => {
    for (const written of [word, word.replaceAll("_", "-"), word.replaceAll("_", " ")])
      expect([written, isSensitiveText(`spring ${written} 2`), utmValueOf(written)]).toEqual([written, true, null]);
  });
  test.each(
    "migraine pregnancy insomnia endometriosis blood_clot breast dryness hysterectomy self_harm Menopause%20relief %256denopause ｍenopause".split(
      " ",
    ),
  )("%s is dropped", (word) => expect(utmSetOf({ term: word, medium: "mail" })).toEqual({ medium: "mail" }));
  test.each(["migraine-1", "x_pregnancy_2", "insomnia7", "blood.clot.1"])("%s is not a click id", (word) =>
    expect(opaqueIdOf(word)).toBeNull(),
  );
});

describe("§13 nor about the patient's identity", () => {
  test.each([
    "her%2540example.com",
    "her%252540example.com",
    "her%25252525252540example.com",
    "her＠example.com",
    "536-22-8726",
    "536 22 8726",
    "1970-05-17",
    "19700517",
    "5/17/1970",
    "17.05.1970",
    "05/17/70",
    "%3535-867-5309",
    "half a letter \ud83c",
  ])("%s is dropped", (value) => expect(utmValueOf(value)).toBeNull());
  test.each([
    "2026-05-01 spring",
    "100% off",
    "120210000000000000",
    "20260501",
    "delivery",
    "clothes",
    "during",
    "paint",
  ])("%s stays", (value) => expect(utmValueOf(value)).toBe(value));
});

describe("§3 click ids are opaque", () => {
  test.each([
    ["gclid", "EAIaIQobChMI0c7Y5L3k_gIVxwoGAB0AAAAAEAAYASAAEgJKYPD_BwE"],
    ["fbclid", "IwAR2F4-dbP0l7Mn1IawQQGCINEz7PYXQvwjNwB_qa2ofrHyiLjcbCRxTDMgk_aem_A1"],
    ["tbclid", "GiCIypnAQogsMTFubLcT9ZgPC39Qn8R9rr1Mk1yyW1cO"],
    ["irclickid", "3PjSJ:Qk6xyNWAlUZXSUrTZPUkGwfH0RCQrUQY0"],
    ["irclickid", "QJnyuoSyvxyIRS81uB2zqxbB^UkD2QJ0"],
    ["_ef_transaction_id", "7c0f2a9be1d34c55a1b0d6e7f8091a2b"],
    ["fbp", "fb.1.1596403881668.1116446470"],
    ["sas_m_awin", "2450_1700000000_abc"],
  ])("%s like %s is kept", (_, id) => expect(opaqueIdOf(id)).toBe(id));
  test.each(["spring", "jane.doe", "12345", "5551234567", "1970-05-17", "536-22-8726", `a1${"^".repeat(90)}`])(
    "%s is not",
    (value) => expect(opaqueIdOf(value)).toBeNull(),
  );
});
