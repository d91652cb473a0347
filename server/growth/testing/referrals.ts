import { store } from "#contract/cart/calls.ts";
import { growth } from "#contract/growth/calls.ts";
import { payment } from "#contract/payment.ts";
import { newId } from "#server/platform/ids.ts";
import type { TestPatient, TestServer } from "#server/testing/harness.ts";
import { grantRewards } from "../referral/grant-rewards.ts";

let addressCount = 0;

/** A unique address, so that no two patients look like the same person. */
const newAddress = () => ({
  address1: `${(addressCount += 1)} Fern Lane`,
  city: "Town",
  state: "IA",
  zipcode: "52240",
});

export const referralCodeOf = async (server: TestServer, { token }: TestPatient): Promise<string> =>
  (await server.call(growth.referral, { body: {} }, { token })).ok.referralcode;

/** The patient enters a friend's code. */
export const overwriteReferralCode = (server: TestServer, { token }: TestPatient, referralcode: string) =>
  server.call(growth.overwriteReferral, { body: { referralcode } }, { token });

/** Gives the patient an address and a card, unique unless passed in; orders are then paid at once. */
export async function addAddressAndCard(
  server: TestServer,
  { id, token }: TestPatient,
  {
    house: address = newAddress(),
    card,
  }: { house?: ReturnType<typeof newAddress> & { address2?: string }; card?: string } = {},
): Promise<void> {
  await server.call(store.createShippingAddress, { body: address }, { token });
  await server.call(payment.saveSource, { body: { source: card ?? "tok_mastercard" } }, { token });
  if (card !== undefined) return;
  const { db } = server.services;
  await db.updateTable("payment_source").set({ fingerprint: newId() }).where("patient_id", "=", id).execute();
}

/** Grants pending rewards as if the next month had begun. */
export function grantNextMonthRewards({ services }: TestServer): Promise<void> {
  const later = new Date(services.clock.now().getTime() + 32 * 86_400_000);
  return grantRewards({ ...services, clock: { ...services.clock, now: () => later } });
}

/** Orders a product without a prescription and runs the jobs. */
export async function placeOrder(server: TestServer, { token }: TestPatient, couponid?: string) {
  const checkout = [{ productid: "magnesium", pricingid: "magnesium_1m", quantity: 2 }];
  const { status, ok, problem } = await server.call(
    store.checkout,
    { body: { checkout, ...(couponid !== undefined && { couponid }) } },
    { token },
  );
  await server.jobs.drain();
  return { status, code: problem?.code, order: ok?.order };
}

/** A friend who used the patient's code and ordered, with the reward granted. */
export async function referredFriend(server: TestServer, patient: TestPatient): Promise<TestPatient> {
  const friend = await server.newPatient();
  await overwriteReferralCode(server, friend, await referralCodeOf(server, patient));
  await addAddressAndCard(server, friend);
  await placeOrder(server, friend);
  await grantNextMonthRewards(server);
  return friend;
}
