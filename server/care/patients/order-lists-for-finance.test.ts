import { beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import type { Role } from "#contract/policy/roles.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { testApiKey as apiKey } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { declineCard, inCare, passDays } from "#server/treatment/testing/in-care.ts";
import { handedOver } from "../testing/handed-over.ts";
import { overchargeOrder } from "../testing/sandbox-charges.ts";

const server = serverAtNoon();
const productWords = /estradiol|progesterone|patch|capsule/i;
const as = (role: Role): Promise<StaffPerson> => signedInStaff(server, [role]);
const numberOf = async (orderId: string): Promise<string> =>
  (
    await server.services.db
      .selectFrom("customer_order")
      .select("number")
      .where("id", "=", orderId)
      .executeTakeFirstOrThrow()
  ).number ?? "";
const refund = (id: string, amount: number) =>
  server.call(
    care.refundOrder,
    { params: { id }, body: { amount, reason: "A late parcel" } },
    { apiKey, key: newId() },
  );

describe("decisions §11 Money: an order by its number, in whatever state", () => {
  test("a delivered one: finance without products, the pharmacy with them; finance refunds from there", async () => {
    const { orderId } = await inCare(server);
    const number = await numberOf(orderId);
    const [finance, pharmacy] = [await as("finance"), await as("pharmacy")];
    const found = await finance.browser.call(care.orderByNumber, { params: { number } });
    expect(found.ok.items).toMatchObject([{ id: orderId, order: { number, status: "delivered", detail: [] } }]);
    expect(JSON.stringify(found.ok)).not.toMatch(productWords);
    const withProducts = await pharmacy.browser.call(care.orderByNumber, { params: { number } });
    expect(withProducts.ok.items[0]?.order?.detail.length).toBeGreaterThan(0);
    const body = { amount: 1, reason: "A late parcel" };
    const { status } = await finance.browser.call(care.refundOrder, { params: { id: orderId }, body });
    expect(status).toBe(200);
  });

  test("a cancelled one is found as well", async () => {
    const { orderId } = await inCare(server, { delivered: false });
    const number = await numberOf(orderId);
    await server.call(care.cancelOrder, { params: { id: orderId }, body: { reason: "They asked" } }, { apiKey });
    await server.jobs.drain();
    const { ok } = await server.call(care.orderByNumber, { params: { number } }, { apiKey });
    expect(ok.items).toMatchObject([{ id: orderId, order: { status: "refunded" } }]);
  });

  test("a number nobody has finds nothing, and so does a beginning of one", async () => {
    const { orderId } = await inCare(server, { delivered: false });
    for (const number of ["99999999", (await numberOf(orderId)).slice(0, -1), "' or 1=1"])
      expect((await server.call(care.orderByNumber, { params: { number } }, { apiKey })).ok.items).toEqual([]);
  });

  test("whose order it was is in the audit; a nurse and an administrator don't find it", async () => {
    const { orderId, id } = await inCare(server, { delivered: false });
    const number = await numberOf(orderId);
    const { browser, id: member } = await as("finance");
    await browser.call(care.orderByNumber, { params: { number } });
    const rows = await server.services.db
      .selectFrom("audit_event")
      .select(["call", "patient_id"])
      .where("actor", "=", `staff:${member}`)
      .where("patient_id", "=", id)
      .execute();
    expect(rows.map(({ call }) => call)).toEqual(["care.orderByNumber"]);
    for (const role of ["nurse", "administrator"] as const)
      expect((await (await as(role)).browser.call(care.orderByNumber, { params: { number } })).status).toBe(403);
  });
});

describe("decisions §8 a refund's state is the server's to know, so a page that is opened again shows it", () => {
  test("under way from the request on, refunded once the gateway confirmed it, once however often the key is sent", async () => {
    const { orderId } = await inCare(server, { delivered: false });
    const number = await numberOf(orderId);
    const refunds = async () =>
      (await server.call(care.orderByNumber, { params: { number } }, { apiKey })).ok.items[0]?.refunds.map(
        ({ amount, status }) => [amount, status],
      );
    expect(await refunds()).toEqual([]);
    const key = newId();
    const input = { params: { id: orderId }, body: { amount: 12.5, reason: "A late parcel" } };
    await server.call(care.refundOrder, input, { apiKey, key });
    expect(await refunds()).toEqual([[12.5, "under_way"]]);
    await server.call(care.refundOrder, input, { apiKey, key });
    expect(await refunds()).toEqual([[12.5, "under_way"]]);
    await server.jobs.drain();
    expect(await refunds()).toEqual([[12.5, "refunded"]]);
  });

  test("what can be refunded is what a refund takes, to the cent: less what is under way, more than the order where more was captured", async () => {
    const { orderId } = await inCare(server, { delivered: false });
    const number = await numberOf(orderId);
    const refundable = async () =>
      (await server.call(care.orderByNumber, { params: { number } }, { apiKey })).ok.items[0]?.refundable ?? 0;
    const all = await refundable();
    expect(all).toBeGreaterThan(20);
    expect((await refund(orderId, all + 0.01)).problem.code).toBe("wrong_state");
    expect((await refund(orderId, 12.5)).status).toBe(200);
    expect(await refundable()).toBeCloseTo(all - 12.5, 2);
    // The order says one amount, the card was charged another.
    await server.services.db
      .updateTable("payment_intent")
      .set({ captured_cents: Math.round(all * 100) + 2600 })
      .where("order_id", "=", orderId)
      .execute();
    const more = await refundable();
    expect(more).toBeCloseTo(all + 26 - 12.5, 2);
    expect((await refund(orderId, more)).status).toBe(200);
    expect(await refundable()).toBe(0);
  });

  test("what is under way can't be refunded a second time", async () => {
    const { orderId } = await inCare(server, { delivered: false });
    const number = await numberOf(orderId);
    const { ok } = await server.call(care.orderByNumber, { params: { number } }, { apiKey });
    const total = ok.items[0]?.order?.summary.totalamount ?? 0;
    expect((await refund(orderId, total)).status).toBe(200);
    expect((await refund(orderId, 1)).problem.code).toBe("wrong_state");
  });
});

describe("decisions §11 Money: payments that differ say what was captured", () => {
  test("what is captured, until somebody has decided", async () => {
    const rosa = await handedOver(server);
    const cents = await overchargeOrder(server, rosa.orderId);
    const mine = async () =>
      (await server.call(care.orders, { query: { status: "mismatch" } }, { apiKey })).ok.items.filter(
        ({ id }) => id === rosa.orderId,
      );
    const [item] = await mine();
    expect(item?.mismatch).toEqual({ captured: cents / 100, held: 0, currency: "usd", obstacle: null });
    expect(Math.round((item?.order?.summary.totalamount ?? 0) * 100)).toBe(cents - 500);
    await server.call(care.resolvePayment, { params: { id: rosa.orderId }, body: { outcome: "accept" } }, { apiKey });
    expect(await mine()).toEqual([]);
  });

  test("what became of one stands beside those that wait for two weeks, with who decided, whatever the page had heard", async () => {
    const [accepted, released] = [await handedOver(server), await handedOver(server)];
    for (const { orderId } of [accepted, released]) await overchargeOrder(server, orderId);
    const { browser } = await as("finance");
    const decided = async () =>
      (await browser.call(care.orders, { query: { status: "mismatch_decided" } })).ok.items.filter(({ id }) =>
        [accepted.orderId, released.orderId].includes(id),
      );
    const decide = (id: string, outcome: "accept" | "release") =>
      browser.call(care.resolvePayment, { params: { id }, body: { outcome } });
    expect(await decided()).toEqual([]);
    await decide(accepted.orderId, "accept");
    server.clock.advance(1000);
    await decide(released.orderId, "release");
    const found = await decided();
    expect(found.map(({ id, mismatch, mismatchdecision: decision }) => [id, mismatch, decision])).toEqual([
      [released.orderId, null, expect.objectContaining({ outcome: "release", by: "Ines Falk", money: "under_way" })],
      [accepted.orderId, null, expect.objectContaining({ outcome: "accept", by: "Ines Falk", money: "settled" })],
    ]);
    expect(found[1]?.refunds).toMatchObject([{ amount: 5, status: "under_way" }]);
    expect(JSON.stringify(found)).not.toMatch(productWords);
    await server.jobs.drain();
    const settled = await decided();
    expect(settled[0]?.mismatchdecision?.money).toBe("settled");
    expect(settled[1]?.refunds).toMatchObject([{ amount: 5, status: "refunded" }]);
    // Whoever presses the other way afterwards learns what has been decided.
    expect((await decide(accepted.orderId, "release")).problem.message).toContain("accepted already");
    expect((await decide(released.orderId, "accept")).problem.message).toContain("given back already");
    expect(settled[1]?.order?.status).toBe("paid");
    server.clock.advance(14 * 86_400_000);
    const later = (await server.call(care.orders, { query: { status: "mismatch_decided" } }, { apiKey })).ok.items;
    expect(later.map(({ id }) => id)).not.toContain(accepted.orderId);
  });

  test("less than the order costs: says why it can only be given back", async () => {
    const rosa = await handedOver(server);
    await overchargeOrder(server, rosa.orderId);
    await server.services.db
      .updateTable("payment_mismatch")
      .set({ captured_cents: 100 })
      .where("order_id", "=", rosa.orderId)
      .execute();
    const { ok } = await server.call(care.orders, { query: { status: "mismatch" } }, { apiKey });
    const item = ok.items.find(({ id }) => id === rosa.orderId);
    expect(item?.mismatch).toMatchObject({ captured: 1, obstacle: expect.stringContaining("Less was taken") });
    const answer = await server.call(
      care.resolvePayment,
      { params: { id: rosa.orderId }, body: { outcome: "accept" } },
      { apiKey },
    );
    expect(answer.problem.message).toBe(item?.mismatch?.obstacle);
  });
});

describe("decisions §11 Money: past due", () => {
  let finance: StaffPerson;
  const pastDueOf = async (id: string) =>
    (await finance.browser.call(care.orders, { query: { status: "past_due" } })).ok.items.filter(
      ({ patient }) => patient.id === id,
    );
  beforeAll(async () => {
    finance = await as("finance");
  });

  test("who, how much, since when, the next try and why it failed, without a product's name", async () => {
    const rosa = await inCare(server);
    await declineCard(server, rosa, "insufficient_funds");
    for (let day = 0; day < 40; day += 1) {
      await passDays(server, 1);
      const due = await server.services.db
        .selectFrom("prescription_order")
        .select("id")
        .where("patient_id", "=", rosa.id)
        .where("failed_on", "is not", null)
        .execute();
      if (due.length > 0) break;
    }
    finance = await as("finance");
    const items = await pastDueOf(rosa.id);
    expect(items.length).toBeGreaterThan(0);
    expect(items[0]).toMatchObject({
      patient: { email: rosa.email },
      pastdue: { amount: 59, reason: "insufficient_funds", failedon: expect.any(String), retryon: expect.any(String) },
    });
    expect(JSON.stringify(items)).not.toMatch(productWords);
  });
});
