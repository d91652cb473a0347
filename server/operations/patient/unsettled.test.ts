import { expect, test } from "vitest";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { converge } from "#server/payment/converge.ts";
import { moveDispute, openDispute } from "#server/platform/gateway/emulator/disputes.ts";
import { newId } from "#server/platform/ids.ts";
import { placeOrder, refundOrder } from "#server/store/public.ts";
import { shopAtNoon } from "#server/treatment/testing/at-noon.ts";
import { inCare } from "#server/treatment/testing/in-care.ts";
import { moneyMoving } from "./unsettled.ts";

const shop = shopAtNoon();
const moving = (id: string) => moneyMoving(shop.services.db, id);

test("a treatment whose parcel has come leaves nothing to move; one that is paid, held or asked of the bank does", async () => {
  expect(await moving((await inCare(shop)).id)).toBeNull();
  expect(await moving((await inCare(shop, { delivered: false })).id)).toBe("An order is paid.");
  expect(await moving((await handedOver(shop)).id)).toBe("An order is authorized.");
  const asking = await shop.shopper();
  shop.faults.add("authorize", "before");
  await placeOrder(shop.services, shop.order(asking)).catch(() => undefined);
  expect(await moving(asking)).toBe("An order is unknown.");
  const refused = await shop.shopper({ card: "tok_chargeCustomerFail" });
  await placeOrder(shop.services, shop.order(refused)).catch(() => undefined);
  expect(await moving(refused)).toBeNull();
});

test("a refund moves money until the gateway has made it", async () => {
  const { id, orderId } = await inCare(shop);
  await refundOrder(shop.services, { orderId, refundId: newId(), amountCents: 100, reason: "asked" });
  expect(await moving(id)).toBe("A refund is under way.");
  await shop.jobs.drain();
  expect(await moving(id)).toBeNull();
});

test("a dispute moves money until it is decided, for the practice or not", async () => {
  const { id, orderId } = await inCare(shop);
  const intent = (await shop.charges(orderId))[0]?.id ?? "";
  const books = { db: shop.gatewayBooks, clock: shop.clock };
  for (const [opened, decided] of [
    ["inquiry", "inquiry_closed"],
    ["needs_response", "won"],
    ["under_review", "lost"],
  ] as const) {
    const dispute = await openDispute(books, intent, { status: opened, amount: 100 });
    await converge(shop.services, intent);
    expect(await moving(id)).toBe("A payment is disputed.");
    await moveDispute(books, dispute, decided);
    await converge(shop.services, intent);
    expect(await moving(id)).toBeNull();
  }
});
