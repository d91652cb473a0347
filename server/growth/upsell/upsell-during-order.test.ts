import { afterAll, beforeAll, expect, test } from "vitest";
import { growth } from "#contract/growth/calls.ts";
import { openShop, type Shop } from "#server/orders/testing/shop.ts";
import { testDatabaseUrl } from "#server/platform/database/testing/test-databases.ts";
import { newId } from "#server/platform/ids.ts";
import type { TestPatient } from "#server/testing/harness.ts";
import { whileOrdersLocked } from "#server/testing/while-orders-locked.ts";
import { answeredPatientInCare, dashboardUpsell } from "../testing/upsells.ts";

const title =
  "§7 Upsell, limits under parallel requests: yes and no wait for an order of the patient that is being placed";

// The embedded database has one connection, so nothing can wait there.
if (testDatabaseUrl() !== null) {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  const accept = ({ token }: TestPatient, id: string) =>
    shop.call(growth.acceptUpsell, { params: { id }, body: { totalamount: 999 } }, { token, key: newId() });
  const deny = ({ token }: TestPatient, id: string) =>
    shop.call(growth.denyUpsell, { params: { id }, body: {} }, { token });

  test.each([
    ["yes", accept],
    ["no", deny],
  ])(`${title}: %s`, async (_, decide) => {
    const rosa = await answeredPatientInCare(shop);
    const { upsellId } = await dashboardUpsell(shop, rosa, "cream");
    const { waited, result } = await whileOrdersLocked(shop, rosa.id, () =>
      decide(rosa, upsellId).then((response) => response.status),
    );
    expect([waited, result]).toEqual([true, 200]);
  });
} else test.skip(title, () => undefined);
