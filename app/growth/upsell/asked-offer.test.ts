import { describe, expect, test } from "vitest";
import { linkedUpsellIn, hasUpsellParam } from "./linked-upsell.ts";

describe("§4 after login: upsell in the URL", () => {
  test.each([
    ["?upsell=cream", "ESTRIOL51"],
    ["upsell=minoxidil&fud=1", "UPSELL51"],
    ["?upsell=constructor", undefined],
    ["?upsell=", undefined],
    ["", undefined],
  ])("%s asks for %s", (query, code) => expect(linkedUpsellIn(query)?.code).toBe(code));

  test("the parameter is detected, so that it can be removed, whether its value is known or not", () =>
    expect(["?upsell=cream", "?upsell=evil", ""].map(hasUpsellParam)).toEqual([true, true, false]));
});
