import { expect } from "vitest";
import type { Call } from "./client.ts";
import { missingFields } from "./spec-fields.ts";
import { upsellAcceptance, type Person } from "./visit.ts";

type Upsell = Record<string, unknown> & { readonly upsellId: string; readonly productId: string };
type UpsellList = { readonly items: readonly Upsell[] };

/** The open upsell with this code, after reading each list of upsells. */
export async function openUpsell(call: Call, code: "ESTRIOL51" | "UPSELL51"): Promise<Upsell> {
  const available = "GET default /upsell/availableupsell";
  const lists = [
    await call<UpsellList>(available),
    await call<UpsellList>(available, { query: "show=" }),
    await call<UpsellList>(available, { query: "show=all" }),
  ];
  const upsell = await call<Upsell>("POST default /upsell/addtopatient/{id}", {
    path: [code],
    body: { triggeredfrom: "cream_modal" },
  });
  expect(upsell).toMatchObject({ productId: code, triggeredfrom: "cream_modal" });
  lists.push(await call<UpsellList>("GET default /upsell"));
  for (const { items } of lists) {
    expect(items.map(({ productId }) => productId)).toContain(code);
    expect(items.flatMap((upsell) => missingFields("upsell", upsell))).toEqual([]);
  }
  return upsell;
}

/** Accepts one upsell by its id, the other by its product. */
export async function acceptBothUpsells(call: Call): Promise<void> {
  const { upsellId: id, couponId: coupon, ...cream } = upsellAcceptance(await openUpsell(call, "ESTRIOL51"));
  await call("PUT default /upsell/{id}/accept", { path: [String(id)], body: { ...cream, coupon: coupon ?? "" } });
  await call("POST default /upsell/accept", { body: upsellAcceptance(await openUpsell(call, "UPSELL51")) });
}

/** Denies one upsell, and accepts the other by the call for several. */
export async function denyAndAcceptUpsells(call: Call): Promise<void> {
  const { upsellId } = await openUpsell(call, "ESTRIOL51");
  await call("PUT default /upsell/{id}/deny", { path: [upsellId], body: {} });
  const upsells = [upsellAcceptance(await openUpsell(call, "UPSELL51"))];
  await call("POST default /upsell/accept-multiple", { body: { upsells } });
}

/** Refer a Friend. */
export async function inviteFriend({ call, id }: Person): Promise<void> {
  const { referralLink } = await call<{ referralLink: string }>("POST default /user/referral", { body: {} });
  await call("POST default /referral/patient", { body: { referralLink, email: "lena@example.com" } });
  await call("POST default /discount/{id}/validate", { path: [id], body: { promocode: "WINBACK10" } });
}
