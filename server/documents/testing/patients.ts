import { care } from "#contract/care/calls.ts";
import { store } from "#contract/cart/calls.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { testApiKey, type TestServer } from "#server/testing/harness.ts";

/** A patient whose plan was approved and sent, who then bought a cart with a coupon and got a partial refund. */
export async function treatedPatient(server: TestServer) {
  const patient = await handedOver(server);
  const params = { id: patient.id };
  const apiKey = testApiKey;
  await server.call(care.accept, { params, body: {} }, { apiKey });
  await server.call(care.approvePlan, { params, body: { note: "This plan is a good fit for you." } }, { apiKey });
  await server.services.jobs.drain();
  await ship(server, patient.orderId);
  const checkout = [
    { productid: "magnesium", pricingid: "magnesium_1m", quantity: 2 },
    { productid: "moisturizer", pricingid: "moisturizer_1m", quantity: 1 },
  ];
  const { ok } = await server.call(
    store.checkout,
    { body: { checkout, couponid: "HSASTORE30" } },
    { token: patient.token },
  );
  if (!ok.order) throw new Error("The cart was not paid");
  await server.services.jobs.drain();
  const body = { amount: 5.25, reason: "The box was damaged." };
  await server.call(care.refundOrder, { params: { id: ok.order.id }, body }, { apiKey });
  await server.services.jobs.drain();
  return { ...patient, cart: ok.order };
}

export const ship = (server: TestServer, orderId: string) =>
  server.call(
    care.shipOrder,
    { params: { id: orderId }, body: { carrier: "Meadow Post", trackingnumber: "MP-1" } },
    { apiKey: testApiKey },
  );
