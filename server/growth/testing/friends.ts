import { growth } from "#contract/growth.ts";
import { payment } from "#contract/payment.ts";
import { store } from "#contract/store.ts";
import { giveRewards } from "#server/growth/referral/give-rewards.ts";
import { newId } from "#server/platform/ids.ts";
import type { TestPatient, TestServer } from "#server/testing/harness.ts";

let houses = 0;

/** A house of her own, so that nobody takes two patients for one. */
const aHouse = () => ({ address1: `${(houses += 1)} Fern Lane`, city: "Town", state: "IA", zipcode: "52240" });

export const codeOf = async (server: TestServer, { token }: TestPatient): Promise<string> =>
  (await server.call(growth.referral, { body: {} }, { token })).ok.referralcode;

/** She comes with a friend's code. */
export const comesWith = (server: TestServer, { token }: TestPatient, referralcode: string) =>
  server.call(growth.overwriteReferral, { body: { referralcode } }, { token });

/** She has an address and a card, of her own unless told which; what she orders is paid at once. */
export async function settlesIn(
  server: TestServer,
  { id, token }: TestPatient,
  { house = aHouse(), card }: { house?: ReturnType<typeof aHouse> & { address2?: string }; card?: string } = {},
): Promise<void> {
  await server.call(store.createShippingAddress, { body: house }, { token });
  await server.call(payment.saveSource, { body: { source: card ?? "tok_mastercard" } }, { token });
  if (card !== undefined) return;
  const { db } = server.services;
  await db.updateTable("payment_source").set({ fingerprint: newId() }).where("patient_id", "=", id).execute();
}

/** The next month has begun: rewards that were written down until now are given. */
export function nextMonthBegins({ services }: TestServer): Promise<void> {
  const later = new Date(services.clock.now().getTime() + 32 * 86_400_000);
  return giveRewards({ ...services, clock: { ...services.clock, now: () => later } });
}

/** She orders what needs no prescription; the jobs it brings have run. */
export async function orders(server: TestServer, { token }: TestPatient, couponid?: string) {
  const checkout = [{ productid: "magnesium", pricingid: "magnesium_1m", quantity: 2 }];
  const { status, ok, problem } = await server.call(
    store.checkout,
    { body: { checkout, ...(couponid !== undefined && { couponid }) } },
    { token },
  );
  await server.jobs.drain();
  return { status, code: problem?.code, order: ok?.order };
}

/** A friend of hers who came through her link and has ordered, a month ago. */
export async function friendOf(server: TestServer, patient: TestPatient): Promise<TestPatient> {
  const friend = await server.newPatient();
  await comesWith(server, friend, await codeOf(server, patient));
  await settlesIn(server, friend);
  await orders(server, friend);
  await nextMonthBegins(server);
  return friend;
}
