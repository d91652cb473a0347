import { describe, expect, test } from "vitest";
import { linkedUpsellIn, hasUpsellParam } from "./linked-upsell.ts";

describe("§4 after login: upsell in the address", () => {
  test.each([
    ["?upsell=cream", "ESTRIOL51"],
    ["upsell=minoxidil&fud=1", "UPSELL51"],
    ["?upsell=constructor", undefined],
    ["?upsell=", undefined],
    ["", undefined],
  ])("%s asks for %s", (query, code) => expect(linkedUpsellIn(query)?.code).toBe(code));

  test("it is seen, to be taken out, known or not", () =>
    expect(["?upsell=cream", "?upsell=evil", ""].map(hasUpsellParam)).toEqual([true, true, false]));
});
