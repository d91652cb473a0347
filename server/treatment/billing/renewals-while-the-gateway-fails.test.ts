import { afterEach, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { patientById, patientDay } from "#server/auth/public.ts";
import { deleteCustomer, detachPaymentMethod } from "#server/platform/gateway/sandbox/emulator/payment-methods.ts";
import * as say from "#server/platform/gateway/testing/scripted-answers.ts";
import { alarmOfOutside } from "#server/platform/outside/alarms.ts";
import { shopAtNoon } from "../testing/at-noon.ts";
import {
  capturedCents,
  home,
  type InCare,
  inCare,
  mailSubjects,
  passDays,
  putCard,
  tokenOf,
} from "../testing/in-care.ts";
import { runBilling } from "./run-billing.ts";

const shop = shopAtNoon("stripe");

const charges = "POST /v1/payment_intents";
afterEach(() => ["", charges].forEach((at) => shop.script(at, null)));

const planned = ({ id }: InCare) =>
  shop.services.db
    .selectFrom("prescription_order")
    .select(["status", "charge_on", "failed_on", "attempts", "order_attempts", "retry_on"])
    .where("patient_id", "=", id)
    .where("period", "=", 2)
    .execute();
const statuses = async (rosa: InCare) => (await home(shop, rosa)).subscriptions.map(({ status }) => status);
const payMails = async (rosa: InCare) =>
  (await mailSubjects(shop, rosa)).filter(
    (subject) => /payment|card|charge/i.test(subject) && !/coming|next/i.test(subject),
  );
const emulator = () => ({ db: shop.gatewayDb, clock: shop.clock });
const cardOf = ({ id }: InCare) =>
  shop.services.db
    .selectFrom("payment_source")
    .select("gateway_method_id as method")
    .where("patient_id", "=", id)
    .where("is_default", "=", true)
    .executeTakeFirst();
const customersOf = ({ id }: InCare) =>
  shop.gatewayDb.selectFrom("sandbox.customer").select(["id", "deleted_at"]).where("patient_id", "=", id).execute();

/** Passes days until the renewal is due, with `script` in force on its day. */
async function onTheDay(rosa: InCare, at: string, script: say.ScriptedAnswer): Promise<void> {
  await passDays(shop, 20);
  shop.script(at, script);
  for (let day = 0; day < 10 && (await planned(rosa)).every(({ order_attempts }) => order_attempts === 0); day += 1)
    await passDays(shop, 1);
}

describe("decisions §16 what isn't the card's is never told as the card's", () => {
  test.each<[string, string, say.ScriptedAnswer]>([
    ["an expired key", "", say.stripeError(401, { code: "api_key_expired" })],
    ["a key without the permission to charge", charges, say.stripeError(403, {})],
    ["a rate limit", charges, say.stripeError(429, {})],
    ["an outage", "", say.stripeError(503, { type: "api_error" })],
    ["a JSON string", "", say.text(200, '"ok"')],
    ["a code nobody knows", charges, say.stripeError(400, { code: "brand_new_code" })],
  ])(
    "%s at a renewal: no mail, no attempt counted, an alarm; charged once when it works again",
    async (_, at, script) => {
      const rosa = await inCare(shop);
      await onTheDay(rosa, at, script);
      for (let hour = 0; hour < 5; hour += 1) {
        shop.clock.advance(3_600_000);
        await shop.reconcile();
        await runBilling(shop.services);
      }
      expect(await planned(rosa)).toMatchObject(
        Array.from({ length: 2 }, () => ({ status: "ordered", failed_on: null, attempts: 0, order_attempts: 1 })),
      );
      expect(await payMails(rosa)).toEqual([]);
      expect(await statuses(rosa)).toEqual(["active", "active"]);
      const { ok } = await shop.call(account.user, {}, { token: await tokenOf(shop, rosa) });
      expect(ok.hasfailedtransaction).toBe(false);
      await alarmOfOutside(shop.services);
      const open = await shop.services.db
        .selectFrom("outside_failure")
        .select("system")
        .where("alarm_open", "=", true)
        .execute();
      expect(open.map(({ system }) => system)).toContain("payments");
      shop.script(at, null);
      await shop.reconcile();
      await runBilling(shop.services);
      expect(await capturedCents(shop, rosa)).toHaveLength(2);
      expect(await payMails(rosa)).toEqual([]);
      await alarmOfOutside(shop.services);
      await passDays(shop, 3);
      expect(await capturedCents(shop, rosa)).toHaveLength(2);
    },
  );

  test("out overnight: what is paid the next day counts as charged on the day it was ordered", async () => {
    const rosa = await inCare(shop);
    await onTheDay(rosa, "", say.stripeError(503, { type: "api_error" }));
    const day = patientDay(shop.services.content, await patientById(shop.services, rosa.id), shop.clock.now());
    shop.clock.advance(18 * 3_600_000);
    shop.script("", null);
    await shop.reconcile();
    await runBilling(shop.services);
    expect(await capturedCents(shop, rosa)).toHaveLength(2);
    expect((await planned(rosa)).map(({ charge_on }) => charge_on)).toEqual([day, day]);
  });

  test("out for days: nothing is past due, and it is charged once after", async () => {
    const rosa = await inCare(shop);
    await onTheDay(rosa, "", say.stripeError(401, { code: "api_key_expired" }));
    for (let hour = 0; hour < 60; hour += 1) {
      shop.clock.advance(3_600_000);
      await shop.reconcile();
      await runBilling(shop.services);
    }
    expect(await payMails(rosa)).toEqual([]);
    expect(await statuses(rosa)).toEqual(["active", "active"]);
    shop.script("", null);
    for (let round = 0; round < 3; round += 1) {
      shop.clock.advance(600_000);
      await shop.reconcile();
      await runBilling(shop.services);
    }
    expect(await capturedCents(shop, rosa)).toHaveLength(2);
    expect(await payMails(rosa)).toEqual([]);
    expect(await statuses(rosa)).toEqual(["active", "active"]);
  });
});

describe("decisions §16 a customer or a card that is gone at the gateway", () => {
  test.each<[string, (rosa: InCare) => Promise<unknown>]>([
    ["the customer was deleted", async (rosa) => deleteCustomer(emulator(), (await customersOf(rosa))[0]?.id ?? "")],
    [
      "the card was taken off file",
      async (rosa) => detachPaymentMethod(emulator(), (await cardOf(rosa))?.method ?? ""),
    ],
  ])(
    "%s: a renewal asks for a card, once, and says nothing of a decline; the new one is charged at once",
    async (_, lose) => {
      const rosa = await inCare(shop);
      await lose(rosa);
      await passDays(shop, 60);
      expect(await payMails(rosa)).toEqual(["Please add a card"]);
      const { ok } = await shop.call(account.user, {}, { token: await tokenOf(shop, rosa) });
      expect(ok.failedtransactionreason).toBeNull();
      expect((await home(shop, rosa)).nextstep).toMatchObject({
        kind: "payment_failed",
        action: { href: "/account-settings/billing-details" },
      });
      expect((await putCard(shop, rosa)).retried).toMatchObject({ outcome: "paid" });
      expect(await statuses(rosa)).toEqual(["active", "active"]);
      expect(await capturedCents(shop, rosa)).toHaveLength(2);
      expect((await customersOf(rosa)).filter(({ deleted_at }) => deleted_at === null)).toHaveLength(1);
    },
  );

  test("a key of another account makes no customer and loses no card", async () => {
    const rosa = await inCare(shop);
    const [before, card] = [await customersOf(rosa), await cardOf(rosa)];
    await onTheDay(rosa, "", say.stripeError(404, { code: "resource_missing" }));
    await shop.reconcile();
    shop.script("", null);
    expect([await customersOf(rosa), await cardOf(rosa)]).toEqual([before, card]);
    expect(await payMails(rosa)).toEqual([]);
    await shop.reconcile();
    await runBilling(shop.services);
    expect(await capturedCents(shop, rosa)).toHaveLength(2);
  });
});
