import { expect, test } from "vitest";
import type { Database } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { withoutIndexes } from "#server/testing/without-indexes.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { deliver, shipInParts } from "#server/treatment/testing/in-care.ts";
import { isToSend, leftWith, orderFillRows, parcelOf, parcelRows, sentNdcRows } from "./parcels.ts";
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

test("parcels come in the order they left, each line with who packed and verified it, each code once a line and parcel", async () => {
  const [rosa, other] = await twoPrescribed(server);
  const { db } = server.services;
  for (const { orderId: order_id } of [rosa, other]) for (const number of [2, 1]) await leave(db, order_id, number);
  const found = await withoutIndexes(server, (tx) => parcelRows(tx, [rosa.orderId]).execute());
  expect(found.map((each) => each.parcel)).toEqual([1, 2]);
  const lines = await db
    .selectFrom("order_line")
    .select("line")
    .where("order_id", "=", rosa.orderId)
    .orderBy("line")
    .execute();
  const [first = 0, second = 0] = lines.map((each) => each.line);
  const rows = [
    await pack(db, rosa.orderId, first, 1, ["00002-0002-02", "00001-0001-01", "00002-0002-02"]),
    await pack(db, rosa.orderId, second, null, ["00003-0003-03"]),
  ];
  await pack(db, other.orderId, first, 1, ["00004-0004-04"]);
  const packed = await orderFillRows(db, [rosa.orderId]).execute();
  expect(packed.toSorted((one, two) => one.line - two.line)).toEqual(rows);
  expect(await sentNdcRows(db, [rosa.orderId]).execute()).toEqual(
    ["00001-0001-01", "00002-0002-02"].map((ndc) => ({ order_id: rosa.orderId, line: first, parcel: 1, ndc })),
  );
});

const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));

const leave = (db: Database, order_id: string, number: number) =>
  db
    .insertInto("shipment")
    .values({ order_id, parcel: number, carrier: "UPS", tracking_number: `T${number}`, shipped_at: at(number) })
    .execute();

/** Packed by one person and verified by another; answers its row. */
async function pack(
  db: Database,
  order_id: string,
  number: number,
  inParcel: number | null,
  ndcs: readonly string[] = [],
) {
  const fill_id = newId();
  const row = {
    ...{
      id: fill_id,
      order_id,
      line: number,
      parcel: inParcel,
      lot_number: "L1",
      expires_on: "2027-01-31",
      packed_at: at(3),
    },
    ...({ matched: "two_people", uncoded_reason: null, packer: "staff:1", packer_name: "Dana" } as const),
    ...{ verifier: "staff:2", verifier_name: "Sam", verified_at: at(4), label_digests: null },
    ...{ voided_at: null, voided_by: null, voided_by_name: null, void_reason: null, void_note: null },
    void_resends: null,
  };
  await db.insertInto("order_fill").values(row).execute();
  for (const ndc of ndcs)
    await db
      .insertInto("packed_box")
      .values({ id: newId(), fill_id, gtin: "00312345678906", ndc, whole: true })
      .execute();
  return row;
}

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
  expect(leftWith(of, parcel(1), fills)).toBe(isIn);
});

test("a line comes in the last parcel with it that did not come back, of its own order", () => {
  const fills = [fill(1, 1), fill(1, 2), fill(2, 3)];
  const parcels = [parcel(1), parcel(2), parcel(3)];
  expect(parcelOf(line(1), parcels, fills)).toBe(parcels[1]);
  expect(parcelOf(line(1), [parcel(1), parcel(2, { returned_at: after }), parcel(3)], fills)?.parcel).toBe(1);
  expect(parcelOf(line(9), parcels, fills)).toBeNull();
  expect(parcelOf({ ...line(1), order_id: "o2" }, parcels, [])).toBeNull();
});

const voided = (number: number, inParcel: number, void_resends: boolean) => ({
  ...fill(number, inParcel),
  ...{ voided_at: after, void_resends },
});
test.each([
  ["that was never packed, to be sent", line(1), [], [], true],
  ["that was never packed, and canceled", line(1, before), [], [], false],
  ["that left, and not to be sent again", line(1), [parcel(1)], [fill(1, 1)], false],
  ["that came back, to be sent again", line(1), [parcel(1, { returned_at: after })], [fill(1, 1)], true],
  ["that came back, and canceled since", line(1, after), [parcel(1, { returned_at: after })], [fill(1, 1)], false],
  ["that was voided, to be sent again", line(1), [parcel(1)], [voided(1, 1, true)], true],
  ["that was voided, and canceled since", line(1, after), [parcel(1)], [voided(1, 1, true)], false],
  ["that was voided for good", line(1), [parcel(1)], [voided(1, 1, false)], false],
  ["beside one that was voided for good, to be sent", line(2), [parcel(1)], [voided(1, 1, false)], true],
])("a line %s", (_, of, parcels, fills, expected) => {
  expect(isToSend(of, parcels, fills)).toBe(expected);
});
