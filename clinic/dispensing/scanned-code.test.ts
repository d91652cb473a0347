import { describe, expect, test } from "vitest";
import { order, orderItem, unmatched } from "#clinic/testing/orders.ts";
import type { OrderItem } from "#contract/care/worklists.ts";
import { orderCode } from "#contract/dispensing/order-code.ts";
import { uspsNumber } from "#contract/testing/usps-number.ts";
import { isCode, nextAction, otherOrderProblem, scannedOrder } from "./scanned-code.ts";

const day = "2026-11-28T12:00:00Z";
const detail = [{ ...order(1).detail[0], pricingid: "patch_3m", cancelled: false }] as ReturnType<
  typeof order
>["detail"];
type Line = NonNullable<OrderItem["dispensing"]>["lines"][number];
const line = { ...unmatched, pricingid: "patch_3m", lotnumber: null, expireson: null, packedat: null, parcel: null };
const packed = { ...line, lotnumber: "AB1", expireson: "2031-05-31", packedat: day };
const parcel = (number: number, change: { returnedat?: string; deliveredat?: string } = {}) => ({
  ...{ parcel: number, carrier: "USPS", trackingnumber: uspsNumber(number), shippedat: day },
  ...{ deliveredat: null, returnedat: null, returnreason: null, ...change },
});
const item = (
  lines: readonly Line[],
  { ready = true, parcels = [] as ReturnType<typeof parcel>[], number = 1, status = "paid" as const } = {},
): OrderItem =>
  orderItem(number, {
    ready,
    order: order(number, { detail, status: parcels.length > 0 ? "shipped" : status }),
    dispensing: {
      lines: [...lines],
      package: { name: null, plain: false, easyopen: null, largetype: false, language: null },
      packerverifies: true,
      voided: [],
      parcels,
    },
  });
const verified = { ...packed, verified: { actor: "staff:1", name: "Paz", at: day } };

const out = (change: Parameters<typeof parcel>[1] = {}) =>
  item([{ ...verified, parcel: 1 }], { ready: false, parcels: [parcel(1, change)] });

describe("what a scanned order opens", () => {
  test.each<[string, OrderItem, Parameters<typeof nextAction>[1], ReturnType<typeof nextAction>]>([
    ["nothing of it is packed", item([line]), "ready", "pack"],
    ["packed, and nobody has verified it", item([packed]), "ready", "verify"],
    ["packed and verified", item([verified]), "ready", "ship"],
    ["packed and verified, on another list", item([verified]), "asked", "ship"],
    ["on its way, on the list of what is to send", out(), "ready", "return"],
    ["on its way, on another list", out(), "asked", "return"],
    ["arrived", out({ deliveredat: day }), "ready", "return"],
    ["back already", out({ returnedat: day }), "shipped", null],
    [
      "a part is out, and the rest is to be sent",
      item([{ ...verified, parcel: 1 }, verified], { parcels: [parcel(1)] }),
      "ready",
      "ship",
    ],
    [
      "on its way, on that list",
      item([{ ...verified, parcel: 1 }], { ready: false, parcels: [parcel(1)] }),
      "shipped",
      "return",
    ],
    ["not to be sent today", item([line], { ready: false }), "ready", null],
  ])("%s", (_, of, list, action) => expect(nextAction(of, list)).toBe(action));
});

describe("which order a code names", () => {
  const onTheWay = [
    item([{ ...verified, parcel: 2 }], { ready: false, parcels: [parcel(2)], number: 2 }),
    item([{ ...verified, parcel: 3 }, line], {
      ...{ ready: false, number: 3 },
      parcels: [parcel(5, { returnedat: day }), parcel(3)],
    }),
  ];

  test("its own, or the label of a package that is out; of two orders the right one", () => {
    expect(scannedOrder(orderCode("100007"), onTheWay)).toEqual({ number: "100007" });
    expect(scannedOrder(uspsNumber(2), onTheWay)).toEqual({ number: "100002" });
    expect(scannedOrder(`42052240${uspsNumber(3)}`, onTheWay)).toEqual({ number: "100003" });
    // That package is back already.
    expect(scannedOrder(uspsNumber(5), onTheWay)).toHaveProperty("problem");
  });

  test("another order’s code isn’t this one’s, nor is a part of its own", () => {
    expect(otherOrderProblem(orderCode("100007"), "100007")).toBeNull();
    expect(otherOrderProblem(orderCode("100008"), "100007")).toContain("order 100008");
    expect(otherOrderProblem(orderCode("100007").slice(0, -1), "100007")).toContain("Only a part");
  });

  test("a number that is typed is no code", () => {
    expect([orderCode("100007"), uspsNumber(2), "0100300002103146"].map(isCode)).toEqual([true, true, true]);
    expect(["100007", "99999999", "rosa"].map(isCode)).toEqual([false, false, false]);
  });
});
