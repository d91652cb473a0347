import { expect, test } from "vitest";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { deliver, shipInParts } from "#server/treatment/testing/in-care.ts";
import { isInParcel, orderFillRows, parcelOf, parcelRows } from "./parcels.ts";
import { twoPrescribed } from "./testing/prescription-rows.ts";

const server = serverAtNoon();
const [before, sentAt, after] = [new Date(0), new Date(1000), new Date(2000)];
const parcel = (number: number, values: { returned_at?: Date } = {}) => ({
  ...{ order_id: "o1", parcel: number, shipped_at: sentAt, returned_at: null },
  ...values,
});
const line = (number: number, cancelled_at: Date | null = null) => ({ order_id: "o1", line: number, cancelled_at });
const fill = (number: number, inParcel: number | null, order_id = "o1") => ({
  order_id,
  line: number,
  parcel: inParcel,
});

test("parcels and what was packed are those of the orders asked for", async () => {
  const [rosa, other] = await twoPrescribed(server);
  await shipInParts(server, rosa);
  await deliver(server, rosa.orderId);
  await deliver(server, other.orderId);
  const { db } = server.services;
  const parcels = await parcelRows(db, [rosa.orderId]).execute();
  expect(parcels.map(({ order_id, parcel: number }) => [order_id, number])).toEqual([
    [rosa.orderId, 1],
    [rosa.orderId, 2],
  ]);
  const lines = db.selectFrom("order_fill").select("line").where("order_id", "=", rosa.orderId);
  const packed = await orderFillRows(db, [rosa.orderId]).execute();
  expect(packed.map((each) => each.line).toSorted((a, b) => a - b)).toEqual(
    (await lines.execute()).map((each) => each.line).toSorted((a, b) => a - b),
  );
  expect(packed.length).toBeGreaterThan(0);
  expect(new Set(packed.map(({ order_id }) => order_id))).toEqual(new Set([rosa.orderId]));
});

test.each([
  ["with recorded lines has these", line(1), [fill(1, 1)], true],
  ["with recorded lines has no others", line(2), [fill(1, 1)], false],
  ["has none of another parcel's lines", line(2), [fill(1, 1), fill(2, 2)], false],
  ["has none of another order's lines", line(2), [fill(1, 1), fill(2, 1, "o2")], false],
  ["has what is only packed for it when it is recorded", line(1), [fill(1, null), fill(2, 1)], false],
  ["without recorded lines has all", line(1), [], true],
  ["without recorded lines has none that was cancelled before it left", line(1, before), [], false],
  ["without recorded lines has none that was cancelled as it left", line(1, sentAt), [], false],
  ["without recorded lines has what was cancelled after it left", line(1, after), [], true],
])("a parcel %s", (_, of, fills, isIn) => {
  expect(isInParcel(of, parcel(1), fills)).toBe(isIn);
});

test("a line comes in the last parcel with it that did not come back, of its own order", () => {
  const fills = [fill(1, 1), fill(1, 2), fill(2, 3)];
  const parcels = [parcel(1), parcel(2), parcel(3)];
  expect(parcelOf(line(1), parcels, fills)).toBe(parcels[1]);
  expect(parcelOf(line(1), [parcel(1), parcel(2, { returned_at: after }), parcel(3)], fills)?.parcel).toBe(1);
  expect(parcelOf(line(9), parcels, fills)).toBeNull();
  expect(parcelOf({ ...line(1), order_id: "o2" }, parcels, [])).toBeNull();
});
