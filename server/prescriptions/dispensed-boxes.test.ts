import { expect, test } from "vitest";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { deliver } from "#server/treatment/testing/in-care.ts";
import { begunRows, dispensedBoxes, dispensingQueries, loadDispensedBoxes } from "./dispensed-boxes.ts";
import { addFilledLine, capsule, patch, twoPrescribed } from "./testing/prescription-rows.ts";

const server = serverAtNoon();

test("boxes are counted by the patient's own orders, lines, parcels and fills, in their order", async () => {
  const [rosa, other] = await twoPrescribed(server);
  for (const patient of [rosa, other]) {
    for (const product of [capsule, patch] as const) await addFilledLine(server, patient, product);
    await deliver(server, patient.orderId);
  }
  const { orders, lines, shipments, fills } = dispensingQueries(server.services.db, rosa.id);
  expect((await orders.execute()).map(({ id }) => id)).toEqual([rosa.orderId]);
  const found = await lines.execute();
  expect(found.map(({ line }) => line)).toEqual(found.map(({ line }) => line).toSorted((one, two) => one - two));
  expect(found.filter(({ product_id }) => product_id === patch)).toHaveLength(2);
  for (const rows of [found, await shipments.execute(), await fills.execute()])
    expect(new Set(rows.map(({ order_id }) => order_id))).toEqual(new Set([rosa.orderId]));
});

test("a box is begun on arrival where its own order and product say so", async () => {
  const [rosa, other] = await twoPrescribed(server);
  const { db } = server.services;
  const begun = async () => (await begunRows(db, rosa.id).execute()).map(({ product_id }) => product_id);
  expect(await begun()).toEqual([]);
  for (const { id } of [rosa, other])
    await db
      .updateTable("prescription_order")
      .set({ begins: "on_arrival" })
      .where("patient_id", "=", id)
      .where("product_id", "=", patch)
      .execute();
  expect(await begunRows(db, rosa.id).execute()).toEqual([
    { order_id: rosa.orderId, product_id: patch, begins_on: null },
  ]);
  const boxes = await loadDispensedBoxes(db, rosa.id, "America/New_York");
  expect([boxes.get(patch)?.[0]?.beginsOnArrival, boxes.get(capsule)?.[0]?.beginsOnArrival]).toEqual([true, undefined]);
});

test("every day of a box is the practice's, at 11 p.m. as at noon", () => {
  const evening = (day: number) => new Date(Date.UTC(2026, 5, day + 1, 3));
  const [order_id, product_id] = ["order", patch];
  const boxes = dispensedBoxes(
    {
      orders: [{ id: order_id, status: "delivered", placed_at: evening(1) }],
      lines: [{ order_id, line: 1, product_id, days_supply: 28, quantity: 1, cancelled_at: null }],
      shipments: [{ order_id, parcel: 1, shipped_at: evening(3), delivered_at: evening(5), returned_at: null }],
      fills: [{ order_id, line: 1, parcel: 1 }],
      begun: [],
      phases: [
        {
          ...{ id: "phase", patient_id: "patient", product_id, pace: "half", begins_on: null, made_at: evening(9) },
          directions_sealed: Buffer.from("words"),
        },
      ],
      rests: [],
      losses: [],
    },
    "America/New_York",
  );
  expect(boxes.get(patch)).toMatchObject([
    {
      ...{ orderedOn: "2026-06-01", shippedOn: "2026-06-03", deliveredOn: "2026-06-05" },
      paces: [{ from: "2026-06-09", pace: "half" }],
    },
  ]);
});

test("what was lost of one medicine is gone of that one alone", () => {
  const at = (day: number) => new Date(Date.UTC(2026, 5, day, 16));
  const products = [patch, capsule];
  const ofOrder = (order_id: string, first: number) => ({
    order: { id: order_id, status: "delivered" as const, placed_at: at(first) },
    lines: products.map((product_id, line) => ({
      ...{ order_id, line, product_id, days_supply: 28, quantity: 1, cancelled_at: null },
    })),
    shipment: { order_id, parcel: 1, shipped_at: at(first + 1), delivered_at: at(first + 2), returned_at: null },
  });
  const both = [ofOrder("lost", 1), ofOrder("early", 13)];
  const boxes = dispensedBoxes(
    {
      ...{ fills: [], begun: [], phases: [], rests: [] },
      orders: both.map(({ order }) => order),
      lines: both.flatMap(({ lines }) => lines),
      shipments: both.map(({ shipment }) => shipment),
      losses: [{ product_id: patch, granted_at: at(12), ends_on: "2026-06-25" }],
    },
    "America/New_York",
  );
  const gone = (product: string) => boxes.get(product)?.map(({ orderId, goneOn }) => [orderId, goneOn]);
  expect(gone(patch)).toEqual([
    ["lost", "2026-06-12"],
    ["early", undefined],
  ]);
  expect(gone(capsule)).toEqual([
    ["lost", undefined],
    ["early", undefined],
  ]);
});
