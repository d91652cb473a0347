import { afterAll, beforeAll, expect, test } from "vitest";
import { openShop, type Shop } from "#server/orders/testing/shop.ts";
import { testDatabaseUrl } from "#server/platform/database/testing/test-databases.ts";
import { whileOrdersLocked } from "#server/testing/while-orders-locked.ts";
import { referralCodeOf, overwriteReferralCode } from "../testing/referrals.ts";

const title =
  "quality 3: a friend's code is applied before an order of the patient or after it, never while it is placed";

// The embedded database has one connection, so nothing can wait there.
if (testDatabaseUrl() !== null) {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  test(title, async () => {
    const [rosa, mia] = [await shop.newPatient(), await shop.newPatient()];
    const code = await referralCodeOf(shop, rosa);
    const { waited, result } = await whileOrdersLocked(shop, mia.id, () => overwriteReferralCode(shop, mia, code));
    expect([waited, result.status]).toEqual([true, 200]);
  });
} else test.skip(title, () => undefined);
