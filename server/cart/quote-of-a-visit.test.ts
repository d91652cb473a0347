import { expect, test } from "vitest";
import { store } from "#contract/cart/calls.ts";
import { addressBody, readyToPay } from "#server/onboarding/testing/checkout.ts";
import { sharedTestServer } from "#server/testing/harness.ts";

test("a visit is quoted with each of its choices once, for the address chosen there, or for the one that is named", async () => {
  const server = await sharedTestServer();
  const rosa = await server.newPatient();
  await readyToPay(server, rosa);
  const { token } = rosa;
  // The newest is the default one, and its state taxes medicine.
  const taxed = { ...addressBody, city: "Chicago", state: "IL", zipcode: "60601" };
  const { ok: newest } = await server.call(store.createShippingAddress, { body: taxed }, { token });
  const quote = async (body: object) => {
    const { orderdetail, ordersummary } = (await server.call(store.computeTax, { body }, { token })).ok;
    return [orderdetail.map(({ quantity }) => quantity), ordersummary.subtotal, ordersummary.taxamount];
  };
  expect(await quote({})).toEqual([[1, 1], 94, 0]);
  expect(await quote({ shippingid: newest.id })).toEqual([[1, 1], 94, 0.94]);
});

test("a visit is quoted with the code chosen there, or with the one that is named", async () => {
  const server = await sharedTestServer();
  const rosa = await server.newPatient();
  await readyToPay(server, rosa);
  const { token } = rosa;
  const visit = server.services.db.updateTable("onboarding").where("patient_id", "=", rosa.id);
  await visit.set({ coupon_code: "FSASTORE30" }).execute();
  const quote = async (body: object) => {
    const { couponid, discount } = (await server.call(store.computeTax, { body }, { token })).ok.ordersummary;
    return [couponid, discount];
  };
  expect(await quote({})).toEqual(["FSASTORE30", 28.2]);
  expect(await quote({ couponid: "BFBLOSSOM40FIXED" })).toEqual(["BFBLOSSOM40FIXED", 40]);
});
