import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { creditReasons } from "#contract/care/credits.ts";
import { toCents } from "#contract/fields/numbers.ts";
import type { Role } from "#contract/policy/roles.ts";
import { type AvailableDiscount, availableAfter, availableDiscounts } from "#server/discounts/public.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { testApiKey as apiKey, type TestPatient } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { capturedCents, home, inCare, type InCare, mailSubjects, passDays } from "#server/treatment/testing/in-care.ts";

const server = serverAtNoon();
const dayMs = 86_400_000;

const body = (amount: number) => ({ amount, reason: "late" as const, note: "The box came two weeks late" });
const give = ({ id }: TestPatient, amount: number) =>
  server.call(
    care.giveCredit,
    { params: { id }, body: body(amount) },
    { apiKey, headers: { "idempotency-key": newId() } },
  );
const creditsOf = async ({ id }: TestPatient) => (await server.call(care.credits, { params: { id } }, { apiKey })).ok;
const withdraw = ({ id }: TestPatient, creditid: string) =>
  server.call(
    care.withdrawCredit,
    { params: { id, creditid }, body: {} },
    { apiKey, headers: { "idempotency-key": newId() } },
  );

/** Lets days pass until the patient was charged once more. */
async function untilCharged(rosa: InCare): Promise<number> {
  const before = (await capturedCents(server, rosa)).length;
  for (let day = 0; day < 60; day += 1) {
    await passDays(server, 1);
    await server.jobs.drain();
    const charges = await capturedCents(server, rosa);
    if (charges.length > before) return charges[before]!;
  }
  throw new Error("Nothing was charged");
}
const lastOrderOf = async ({ id }: TestPatient) =>
  (await server.call(care.patient, { params: { id } }, { apiKey })).ok.orders?.[0];

describe("decisions §20 a credit for a mistake of ours", () => {
  test.each(creditReasons)("for %s: told by mail, on home, with who gave it and why", async (reason) => {
    const rosa = await inCare(server);
    const sam = await signedInStaff(server, ["patient_services"]);
    const input = { params: { id: rosa.id }, body: { amount: 12.5, reason, note: `It was ${reason}` } };
    const { ok } = await sam.browser.call(care.giveCredit, input);
    expect(ok.credit).toMatchObject({
      ...{ amount: 12.5, left: 12.5, reason, note: `It was ${reason}`, withdrawnat: null },
      name: expect.any(String),
    });
    expect(await mailSubjects(server, rosa)).toContain("We've set something aside for you");
    expect((await home(server, rosa)).discounts).toEqual([
      { text: "$12.50 off your next charge: a credit from us", amount: 12.5, percent: null },
    ]);
    expect((await creditsOf(rosa)).items).toEqual([ok.credit]);
    const audited = await server.services.db
      .selectFrom("audit_event")
      .select("call")
      .where("patient_id", "=", rosa.id)
      .where("call", "=", "care.giveCredit")
      .execute();
    expect(audited).toHaveLength(1);
  });

  test("comes off the next charge, before any other discount, and the order and the books say so", async () => {
    const [rosa, plain] = [await inCare(server), await inCare(server)];
    await server.services.db
      .insertInto("earned_discount")
      .values({
        ...{ id: newId(), patient_id: rosa.id, source: "referral", source_id: newId(), code: "FRIEND" },
        ...{ amount_cents: 500, earned_at: new Date(0) },
      })
      .execute();
    await give(rosa, 20);
    const announced = (await home(server, rosa)).charges[0]?.amount;
    const charged = await untilCharged(rosa);
    expect(charged).toBe(toCents(announced ?? 0));
    expect((await capturedCents(server, plain)).at(-1)! - charged).toBeGreaterThanOrEqual(2000);
    const order = await lastOrderOf(rosa);
    expect(order?.summary).toMatchObject({ discount: 20, discountfrom: "a credit from us" });
    expect((await creditsOf(rosa)).items[0]).toMatchObject({ amount: 20, left: 0 });
    expect((await availableDiscounts(server.services.db, rosa.id)).map(({ code }) => code)).toEqual(["FRIEND"]);
    const today = clinicToday(server.services);
    const query = { from: addDays(today, -31), to: today };
    const { raw } = await server.call(care.accountingFile, { query }, { apiKey });
    expect(raw.payload).toMatch(new RegExp(`"credit_used","?20.00"?,"late","${order?.number}"`));
  });

  test("what one order doesn't use waits for the next, to the cent; no total is below zero", async () => {
    const rosa = await inCare(server);
    await give(rosa, 200);
    const first = await untilCharged(rosa).catch(() => 0);
    const used = toCents((await lastOrderOf(rosa))?.summary.discount ?? 0);
    expect([first >= 0, used > 0]).toEqual([true, true]);
    expect(toCents((await creditsOf(rosa)).items[0]!.left)).toBe(20_000 - used);
  });

  test("can be withdrawn until it's used; of one that was used in part, the rest", async () => {
    const [rosa, other] = [await inCare(server), await inCare(server)];
    const { credit } = (await give(rosa, 20)).ok;
    expect((await withdraw(other, credit.id)).status).toBe(404);
    const notified = async ({ id }: TestPatient) => {
      const rows = server.services.db.selectFrom("notification").select("dedupe_key").where("patient_id", "=", id);
      return (await rows.execute()).flatMap(({ dedupe_key: key }) => /credit_[a-z]+/.exec(key ?? "") ?? []);
    };
    expect(await notified(rosa)).toEqual(["credit_given"]);
    expect((await withdraw(rosa, credit.id)).ok.credit).toMatchObject({ left: 0, withdrawnat: expect.any(String) });
    // What was given isn't said any more once it's gone.
    expect(await notified(rosa)).toEqual(["credit_withdrawn"]);
    expect((await withdraw(rosa, credit.id)).status).toBe(409);
    expect(
      (await mailSubjects(server, rosa)).filter((subject) => subject === "What we set aside has changed"),
    ).toHaveLength(1);
    expect((await home(server, rosa)).discounts).toEqual([]);
    const used = (await give(other, 20)).ok.credit;
    await untilCharged(other);
    expect((await withdraw(other, used.id)).status).toBe(409);
  });

  test("an order that comes to nothing gives it back", async () => {
    const rosa = await inCare(server);
    await give(rosa, 20);
    await untilCharged(rosa);
    const order = await lastOrderOf(rosa);
    const cancelled = await server.call(
      care.cancelOrder,
      { params: { id: order!.id }, body: { reason: "Asked" } },
      { apiKey },
    );
    expect(cancelled.status).toBe(200);
    await server.jobs.drain();
    expect((await creditsOf(rosa)).items[0]?.left).toBe(20);
  });
});

describe("decisions §20 how much a role may give", () => {
  const limits = () => server.services.content.creditlimits;
  test.each<readonly [readonly Role[], keyof ReturnType<typeof limits>]>([
    [["patient_services"], "patient_services"],
    [["finance"], "finance"],
    [["finance", "administrator"], "administrator"],
    [["patient_services", "administrator"], "administrator"],
  ])("%j: as much as %s, counted over 30 days and whoever gave it", async (roles, limit) => {
    const rosa = await server.newPatient();
    const { browser } = await signedInStaff(server, roles);
    const most = limits()[limit] / 100;
    const params = { id: rosa.id };
    expect((await browser.call(care.credits, { params })).ok.mostnow).toBe(most);
    const over = await browser.call(care.giveCredit, { params, body: body(most + 0.01) });
    expect([over.status, over.problem.details?.fields?.map(({ path }) => path)]).toEqual([409, ["amount"]]);
    await give(rosa, 10);
    expect((await browser.call(care.giveCredit, { params, body: body(most - 10) })).status).toBe(200);
    expect((await browser.call(care.giveCredit, { params, body: body(0.01) })).status).toBe(409);
    server.clock.advance(31 * dayMs);
    expect((await creditsOf(rosa)).mostnow).toBeGreaterThan(0);
  });

  test.each(["administrator", "pharmacy", "physician", "nurse"] as const)("%s alone gives none", async (role) => {
    const rosa = await server.newPatient();
    const { browser } = await signedInStaff(server, [role], role === "physician" ? "elena_marsh" : undefined);
    expect((await browser.call(care.giveCredit, { params: { id: rosa.id }, body: body(1) })).status).toBe(403);
  });

  test("two at once give no more than one may", async () => {
    const rosa = await server.newPatient();
    const { browser } = await signedInStaff(server, ["patient_services"]);
    const most = limits().patient_services / 100;
    const results = await Promise.all(
      [1, 2].map((each) =>
        browser.call(care.giveCredit, { params: { id: rosa.id }, body: { ...body(most), note: `${each}` } }),
      ),
    );
    expect(results.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  });
});

test("decisions §20 what is used and what is left of credits is what was given, in any order of orders", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 50_000 }), { maxLength: 4 }),
      fc.array(fc.nat(30_000)),
      (given, orders) => {
        let available: AvailableDiscount[] = given.map((amountCents, index) => ({
          ...{ id: String(index), source: "credit", code: "CREDIT", percent: null, amountCents },
        }));
        let used = 0;
        for (const price of orders) {
          const [discount] = available;
          if (!discount) break;
          const usedCents = Math.min(discount.amountCents ?? 0, price);
          used += usedCents;
          available = availableAfter(available, { discount, usedCents });
        }
        const left = available.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0);
        expect(used + left).toBe(given.reduce((sum, each) => sum + each, 0));
      },
    ),
  );
});
