import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { payment } from "#contract/payment.ts";
import { openShop, type Shop } from "#server/orders/testing/shop.ts";
import { newId } from "#server/platform/ids.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

describe("§7 PUT /payment/source", () => {
  it("keeps brand, last four and expiry of a card and nothing else", async () => {
    const { token, id } = await shop.newPatient();
    const saved = await shop.call(payment.saveSource, { body: { source: "tok_visa" } }, { token });
    expect(saved.status).toBe(200);
    expect(Object.keys(saved.ok).toSorted()).toEqual([
      "brand",
      "default",
      "expmonth",
      "expyear",
      "id",
      "last4",
      "retried",
    ]);
    expect(saved.ok).toMatchObject({ brand: "visa", last4: "4242", default: true });
    const { ok } = await shop.call(payment.sources, {}, { token });
    const { retried, ...source } = saved.ok;
    expect(retried).toBeNull();
    expect(ok).toEqual({ source, gateway: { name: "sandbox", publishablekey: "pk_sandbox" } });
    expect(
      await shop.services.db.selectFrom("payment_customer").selectAll().where("patient_id", "=", id).execute(),
    ).toHaveLength(1);
  });

  it("makes the newest card the default, for one customer", async () => {
    const { token, id } = await shop.newPatient();
    await Promise.all(
      ["tok_visa", "tok_mastercard", "tok_amex"].map((source) =>
        shop.call(payment.saveSource, { body: { source } }, { token }),
      ),
    );
    await shop.call(payment.createSource, { body: { source: "tok_discover", name: "Rosa" } }, { token });
    expect((await shop.call(payment.sources, {}, { token })).ok.source?.brand).toBe("discover");
    const { db } = shop.services;
    expect(
      await db
        .selectFrom("payment_source")
        .select("id")
        .where("patient_id", "=", id)
        .where("is_default", "=", true)
        .execute(),
    ).toHaveLength(1);
    expect(await db.selectFrom("sandbox.customer").select("id").where("patient_id", "=", id).execute()).toHaveLength(1);
  });

  it("the same key saves one card", async () => {
    const { token, id } = await shop.newPatient();
    const key = newId();
    const first = await shop.call(payment.createSource, { body: { source: "tok_visa" } }, { token, key });
    const again = await shop.call(payment.createSource, { body: { source: "tok_visa" } }, { token, key });
    expect([first.status, again.ok]).toEqual([201, first.ok]);
    expect(
      await shop.services.db.selectFrom("payment_source").select("id").where("patient_id", "=", id).execute(),
    ).toHaveLength(1);
  });

  it.each([
    [
      "tok_chargeDeclined",
      "card_declined",
      "Your card has been declined. Update your payment info to continue treatment.",
    ],
    ["tok_chargeDeclinedInsufficientFunds", "insufficient_funds", "Your payment failed due to insufficient funds."],
    ["tok_chargeDeclinedExpiredCard", "expired_card", "We have detected that your card has expired."],
    [
      "tok_chargeDeclinedLostCard",
      "lost_card",
      "We have detected that your card has been reported lost. Please contact your card issuer and update your payment details.",
    ],
  ])("§8 %s is declined with its sentence and leaves the patient's record alone", async (source, code, sentence) => {
    const { token, id } = await shop.newPatient();
    const { status, problem } = await shop.call(payment.saveSource, { body: { source } }, { token });
    expect([status, problem.code, problem.message]).toEqual([402, code, sentence]);
    expect((await shop.call(payment.sources, {}, { token })).ok.source).toBeNull();
    const patient = await shop.services.db
      .selectFrom("patient")
      .select("failed_transaction_reason")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(patient.failed_transaction_reason).toBeNull();
  });

  it("an invalid token, a card number and another patient's card are asked for again", async () => {
    const [mine, others] = [await shop.newPatient(), await shop.newPatient()];
    const unknown = await shop.call(payment.saveSource, { body: { source: "tok_nobody" } }, { token: mine.token });
    expect([unknown.status, unknown.problem.details?.fields]).toEqual([
      400,
      [{ path: "source", message: "Please enter your card again." }],
    ]);
    expect(
      (await shop.call(payment.createSource, { body: { source: "4242424242424242" } }, { token: mine.token })).status,
    ).toBe(400);
    await shop.call(payment.saveSource, { body: { source: "tok_visa" } }, { token: others.token });
    const { gateway_method_id } = await shop.services.db
      .selectFrom("payment_source")
      .select("gateway_method_id")
      .where("patient_id", "=", others.id)
      .executeTakeFirstOrThrow();
    expect(
      (await shop.call(payment.saveSource, { body: { source: gateway_method_id } }, { token: mine.token })).status,
    ).toBe(400);
    expect((await shop.call(payment.sources, {}, { token: mine.token })).ok.source).toBeNull();
  });

  it.each(["before", "after"] as const)(
    "an answer lost %s the gateway worked may be retried with the same key",
    async (fault) => {
      const { token, id } = await shop.newPatient();
      shop.faults.add("attachSource", fault);
      const key = newId();
      const lost = await shop.call(payment.saveSource, { body: { source: "tok_visa" } }, { token, key });
      expect([lost.status, lost.problem.code]).toEqual([503, "unavailable"]);
      expect((await shop.call(payment.saveSource, { body: { source: "tok_visa" } }, { token, key })).status).toBe(200);
      expect(
        await shop.services.db.selectFrom("payment_source").select("id").where("patient_id", "=", id).execute(),
      ).toHaveLength(1);
    },
  );

  it("a caller trying out cards is stopped after ten in an hour, by either call; other patients and repeats are not", async () => {
    const [{ token }, other] = [await shop.newPatient(), await shop.newPatient()];
    const declined = { body: { source: "tok_chargeDeclined" } };
    const key = newId();
    expect((await shop.call(payment.saveSource, declined, { token, key })).status).toBe(402);
    for (let tried = 1; tried < 10; tried += 1)
      expect((await shop.call(payment.createSource, declined, { token })).status).toBe(402);
    const refused = await shop.call(payment.saveSource, { body: { source: "tok_visa" } }, { token });
    expect([refused.status, refused.problem]).toEqual([
      429,
      {
        code: "rate_limited",
        message: "You've tried many cards in a short while. Please try again in an hour, or contact us and we'll help.",
      },
    ]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3000);
    expect((await shop.call(payment.sources, {}, { token })).ok.source).toBeNull();
    expect((await shop.call(payment.saveSource, declined, { token, key })).status).toBe(402);
    const othersSource = await shop.call(payment.saveSource, { body: { source: "tok_visa" } }, { token: other.token });
    expect(othersSource.status).toBe(200);
  });

  it("needs a token", async () => {
    expect((await shop.call(payment.saveSource, { body: { source: "tok_visa" } })).status).toBe(401);
    expect((await shop.call(payment.createSource, { body: { source: "tok_visa" } })).status).toBe(401);
    expect((await shop.call(payment.sources, {})).status).toBe(401);
  });

  it("logs no card token and no undeclared code", () => {
    expect(shop.logged()).not.toContain("tok_visa");
    expect(shop.logged()).not.toContain("undeclared error code");
  });
});
