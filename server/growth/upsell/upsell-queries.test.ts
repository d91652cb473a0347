import { beforeAll, expect, test } from "vitest";
import type { Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { inCare, type InCare } from "#server/treatment/testing/in-care.ts";
import { rolledBack } from "#server/treatment/testing/rolled-back.ts";
import {
  changePricing,
  changeTrigger,
  decideUpsells,
  findOrdersOfOpenUpsells,
  findUpsells,
  findUpsellsOfOrder,
  insertOpenUpsell,
  linkUpsellsToOrder,
  lockOpenUpsells,
  lockUpsell,
  unlinkUpsells,
} from "./upsell-queries.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 0, 5, hour));

let server: TestServer;
let rosa: InCare;
let ana: InCare;
beforeAll(async () => {
  server = await sharedTestServer();
  [rosa, ana] = [await inCare(server), await inCare(server)];
});

interface Row {
  readonly patient: () => InCare;
  readonly product: string;
  readonly status: Tables["upsell"]["status"];
  readonly offered: number;
  readonly linked?: true;
}

/** Upsells of two patients, some of which their orders buy. */
const upsells = {
  old: { patient: () => rosa, product: "serum", status: "denied", offered: 1 },
  cream: { patient: () => rosa, product: "cream", status: "open", offered: 3, linked: true },
  serum: { patient: () => rosa, product: "serum", status: "open", offered: 2 },
  bought: { patient: () => rosa, product: "cream", status: "accepted", offered: 4, linked: true },
  anas: { patient: () => ana, product: "cream", status: "open", offered: 2, linked: true },
} satisfies Readonly<Record<string, Row>>;
type Name = keyof typeof upsells;

interface Found {
  readonly tx: Tx;
  readonly idOf: (name: Name) => string;
  readonly namesOf: (rows: readonly { readonly id: string }[]) => string[];
  /** Status and order of each. */
  readonly states: () => Promise<Record<string, string>>;
}

const withUpsells = (act: (found: Found) => Promise<void>): Promise<void> =>
  rolledBack(server, async (tx) => {
    const ids = new Map<string, string>();
    for (const [name, { patient, product, status, offered, linked }] of Object.entries(upsells) as [Name, Row][]) {
      const id = newId();
      ids.set(name, id);
      await tx
        .insertInto("upsell")
        .values({
          ...{ id, patient_id: patient().id, product_id: product, pricing_id: `${product}_1m`, triggered_from: "home" },
          ...{ status, order_id: linked ? patient().orderId : null, offered_at: at(offered) },
          decided_at: status === "open" ? null : at(5),
        })
        .execute();
    }
    const nameOf = (id: string) => [...ids].find(([, each]) => each === id)?.[0] ?? "another";
    await act({
      tx,
      idOf: (name) => ids.get(name) ?? "",
      namesOf: (rows) => rows.map(({ id }) => nameOf(id)),
      states: async () => {
        const rows = await tx
          .selectFrom("upsell")
          .selectAll()
          .where("id", "in", [...ids.values()])
          .execute();
        return Object.fromEntries(
          rows.map(({ id, status, order_id }) => [nameOf(id), order_id === null ? status : `${status}, linked`]),
        );
      },
    });
  });

const asMade = {
  ...{ old: "denied", cream: "open, linked", serum: "open", bought: "accepted, linked", anas: "open, linked" },
};

test("a patient's upsells, oldest first, and those of an order; one by its id, where it is theirs", () =>
  withUpsells(async ({ tx, idOf, namesOf }) => {
    expect(namesOf(await findUpsells(tx, rosa.id))).toEqual(["old", "serum", "cream", "bought"]);
    expect(namesOf(await findUpsellsOfOrder(tx, rosa.orderId))).toEqual(["cream", "bought"]);
    expect((await lockUpsell(tx, rosa.id, idOf("old")))?.id).toBe(idOf("old"));
    expect(await lockUpsell(tx, rosa.id, idOf("anas"))).toBeUndefined();
  }));

test("the open ones among some, and the orders that are linked to an open one", () =>
  withUpsells(async ({ tx, idOf, namesOf }) => {
    const some = [idOf("old"), idOf("bought"), idOf("anas"), idOf("cream")];
    const locked = await lockOpenUpsells(tx, some);
    expect(new Set(namesOf(locked))).toEqual(new Set(["anas", "cream"]));
    expect(locked.map(({ id }) => id)).toEqual(
      locked.map(({ id }) => id).toSorted((one, other) => (one < other ? -1 : 1)),
    );
    const orders = (await findOrdersOfOpenUpsells(tx)).filter((id) => [rosa.orderId, ana.orderId].includes(id));
    const newestFirst = [rosa.orderId, ana.orderId].toSorted((one, other) => (one < other ? 1 : -1));
    expect(orders).toEqual(newestFirst);
    await decideUpsells(tx, [idOf("cream")], "accepted", at(6));
    expect(await findOrdersOfOpenUpsells(tx)).not.toContain(rosa.orderId);
  }));

test("a product is offered once while it is open, and again once it was decided", () =>
  withUpsells(async ({ tx, idOf }) => {
    const offer = (productId: string) => {
      const upsell = { productId, pricingId: `${productId}_3m`, couponCode: "CODE", triggeredFrom: "followup" };
      return insertOpenUpsell(tx, rosa.id, upsell, at(9));
    };
    expect((await offer("serum")).id).toBe(idOf("serum"));
    await decideUpsells(tx, [idOf("cream")], "denied", at(6));
    const again = await offer("cream");
    expect(again).toMatchObject({
      ...{ patient_id: rosa.id, product_id: "cream", pricing_id: "cream_3m", coupon_code: "CODE", status: "open" },
      ...{ triggered_from: "followup", order_id: null, offered_at: at(9), decided_at: null },
    });
    expect((await findUpsells(tx, rosa.id)).at(-1)?.id).toBe(again.id);
    // An open one, though what was decided was offered later.
    await tx
      .updateTable("upsell")
      .set({ offered_at: at(10) })
      .where("id", "=", idOf("bought"))
      .execute();
    expect((await offer("cream")).id).toBe(again.id);
  }));

test("decided, linked and unlinked is what is open and meant", () =>
  withUpsells(async ({ tx, idOf, states }) => {
    await decideUpsells(tx, [], "denied", at(6));
    expect(await states()).toEqual(asMade);
    await decideUpsells(tx, [idOf("old"), idOf("serum")], "accepted", at(6));
    expect(await states()).toEqual({ ...asMade, serum: "accepted" });
    await decideUpsells(tx, [idOf("cream"), idOf("bought")], "denied", at(6));
    const denied = { ...asMade, serum: "accepted", cream: "denied" };
    expect(await states()).toEqual(denied);
    const decided = (await findUpsells(tx, rosa.id)).map(({ decided_at }) => decided_at);
    expect(decided).toEqual([at(5), at(6), at(6), at(5)]);
  }));

test("an order's open upsells are linked to it and let go of; what was bought stays with it", () =>
  withUpsells(async ({ tx, idOf, states }) => {
    await linkUpsellsToOrder(tx, [idOf("serum")], rosa.orderId);
    expect(await states()).toEqual({ ...asMade, serum: "open, linked" });
    await unlinkUpsells(tx, rosa.orderId);
    expect(await states()).toEqual({ ...asMade, cream: "open", serum: "open" });
  }));

test("another pricing, and where it was asked for, of the one that is meant", () =>
  withUpsells(async ({ tx, idOf }) => {
    expect(await changePricing(tx, idOf("cream"), "cream_3m")).toMatchObject({
      id: idOf("cream"),
      pricing_id: "cream_3m",
    });
    expect(await changeTrigger(tx, idOf("serum"), "plan")).toMatchObject({ id: idOf("serum"), triggered_from: "plan" });
    const rows = [...(await findUpsells(tx, rosa.id)), ...(await findUpsells(tx, ana.id))];
    expect(rows.filter(({ pricing_id }) => pricing_id === "cream_3m")).toHaveLength(1);
    expect(rows.filter(({ triggered_from }) => triggered_from === "plan")).toHaveLength(1);
  }));
