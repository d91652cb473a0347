import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { looksLikeOrderCode, orderCode, readOrderCode } from "./order-code.ts";

const number = fc.integer({ min: 1000, max: 999_999_999 }).map(String);

describe("the code of an order", () => {
  test("is read as it was written, with Caps Lock, and behind the symbology", () => {
    fc.assert(
      fc.property(number, (each) => {
        const code = orderCode(each);
        for (const scanned of [code, code.toLowerCase(), `]Q1${code}`, ` ${code} `])
          expect(readOrderCode(scanned)).toBe(each);
      }),
    );
  });

  test("a part of it, two at once, a wrong digit and two that changed places name no order", () => {
    fc.assert(
      fc.property(number, fc.nat({ max: 10 }), fc.integer({ min: 1, max: 9 }), (each, at, more) => {
        const code = orderCode(each);
        const digits = code.length - 2;
        const place = 2 + (at % digits);
        const wrong = String((Number(code[place]) + more) % 10);
        const swapped = 2 + (at % (digits - 1));
        const exchanged = `${code.slice(0, swapped)}${code[swapped + 1]}${code[swapped]}${code.slice(swapped + 2)}`;
        for (const scanned of [
          ...[code.slice(0, -1), code.slice(0, -2), code.slice(1), `${code}${code}`, ""],
          `${code.slice(0, place)}${wrong}${code.slice(place + 1)}`,
          ...(exchanged === code ? [] : [exchanged]),
        ])
          expect([scanned, readOrderCode(scanned)]).toEqual([scanned, null]);
      }),
    );
  });

  test("other codes, and a number that somebody types, aren't one", () => {
    for (const scanned of [
      "100234",
      "0100312345678906172705311012345",
      "420522409400100000000000000000",
      "NR",
      "]d201",
    ])
      expect(readOrderCode(scanned)).toBeNull();
    expect(["NR1002", "nr10000162", "10000162"].map(looksLikeOrderCode)).toEqual([true, true, false]);
  });

  test("a French keyboard's digits name none", () => expect(readOrderCode("NR&ééé'(")).toBeNull());
});
