import { expect, test } from "vitest";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { placeOrder, refundOrder } from "#server/orders/public.ts";
import { newId } from "#server/platform/ids.ts";
import { shopAtNoon } from "#server/treatment/testing/at-noon.ts";
import { inCare } from "#server/treatment/testing/in-care.ts";
import { unsettledMoney } from "./erase.ts";

const shop = shopAtNoon();
const unsettled = (id: string) => unsettledMoney(shop.services.db, id);

test("a treatment whose parcel has arrived leaves nothing unsettled; one that is paid, authorized or disputed does", async () => {
  expect(await unsettled((await inCare(shop)).id)).toBeNull();
  expect(await unsettled((await inCare(shop, { delivered: false })).id)).toBe("An order is paid.");
  expect(await unsettled((await handedOver(shop)).id)).toBe("An order is authorized.");
  const pendingShopper = await shop.shopper();
  shop.faults.add("authorize", "before");
  await placeOrder(shop.services, shop.orderRequest(pendingShopper)).catch(() => undefined);
  expect(await unsettled(pendingShopper)).toBe("An order is unknown.");
  const declinedShopper = await shop.shopper({ card: "tok_chargeCustomerFail" });
  await placeOrder(shop.services, shop.orderRequest(declinedShopper)).catch(() => undefined);
  expect(await unsettled(declinedShopper)).toBeNull();
});

test("a refund is unsettled until the gateway has made it", async () => {
  const { id, orderId } = await inCare(shop);
  await refundOrder(shop.services, { orderId, refundId: newId(), amountCents: 100, reason: "asked" });
  expect(await unsettled(id)).toBe("A refund is under way.");
  await shop.jobs.drain();
  expect(await unsettled(id)).toBeNull();
});
