import { beforeAll, expect, test } from "vitest";
import { addAddress } from "#server/addresses/shipping-addresses.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { type OrderStatus, orderStatuses } from "./order-status.ts";
import { orderById } from "./orders.ts";
import { redirectReturnedOrders } from "./redirect-returned-orders.ts";
import { openShipTo } from "./shipping-address.ts";
import { addLine, addOrder, minute } from "./testing/order-rows.ts";

let server: TestServer;
let rosa: string;
let other: string;
beforeAll(async () => {
  server = await sharedTestServer();
  [rosa, other] = [(await server.newPatient()).id, (await server.newPatient()).id];
});

interface Sent {
  readonly status?: OrderStatus;
  readonly state?: string;
  readonly cancelled?: boolean;
  /** What became of each parcel; `again` has left after one that came back. */
  readonly parcels?: readonly ("returned" | "again")[];
  readonly patient?: string;
}
/** An order with a line that was sent so. */
async function sent({
  status = "paid",
  state = "IA",
  cancelled = false,
  parcels = ["returned"],
  patient = rosa,
}: Sent) {
  const { id } = await addOrder(server, patient, 1, { status, shipping_state: state });
  await addLine(server, id, 1, { cancelled_at: cancelled ? minute(9) : null });
  for (const [index, parcel] of parcels.entries())
    await server.services.db
      .insertInto("shipment")
      .values({
        ...{ order_id: id, parcel: index + 1, carrier: "UPS", tracking_number: `${index}`, shipped_at: minute(index) },
        ...(parcel === "returned" && { returned_at: minute(5), return_reason: "address" }),
      })
      .execute();
  return id;
}
const moveTo = (patient: string) =>
  inTransaction(server.services, ({ db }) =>
    addAddress(db, server.services, patient, {
      address1: "9 Oak Street",
      city: "Town",
      state: "IA",
      zipcode: "50010",
    } as never),
  );
const redirect = (patient = rosa) =>
  inTransaction(server.services, (tx) =>
    redirectReturnedOrders({ ...tx, clock: { ...tx.clock, now: () => minute(30) } }, patient),
  );
const goesTo = async (id: string) => {
  const order = await orderById(server.services.db, id);
  return order && [openShipTo(server.services.secrets, order).address1, order.updated_at];
};
const [before, after] = [
  ["1 Elm Street", minute(1)],
  ["9 Oak Street", minute(30)],
];

test("the only order that came back goes to the new address as well", async () => {
  const { id: patient } = await server.newPatient();
  const returned = await sent({ patient });
  await moveTo(patient);
  await redirect(patient);
  expect(await goesTo(returned)).toEqual(after);
});

test("what came back and is still to be sent goes to the address the patient has now, within its state", async () => {
  const returned = await sent({});
  await redirect();
  expect(await goesTo(returned)).toEqual(before);
  await moveTo(rosa);
  const statuses = new Map<OrderStatus, string>();
  for (const status of orderStatuses) statuses.set(status, await sent({ status }));
  const others = [
    await sent({ patient: other }),
    await sent({ state: "TX" }),
    await sent({ cancelled: true }),
    await sent({ parcels: [] }),
    await sent({ parcels: ["again"] }),
    await sent({ parcels: ["returned", "again"] }),
  ];
  const twice = await sent({ parcels: ["returned", "returned"] });
  await redirect();
  expect([await goesTo(returned), await goesTo(twice)]).toEqual([after, after]);
  for (const [status, id] of statuses)
    expect(await goesTo(id), status).toEqual(["paid", "shipped"].includes(status) ? after : before);
  for (const [index, id] of others.entries()) expect(await goesTo(id), `${index}`).toEqual(before);
});
