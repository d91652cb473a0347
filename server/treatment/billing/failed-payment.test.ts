import { describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { payment } from "#contract/payment.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { paymentQueues } from "#server/payment/public.ts";
import { GatewayUnknownOutcome } from "#server/platform/gateway/port.ts";
import { expireAuthorizations } from "#server/platform/gateway/sandbox/emulator/intents.ts";
import { newId } from "#server/platform/ids.ts";
import { testApiKey } from "#server/testing/harness.ts";
import { serverAtNoon } from "../testing/at-noon.ts";
import {
  bill,
  home,
  inCare,
  type InCare,
  passDays,
  putCard,
  declineCard,
  mailSubjects,
  capturedCents,
  tokenOf,
} from "../testing/in-care.ts";
import { chargePastDue } from "./charge-past-due.ts";

const server = serverAtNoon();

const dayMs = 86_400_000;
const userOf = async (rosa: InCare) => (await server.call(account.user, {}, { token: await tokenOf(server, rosa) })).ok;
const statuses = async (rosa: InCare) => (await home(server, rosa)).subscriptions.map(({ status }) => status);
const attempts = async ({ id }: InCare): Promise<number> =>
  (
    await server.services.db
      .selectFrom("customer_order")
      .select("id")
      .where("patient_id", "=", id)
      .where("kind", "=", "renewal")
      .execute()
  ).length;

/** A patient whose renewal failed today. */
async function pastDue(reason: Parameters<typeof declineCard>[2] = "insufficient_funds"): Promise<InCare> {
  const rosa = await inCare(server);
  await declineCard(server, rosa, reason);
  for (let day = 0; day < 40 && (await attempts(rosa)) === 0; day += 1) await passDays(server, 1);
  return rosa;
}

describe("§8 a failed payment", () => {
  test.each(["insufficient_funds", "expired_card", "invalid_expiry_month", "generic_decline"] as const)(
    "for %s: keeps the reason and links to the billing details",
    async (reason) => {
      const rosa = await pastDue(reason);
      expect(await userOf(rosa)).toMatchObject({ hasfailedtransaction: true, failedtransactionreason: reason });
      const now = await home(server, rosa);
      expect(now.nextstep).toMatchObject({
        kind: "payment_failed",
        text: expect.stringContaining("as soon as your payment goes through"),
        action: { href: "/account-settings/billing-details" },
      });
      expect(now.charges[0]).toMatchObject({ retry: true });
      expect(await mailSubjects(server, rosa)).toContain("Your payment didn't go through");
    },
  );

  test("decisions §9 is retried on days 3, 5 and 7, then no more", async () => {
    const rosa = await pastDue();
    const tries: number[] = [];
    for (let day = 1; day <= 30; day += 1) {
      const before = await attempts(rosa);
      await passDays(server, 1);
      if ((await attempts(rosa)) > before) tries.push(day);
    }
    expect(tries).toEqual([3, 5, 7]);
    expect(await statuses(rosa)).toEqual(["past_due", "past_due"]);
    expect((await home(server, rosa)).charges).toEqual([]);
    expect(await mailSubjects(server, rosa)).toContain("We couldn't charge your card");
    expect(await capturedCents(server, rosa)).toHaveLength(1);
  });

  test.each([
    ["lost_card", "lost_card"],
    ["stolen_card", "lost_card"],
    ["fraudulent", "generic_decline"],
    ["revocation_of_authorization", "generic_decline"],
  ])(
    "for %s: that card is never tried again, one mail asks for another, which is charged at once",
    async (code, reason) => {
      const rosa = await pastDue(code);
      expect(await userOf(rosa)).toMatchObject({ hasfailedtransaction: true, failedtransactionreason: reason });
      await passDays(server, 60);
      expect(await attempts(rosa)).toBe(1);
      expect((await home(server, rosa)).charges).toEqual([]);
      const asking = (await mailSubjects(server, rosa)).filter((subject) => /card|payment/i.test(subject));
      expect(asking).toEqual(["Please use another card"]);
      expect((await putCard(server, rosa)).retried).toMatchObject({ outcome: "paid" });
      expect(await statuses(rosa)).toEqual(["active", "active"]);
    },
  );

  test.each([
    ["one that is known", "expired_card"],
    ["none", null],
  ] as const)("a card that may not be charged alone leaves the reason there is: %s", async (_, reason) => {
    const rosa = await inCare(server);
    const { db, clock } = server.services;
    const own = { refused_at: clock.now() };
    await db.updateTable("payment_source").set(own).where("patient_id", "=", rosa.id).execute();
    await db.updateTable("patient").set({ failed_transaction_reason: reason }).where("id", "=", rosa.id).execute();
    for (let day = 0; day < 40 && !(await statuses(rosa)).includes("past_due"); day += 1) await passDays(server, 1);
    expect((await userOf(rosa)).failedtransactionreason).toBe(reason ?? "generic_decline");
    expect(await mailSubjects(server, rosa)).toContain("Please use another card");
    expect(await attempts(rosa)).toBe(0);
  });

  test("a card its bank won't have charged is refused again where the patient enters it again, and isn't tried automatically after that", async () => {
    const rosa = await pastDue("stolen_card");
    const body = { source: "tok_chargeDeclinedLostCard" };
    const { problem } = await server.call(payment.saveSource, { body }, { token: await tokenOf(server, rosa) });
    expect(problem.code).toBe("lost_card");
    await passDays(server, 20);
    expect(await attempts(rosa)).toBe(1);
  });

  test("a retry that succeeds settles it", async () => {
    const rosa = await pastDue();
    await server.services.db.updateTable("sandbox.payment_method").set({ charge_decline: null }).execute();
    await passDays(server, 3);
    expect(await capturedCents(server, rosa)).toHaveLength(2);
    expect(await statuses(rosa)).toEqual(["active", "active"]);
    expect((await userOf(rosa)).hasfailedtransaction).toBe(false);
  });

  test("an updated card is charged at once for everything past due, and the notice is gone", async () => {
    const rosa = await pastDue();
    const { retried } = await putCard(server, rosa);
    expect(retried).toMatchObject({ outcome: "paid", amount: (await capturedCents(server, rosa))[1]! / 100 });
    expect(await userOf(rosa)).toMatchObject({ hasfailedtransaction: false, failedtransactionreason: null });
    expect(await statuses(rosa)).toEqual(["active", "active"]);
    const now = await home(server, rosa);
    expect(now.actionitems.map(({ kind }) => kind)).not.toContain("update_payment");
    expect(now.orders[0]?.status).toBe("paid");
    await passDays(server, 10);
    expect(await capturedCents(server, rosa)).toHaveLength(2);
  });

  test("another card that is declined stays saved, with the reason; the retry days stay", async () => {
    const rosa = await pastDue();
    const token = await tokenOf(server, rosa);
    const { status, ok } = await server.call(
      payment.saveSource,
      { body: { source: "tok_chargeCustomerFail" } },
      { token },
    );
    expect(status).toBe(200);
    expect(ok.retried).toMatchObject({
      outcome: "declined",
      message: "Your card has been declined. Update your payment info to continue treatment.",
    });
    expect((await userOf(rosa)).failedtransactionreason).toBe("generic_decline");
    await passDays(server, 2);
    expect(await attempts(rosa)).toBe(2);
    await passDays(server, 1);
    expect(await attempts(rosa)).toBe(3);
  });

  test("one submit is one charge, also when its response was lost", async () => {
    const rosa = await pastDue();
    const idempotencyKey = newId();
    await putCard(server, rosa);
    const again = { patientId: rosa.id, idempotencyKey };
    expect(await chargePastDue(server.services, again)).toBeNull();
    expect(await capturedCents(server, rosa)).toHaveLength(2);
  });

  test("a bank that does not answer: pending, and the job finds the outcome", async () => {
    const rosa = await pastDue();
    const { gateway } = server.services;
    const lost = {
      ...gateway,
      authorize: async (input: Parameters<typeof gateway.authorize>[0]) => {
        await gateway.authorize(input);
        throw new GatewayUnknownOutcome("authorize");
      },
    };
    await server.services.db.updateTable("sandbox.payment_method").set({ charge_decline: null }).execute();
    const outcome = await chargePastDue(
      { ...server.services, gateway: lost },
      { patientId: rosa.id, idempotencyKey: newId() },
    );
    expect(outcome?.outcome).toBe("pending");
    expect((await userOf(rosa)).hasfailedtransaction).toBe(true);
    server.clock.advance(20_000);
    await server.jobs.enqueue(server.services.db, paymentQueues.reconcile, {});
    await server.jobs.drain();
    await bill(server);
    expect((await userOf(rosa)).hasfailedtransaction).toBe(false);
    expect(await capturedCents(server, rosa)).toHaveLength(2);
    expect((await home(server, rosa)).orders[0]?.status).toBe("paid");
  });

  test("without a card nothing can be retried: the patient is asked for one", async () => {
    const rosa = await inCare(server);
    await server.services.db
      .updateTable("payment_source")
      .set({ is_default: false })
      .where("patient_id", "=", rosa.id)
      .execute();
    await passDays(server, 32);
    expect(await mailSubjects(server, rosa)).toContain("Please add a card");
    expect(await statuses(rosa)).toEqual(["past_due", "past_due"]);
    expect((await putCard(server, rosa)).retried?.outcome).toBe("paid");
  });

  /** A patient whose plan was approved after the authorization had lapsed. */
  async function firstChargePastDue(): Promise<InCare> {
    const rosa = await handedOver(server);
    const params = { id: rosa.id };
    await server.call(care.accept, { params, body: {} }, { apiKey: testApiKey });
    server.clock.advance(8 * dayMs);
    await expireAuthorizations({ db: server.services.db, clock: server.clock });
    await server.call(care.approvePlan, { params, body: {} }, { apiKey: testApiKey });
    await server.jobs.drain();
    return rosa;
  }

  test("§8 the first charge, declined after the approval, is past due and charged to another card at the agreed price", async () => {
    const rosa = await firstChargePastDue();
    expect(await statuses(rosa)).toEqual(["past_due", "past_due"]);
    const [order] = (await home(server, rosa)).orders;
    expect((await home(server, rosa)).charges[0]?.amount).toBe(order?.summary.totalamount);
    const { retried } = await putCard(server, rosa);
    expect(retried).toMatchObject({ outcome: "paid", amount: order?.summary.totalamount });
    const now = await home(server, rosa);
    expect(now.subscriptions.map(({ status }) => status)).toEqual(["active", "active"]);
    expect(now.subscriptions[0]?.refillsleft).toBe(12);
    expect(now.orders[0]).toMatchObject({ status: "paid" });
    expect(now.nextstep.text).toContain("The pharmacy is preparing your order.");
  });

  test("decisions §9 what is past due for a prescription on hold is not charged, including the first box", async () => {
    const rosa = await firstChargePastDue();
    await server.services.db
      .updateTable("prescription")
      .set({ on_hold_at: server.clock.now() })
      .where("patient_id", "=", rosa.id)
      .execute();
    expect((await putCard(server, rosa)).retried).toBeNull();
    expect(await capturedCents(server, rosa)).toEqual([]);
    expect((await home(server, rosa)).orders.map(({ status }) => status)).toEqual(["voided"]);
  });
});
