import { expect, test } from "vitest";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { deliver } from "#server/treatment/testing/in-care.ts";
import { dispensingQueries } from "./dispensed-boxes.ts";
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
