import { describe, expect, test } from "vitest";
import { awinClickOf, opaqueIdOf, utmFields, utmSetOf, utmSetOfJson, utmValueOf } from "./campaign-values.ts";

describe("§3 the UTM set", () => {
  test("has the spec's fields and an id", () => {
    expect([...utmFields].toSorted()).toEqual(
      "audience campaign content id medium name placement site source term".split(" "),
    );
  });
  test("keeps only known fields, trimmed", () => {
    expect(utmSetOf({ source: " news ", campaign: "spring 2026 | é", email: "x", __proto__: { term: "t" } })).toEqual({
      source: "news",
      campaign: "spring 2026 | é",
    });
  });
  test.each([
    "her@example.com",
    "her%40example.com",
    "call 415-867-5309 now",
    "+1 (415) 867 5309",
    "4158675309",
    "menopause-relief",
    "Hot Flashes",
    "best HRT offers",
    "x".repeat(101),
    "a\nb",
    "a\u0000b",
    "",
    "  ",
    7,
    null,
    ["news"],
  ])("drops %j", (value) => {
    expect(utmValueOf(value)).toBeNull();
    expect(utmSetOf({ source: value, medium: "mail" })).toEqual({ medium: "mail" });
  });
  test.each(["120210000000000000", "thirty", "essex", "meadow_spring", "email", "Facebook_Mobile_Feed"])(
    "keeps %j",
    (value) => expect(utmValueOf(value)).toBe(value),
  );
  test.each([undefined, null, "", "{", "null", "7", "[]", '{"source":7}', `{"source":"${"x".repeat(100_000)}"}`])(
    "a JSON of %.30j gives none",
    (json) => expect(utmSetOfJson(json)).toBeNull(),
  );
});

describe("§3 click ids", () => {
  test.each([
    "fb.1.1596403881668.1116446470",
    "EAIaIQobChMI-abc_DEF~1",
    "0b0e2f6e-6f53-4c0f-8a3e-0d6a0b6f9a11",
    "WdeTS:UcNxyIU9G33v06W2Lw",
    "GiBf3a==",
  ])("%s is an opaque token", (value) => expect(opaqueIdOf(value)).toBe(value));
  test.each([
    "her@example.com",
    "her%40example.com",
    "4158675309",
    "+14158675309",
    "two words",
    "menopause1",
    "a\nb",
    "<script>",
    '{"a":1}',
    "x".repeat(251),
    "x".repeat(100_000),
    "",
    7,
    null,
    undefined,
  ])("%.30j is not", (value) => expect(opaqueIdOf(value)).toBeNull());
});

describe("§3 sas_m_awin (clickId)", () => {
  test.each([
    ["2450_abc", "2450_abc"],
    ['{"clickId":"2450_abc","other":1}', "2450_abc"],
    ['{"clickId":7}', null],
    ["{broken", null],
    [`{"clickId":"${"x".repeat(3000)}"}`, null],
    [null, null],
  ])("%.40j gives %j", (cookie, click) => expect(awinClickOf(cookie)).toBe(click));
});
