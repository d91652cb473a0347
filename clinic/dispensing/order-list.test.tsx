import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { order, orderItem, unmatched } from "#clinic/testing/orders.ts";
import type { OrderItem } from "#contract/care/worklists.ts";
import type { Order } from "#contract/orders/orders.ts";
import { OrderList } from "./order-list.tsx";
import { itemsOnTheWay, lotOf } from "./pharmacy-file.ts";

type Parcel = NonNullable<OrderItem["dispensing"]>["parcels"][number];
const parcel = (number: number, change: Partial<Parcel> = {}): Parcel => ({
  ...{ parcel: number, carrier: "USPS", trackingnumber: `9400 ${number}`, shippedat: "2026-11-20T12:00:00Z" },
  ...{ deliveredat: null, returnedat: null, returnreason: null },
  ...change,
});
const [soap] = order(1).detail.slice(1);
const line = (pricingid: string, name: string, dosage: string, quantity = 1): Order["detail"][number] => ({
  ...(soap as Order["detail"][number]),
  ...{ pricingid, productid: pricingid, name, dosage, quantity, cancelled: false },
});
const packed = (pricingid: string, inParcel: number | null, lotnumber: string | null) => ({
  ...{ ...unmatched, pricingid, lotnumber, expireson: null, packedat: "2026-11-20T11:00:00Z", parcel: inParcel },
});

/** The first package arrived, the second is on its way, and one item hasn't left. */
const inParts = orderItem(1, {
  ready: false,
  order: order(1, {
    status: "shipped",
    detail: [
      line("weak", "Estradiol patch", "0.025 mg/day"),
      line("strong", "Estradiol patch", "0.1 mg/day", 2),
      line("capsule", "Progesterone capsule", "100 mg"),
      line("cream", "Estradiol cream", "0.01%"),
      { ...line("gone", "Minoxidil", "5%"), cancelled: true },
    ],
  }),
  dispensing: {
    package: { name: null, plain: false, easyopen: null, largetype: false, language: null },
    packerverifies: true,
    voided: [],
    lines: [
      ...[packed("weak", 1, "A1"), packed("strong", 2, "B2"), packed("capsule", 2, null), packed("cream", null, "C3")],
      packed("gone", 2, "D4"),
    ],
    parcels: [parcel(1, { deliveredat: "2026-11-22T12:00:00Z" }), parcel(2)],
  },
});
const rowOf = (item: OrderItem, isShipped: boolean) =>
  renderToStaticMarkup(
    <OrderList
      items={[item]}
      isShipped={isShipped}
      chosen={new Set()}
      openOrderId={null}
      onToggle={() => {}}
      onOpen={() => {}}
    />,
  ).replaceAll(/<[^>]+>/g, "");

describe("decisions §11 what is on its way says what is in the parcel", () => {
  test("each medicine with its strength, how many, and its lot; not what arrived, waits or was canceled", () => {
    expect(itemsOnTheWay(inParts).map(({ pricingid }) => pricingid)).toEqual(["strong", "capsule"]);
    expect(["strong", "capsule", "cream", "none"].map((id) => lotOf(inParts, id))).toEqual(["B2", null, "C3", null]);
    const row = rowOf(inParts, true);
    expect(row).toContain("2 × Estradiol patch 0.1 mg/day lot B2Progesterone capsule 100 mg");
    for (const absent of ["0.025", "cream", "Minoxidil", "A1", "D4"]) expect(row).not.toContain(absent);
  });

  test("a parcel that came back isn't on its way; an order that was found and arrived has all that was sent", () => {
    const back = (change: Partial<Parcel>) =>
      orderItem(1, {
        ...inParts,
        dispensing: { ...inParts.dispensing!, parcels: [parcel(1, change), parcel(2, change)] },
      });
    expect(itemsOnTheWay(back({ returnedat: "2026-11-22T12:00:00Z" }))).toEqual([]);
    const arrived = back({ deliveredat: "2026-11-22T12:00:00Z" });
    expect(rowOf(arrived, true)).toContain("Estradiol patch 0.025 mg/day lot A1");
  });

  test("who isn't told of parcels sees what the order is of, and no lot; what is to send has none yet", () => {
    const untold = orderItem(1, { order: order(1, { status: "shipped" }) });
    expect(itemsOnTheWay(untold).map(({ name }) => name)).toEqual(["Estradiol patch"]);
    expect(rowOf(untold, true)).not.toContain("lot");
    expect(rowOf(inParts, false)).toContain("Estradiol cream 0.01%");
    expect(rowOf(inParts, false)).not.toContain("lot");
  });
});
