import { describe, expect, test } from "vitest";
import { order, orderItem, unmatched } from "#clinic/testing/orders.ts";
import type { OrderItem } from "#contract/care/worklists.ts";
import { actionsFor, isSentBack, numberFrom } from "./find-order.ts";

const parcel = (change: Partial<NonNullable<OrderItem["dispensing"]>["parcels"][number]> = {}) => ({
  ...{ parcel: 1, carrier: "USPS", trackingnumber: "9400 1", shippedat: "2026-11-20T12:00:00Z" },
  ...{ deliveredat: null, returnedat: null, returnreason: null },
  ...change,
});
const shipped = (ready: boolean, ...parcels: ReturnType<typeof parcel>[]) =>
  orderItem(1, {
    ready,
    order: order(1, { status: "shipped" }),
    dispensing: {
      package: { name: null, plain: false, easyopen: null, largetype: false, language: null },
      packerverifies: true,
      voided: [],
      lines: [],
      parcels,
    },
  });

describe("decisions §11 an order found by its number", () => {
  test("has exactly the actions its state allows", () => {
    expect(actionsFor(orderItem(1, { ready: true }))).toEqual(["pack", "ship"]);
    expect(actionsFor(orderItem(1, { ready: false }))).toEqual([]);
    expect(actionsFor(shipped(false, parcel()))).toEqual(["deliver", "return"]);
    expect(actionsFor(shipped(true, parcel()))).toEqual(["pack", "ship", "deliver", "return"]);
    const arrived = parcel({ deliveredat: "2026-11-22T12:00:00Z" });
    const cameBack = parcel({ returnedat: "2026-11-22T12:00:00Z", returnreason: "address" });
    expect(actionsFor(shipped(true, cameBack))).toEqual(["pack", "ship"]);
    expect(actionsFor(shipped(true, arrived, cameBack))).toEqual(["pack", "ship", "return"]);
    const delivered = order(1, { status: "delivered" });
    expect(
      actionsFor(
        orderItem(1, {
          ready: false,
          order: delivered,
          dispensing: {
            package: { name: null, plain: false, easyopen: null, largetype: false, language: null },
            packerverifies: true,
            voided: [],
            lines: [],
            parcels: [arrived],
          },
        }),
      ),
    ).toEqual(["return"]);
    for (const status of ["authorized", "cancelled", "refunded"] as const)
      expect(actionsFor(orderItem(1, { ready: false, order: order(1, { status }) }))).toEqual([]);
  });

  test("what the patient sent back waits, and can be sent sooner; nothing of it that is in another package", () => {
    const back = parcel({ returnedat: "2026-11-22T12:00:00Z", returnreason: "sent_back" });
    const line = { ...unmatched, pricingid: "patch_1m", lotnumber: null, expireson: null, packedat: null };
    const item = (inParcel: number | null, ready = false) =>
      orderItem(1, {
        ready,
        dispensing: {
          package: { name: null, plain: false, easyopen: null, largetype: false, language: null },
          packerverifies: true,
          voided: [],
          lines: [{ ...line, parcel: inParcel }],
          parcels: [back],
        },
      });
    expect([isSentBack(item(null)), actionsFor(item(null))]).toEqual([true, ["pack", "ship"]]);
    expect([isSentBack(item(null, true)), isSentBack(item(2)), actionsFor(item(2))]).toEqual([false, false, []]);
  });

  test.each([
    ["1004711", "1004711"],
    ["  1004711 ", "1004711"],
    ["#1004711", "1004711"],
    ["100", null],
    ["Rosa", null],
    ["1004711x", null],
    ["", null],
  ])("%o looks for %o", (typed, number) => {
    expect(numberFrom(typed)).toBe(number);
  });
});
