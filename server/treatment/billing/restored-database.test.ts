import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { care } from "#contract/care/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { backUp, restore } from "#server/operations/backup.ts";
import { openShop, type Shop } from "#server/orders/testing/shop.ts";
import { clinicToday, daysBetween } from "#server/platform/clock/calendar-days.ts";
import { openEmbedded, type OpenDatabase } from "#server/platform/database/open.ts";
import { makeDatabase } from "#server/platform/database/testing/server-databases.ts";
import { openTestDatabase, openTestServer, testDatabaseUrl } from "#server/platform/database/testing/test-databases.ts";
import type { AdapterName } from "#server/platform/gateway/testing/adapters.ts";
import { testApiKey as apiKey } from "#server/testing/harness.ts";
import { msUntilNoon } from "#server/testing/noon.ts";
import {
  bill,
  deliverPaid,
  home,
  type InCare,
  inCare,
  passDays,
  prescriptionOrderIn,
  subscriptionOf,
  tokenOf,
} from "../testing/in-care.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const serverUrl = testDatabaseUrl();
const dayMs = 86_400_000;

/** A backup of the database, and what restores it. */
async function backupOf(database: OpenDatabase): Promise<() => Promise<OpenDatabase>> {
  if (serverUrl === null) {
    const image = await database.lite?.dumpDataDir("none");
    return () => openEmbedded(null, image);
  }
  const folder = mkdtempSync(join(tmpdir(), "calendula-restored-"));
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db);
  const name = rows[0]?.name ?? "";
  const from = new URL(serverUrl);
  from.pathname = `/${name}`;
  await backUp({ databaseUrl: from.href, filesFolder: null }, folder);
  let count = 0;
  removals.push(() => rmSync(folder, { recursive: true, force: true }));
  return async () => {
    const target = await makeDatabase(serverUrl, `${name}_${(count += 1)}`, { disposable: true });
    await restore({ databaseUrl: target.url, filesFolder: null }, folder);
    return openTestServer(target.url);
  };
}
const removals: (() => void)[] = [];
afterAll(() => removals.forEach((remove) => remove()));

/** Orders of a patient with what the gateway took for them. */
const ordersOf = async (shop: Shop, patient: InCare) =>
  (await home(shop, patient)).orders.map(({ status, summary }) => [status, summary.totalamount]);

describe
  .runIf(serverUrl === null || spawnSync("pg_dump", ["--version"]).status === 0)
  .each<AdapterName>(["sandbox", "stripe"])(
  "a database restored on the day of its charges, on the same gateway: %s",
  (adapter) => {
    let gateway: OpenDatabase;
    let first: Shop;
    const restored: Shop[] = [];
    let restoreBackup: () => Promise<OpenDatabase>;
    let renewed: InCare;
    let declined: InCare;
    let early: InCare;

    async function openRestored(laterMs = 0): Promise<Shop> {
      const database = await restoreBackup();
      const shop = await openShop(adapter, { database, gatewayDb: gateway.db });
      shop.clock.setOffset(first.clock.offset + laterMs);
      restored.push(shop);
      return shop;
    }
    const charges = () =>
      gateway.db
        .selectFrom("sandbox.intent")
        .select(["id", "status", "amount"])
        .orderBy("created_at")
        .orderBy("id")
        .execute();
    const getNext = async (shop: Shop, patient: InCare) => {
      const { id } = prescriptionOrderIn(await subscriptionOf(shop, patient), "scheduled");
      return shop.call(treatment.getNext, { params: { id } }, { token: await tokenOf(shop, patient) });
    };

    beforeAll(async () => {
      gateway = await openTestDatabase();
      first = await openShop(adapter, { database: await openTestDatabase(), gatewayDb: gateway.db });
      first.clock.setOffset(msUntilNoon());
      [renewed, declined, early] = [await inCare(first), await inCare(first), await inCare(first)];
      const [charge] = (await home(first, renewed)).charges;
      await passDays(first, daysBetween(clinicToday(first.services), charge?.chargeon ?? "") - 1);
      await first.jobs.drain();
      first.clock.advance(dayMs);
      restoreBackup = await backupOf(first.database);
      await gateway.db
        .updateTable("sandbox.payment_method")
        .set({ charge_decline: "insufficient_funds" })
        .where("customer_id", "in", (query) =>
          query.selectFrom("sandbox.customer").select("id").where("patient_id", "=", declined.id),
        )
        .execute();
      expect((await getNext(first, early)).status).toBe(200);
      await bill(first);
    });
    afterAll(async () => {
      for (const shop of [first, ...restored]) await shop.close();
      await gateway.close();
    });

    test("what was charged is charged once, and adopted with its outcome, on the day and when the gateway has forgotten its keys", async () => {
      const before = await charges();
      const [paid, unpaid] = [await ordersOf(first, renewed), await ordersOf(first, declined)];
      // An order that was declined isn't shown.
      expect([paid.length, unpaid.length]).toEqual([2, 1]);
      for (const laterMs of [60_000, 30 * 3_600_000]) {
        const shop = await openRestored(laterMs);
        await bill(shop);
        await shop.reconcile();
        expect(await ordersOf(shop, renewed)).toEqual(paid);
      }
      const ofRenewed = (rows: readonly { status: string }[]) => rows.filter(({ status }) => status === "succeeded");
      expect(ofRenewed(await charges())).toEqual(ofRenewed(before));
    });

    test("a decline is adopted as well: the bank isn't asked again on the same day", async () => {
      const before = await charges();
      const shop = await openRestored(120_000);
      await bill(shop);
      expect(await ordersOf(shop, declined)).toEqual(await ordersOf(first, declined));
      expect(await charges()).toEqual(before);
    });

    test("what a patient got ahead of its day is charged once, whoever asks for it again", async () => {
      const before = await charges();
      const paid = await ordersOf(first, early);
      const [pressed, waited] = [await openRestored(), await openRestored(60_000)];
      expect((await getNext(pressed, early)).status).toBe(200);
      await bill(waited);
      for (const shop of [pressed, waited]) expect(await ordersOf(shop, early)).toEqual(paid);
      expect((await charges()).length).toBe(before.length);
    });

    test("the next period is charged as ever", async () => {
      const shop = await openRestored();
      await bill(shop);
      const count = async () => (await charges()).filter(({ status }) => status === "succeeded").length;
      const before = await count();
      await deliverPaid(shop, renewed);
      const [charge] = (await home(shop, renewed)).charges;
      await passDays(shop, daysBetween(clinicToday(shop.services), charge?.chargeon ?? ""));
      await shop.jobs.drain();
      expect(await ordersOf(shop, renewed)).toHaveLength(3);
      expect(await count()).toBeGreaterThan(before);
    });

    test("the closing knows them as payments of patients before they are adopted, and has no difference after", async () => {
      const shop = await openRestored(180_000);
      const day = clinicToday(shop.services);
      const todos = async () =>
        (await shop.call(care.closingOfDay, { params: { day } }, { apiKey })).ok.differences.map(({ todo }) => todo);
      expect(new Set(await todos())).toEqual(new Set(["order_missing"]));
      await bill(shop);
      expect(await todos()).toEqual([]);
    });
  },
);
