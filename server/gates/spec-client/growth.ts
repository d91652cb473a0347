import { expect } from "vitest";
import type { Call } from "./client.ts";
import { missing } from "./fields.ts";
import { offerOf, type Person } from "./visit.ts";

type Offer = Record<string, unknown> & { readonly upsellId: string; readonly productId: string };
type Offers = { readonly items: readonly Offer[] };

/** The open offer of this code, after each list of offers was read. */
export async function looksAtOffers(call: Call, code: "ESTRIOL51" | "UPSELL51"): Promise<Offer> {
  const available = "GET default /upsell/availableupsell";
  const lists = [
    await call<Offers>(available),
    await call<Offers>(available, { query: "show=" }),
    await call<Offers>(available, { query: "show=all" }),
  ];
  const opened = await call<Offer>("POST default /upsell/addtopatient/{id}", {
    path: [code],
    body: { triggeredfrom: "cream_modal" },
  });
  expect(opened).toMatchObject({ productId: code, triggeredfrom: "cream_modal" });
  lists.push(await call<Offers>("GET default /upsell"));
  for (const { items } of lists) {
    expect(items.map(({ productId }) => productId)).toContain(code);
    expect(items.flatMap((offer) => missing("upsell", offer))).toEqual([]);
  }
  return opened;
}

/** One offer accepted by its id, the other by its product. */
export async function saysYes(call: Call): Promise<void> {
  const { upsellId: id, couponId: coupon, ...cream } = offerOf(await looksAtOffers(call, "ESTRIOL51"));
  await call("PUT default /upsell/{id}/accept", { path: [String(id)], body: { ...cream, coupon: coupon ?? "" } });
  await call("POST default /upsell/accept", { body: offerOf(await looksAtOffers(call, "UPSELL51")) });
}

/** One offer denied, the other accepted by the call for several. */
export async function saysYesAndNo(call: Call): Promise<void> {
  const { upsellId } = await looksAtOffers(call, "ESTRIOL51");
  await call("PUT default /upsell/{id}/deny", { path: [upsellId], body: {} });
  const upsells = [offerOf(await looksAtOffers(call, "UPSELL51"))];
  await call("POST default /upsell/accept-multiple", { body: { upsells } });
}

/** Refer a Friend. */
export async function invites({ call, id }: Person): Promise<void> {
  const { referralLink } = await call<{ referralLink: string }>("POST default /user/referral", { body: {} });
  await call("POST default /referral/patient", { body: { referralLink, email: "lena@example.com" } });
  await call("POST default /discount/{id}/validate", { path: [id], body: { promocode: "WINBACK10" } });
}
