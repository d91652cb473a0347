import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { care } from "#contract/care/calls.ts";
import { dayIn } from "#contract/fields/formats.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { overchargeOrder } from "#server/care/testing/sandbox-charges.ts";
import { syncIntent } from "#server/orders/payments/sync-intent.ts";
import { postLedgerEntry } from "#server/payment/ledger.ts";
import { addDays, clinicToday, startOfDay } from "#server/platform/clock/calendar-days.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { GatewayUnknownOutcome, movementKinds } from "#server/platform/gateway/port.ts";
import { refundInDashboard } from "#server/platform/gateway/sandbox/emulator/refunds.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { inCare } from "#server/treatment/testing/in-care.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const today = () => clinicToday(server.services);
const dayMs = 86_400_000;
/** Ten in the morning of the next day, in the practice's time zone. */
function nextMorning(): string {
  const { timezone } = server.services.content.brand;
  const day = addDays(today(), 1);
  const at = startOfDay(timezone, day).getTime() + 10 * 3_600_000;
  server.clock.advance(at - server.clock.now().getTime());
  return day;
}
const read = async (day: string) => (await server.call(care.closingOfDay, { params: { day } }, { apiKey })).ok;
const close = (day: string, revision: string) =>
  server.call(care.closeDay, { params: { day }, body: { revision } }, { apiKey });
const closings = async () => (await server.call(care.closings, { query: {} }, { apiKey })).ok.items;
const refund = (id: string, amount: number) =>
  server.call(
    care.refundOrder,
    { params: { id }, body: { amount, reason: "A late parcel" } },
    { apiKey, key: newId() },
  );
const intentOf = async (orderId: string): Promise<string> =>
  (
    await server.services.db
      .selectFrom("payment_intent")
      .select("gateway_intent_id")
      .where("order_id", "=", orderId)
      .executeTakeFirstOrThrow()
  ).gateway_intent_id ?? "";

describe("decisions §11 Money: a day's closing against the gateway", () => {
  test("captured and refunded on a day are the same in our books and at the gateway, which names its fees", async () => {
    const day = nextMorning();
    const { orderId } = await inCare(server, { delivered: false });
    await refund(orderId, 5);
    await server.jobs.drain();
    const { ours, gateway, differences, over, closing } = await read(day);
    expect([ours.refunded, ours.disputed, differences, over, closing]).toEqual([5, 0, [], false, null]);
    expect(ours.captured).toBeGreaterThan(5);
    const { fees, ...sums } = gateway;
    expect(sums).toEqual(ours);
    expect(fees).toBeGreaterThan(0);
  });

  test("a day that still runs, today's or one to come, can't be closed", async () => {
    const running = await read(today());
    expect((await close(today(), running.revision)).problem).toMatchObject({
      code: "wrong_state",
      message: "This day isn't over yet. You can close it tomorrow.",
    });
    expect((await close(addDays(today(), 1), running.revision)).problem.code).toBe("wrong_state");
    expect((await server.call(care.closingOfDay, { params: { day: addDays(today(), 1) } }, { apiKey })).status).toBe(
      404,
    );
  });

  test("closed by a finance person with a fresh proof, and kept: who, when, the sums", async () => {
    const day = today();
    nextMorning();
    const finance = await signedInStaff(server, ["finance"]);
    const seen = await read(day);
    const input = { params: { day }, body: { revision: seen.revision } };
    server.clock.advance(6 * 60_000);
    expect((await finance.browser.call(care.closeDay, input)).problem.code).toBe("proof_required");
    expect((await read(day)).closing).toBeNull();
    const again = await signedInStaff(server, ["finance"]);
    const { status, ok } = await again.browser.call(care.closeDay, input);
    expect(status).toBe(200);
    expect(ok.closing).toEqual({
      closedat: expect.any(String),
      closedby: "Ines Falk",
      differences: 0,
      changed: false,
    });
    expect(ok.closedwith).toEqual({ ours: seen.ours, gateway: seen.gateway });
    const repeated = await again.browser.call(care.closeDay, input);
    expect(repeated.ok.closing).toEqual(ok.closing);
    const rows = await server.services.db.selectFrom("day_closing").selectAll().where("day", "=", day).execute();
    expect(rows.map(({ revision, closed_by }) => [revision, closed_by])).toEqual([[1, `staff:${again.id}`]]);
  });

  test("two people at once make one closing", async () => {
    const day = today();
    await inCare(server, { delivered: false });
    nextMorning();
    const { revision } = await read(day);
    const answers = await Promise.all(Array.from({ length: 5 }, () => close(day, revision)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const rows = await server.services.db.selectFrom("day_closing").select("revision").where("day", "=", day).execute();
    expect(rows).toEqual([{ revision: 1 }]);
  });

  test("a refund made at the gateway that we hear of late: a difference, then a changed day, and it's closed again", async () => {
    const day = today();
    const { orderId } = await inCare(server, { delivered: false });
    const { services } = server;
    await refundInDashboard({ db: services.db, clock: server.clock }, await intentOf(orderId), 700);
    nextMorning();
    const seen = await read(day);
    expect(seen.gateway.refunded - seen.ours.refunded).toBe(7);
    expect(seen.differences).toMatchObject([
      { kind: "refund", difference: "only_gateway", todo: "wait", ours: null, gateway: 7, orderid: orderId },
    ]);
    expect((await close(day, seen.revision)).ok.closing).toMatchObject({ differences: 1, changed: false });
    const listed = async () => (await closings()).find((each) => each.day === day)?.closing;
    expect(await listed()).toMatchObject({ differences: 1, changed: false });

    await syncIntent(services, await intentOf(orderId));
    expect(await listed()).toMatchObject({ differences: 1, changed: true });
    const now = await read(day);
    expect([now.closing?.changed, now.closedwith]).toEqual([true, { ours: seen.ours, gateway: seen.gateway }]);
    expect(now.differences).toMatchObject([{ difference: "other_day", todo: "nothing" }]);
    // What was seen before isn't closed instead.
    expect((await close(day, seen.revision)).problem.code).toBe("conflict");
    expect((await close(day, now.revision)).ok.closing).toMatchObject({ changed: false });
    expect(await listed()).toMatchObject({ changed: false });
  });

  test.each(movementKinds)(
    "whatever of a closed day is posted late, a %s, changes the day and the list",
    async (reason) => {
      const day = today();
      const { orderId } = await inCare(server, { delivered: false });
      nextMorning();
      await close(day, (await read(day)).revision);
      const changed = async () => [
        (await closings()).find((each) => each.day === day)?.closing?.changed,
        (await read(day)).closing?.changed,
      ];
      expect(await changed()).toEqual([false, false]);
      const at = startOfDay(server.services.content.brand.timezone, day);
      await inTransaction(server.services, ({ db }) =>
        postLedgerEntry(db, { id: newId(), orderId, reason, at, amounts: { gateway: 7, sales: -7 } }),
      );
      expect(await changed()).toEqual([true, true]);
    },
  );

  test("a payment that differs from its order says that it waits for a decision", async () => {
    const day = today();
    const rosa = await handedOver(server);
    const cents = await overchargeOrder(server, rosa.orderId);
    const found = (await read(day)).differences.find(({ orderid }) => orderid === rosa.orderId);
    expect(found).toMatchObject({ difference: "only_gateway", todo: "decide_payment", gateway: cents / 100 });
  });

  test("a gateway that doesn't answer: clear words, and nothing is closed", async () => {
    const day = addDays(today(), -1);
    const { revision } = await read(day);
    const lost = new GatewayUnknownOutcome("listMovements");
    vi.spyOn(server.services.gateway, "listMovements").mockRejectedValueOnce(lost);
    const { status, problem } = await close(day, revision);
    expect([status, problem.message]).toEqual([503, expect.stringContaining("gateway didn't answer")]);
  });

  test("the list goes back to the day money moved first, page by page", async () => {
    for (let day = 0; day < 35; day += 1) server.clock.advance(dayMs);
    const { db, content } = server.services;
    const { order_id: orderId, at } = await db
      .selectFrom("ledger_entry")
      .select(["order_id", "at"])
      .orderBy("at")
      .limit(1)
      .executeTakeFirstOrThrow();
    // Late in the evening, when it is another day elsewhere.
    const startOfNext = startOfDay(content.brand.timezone, dayIn(content.brand.timezone, at));
    const firstAt = new Date(startOfNext.getTime() - 60_000);
    const firstDay = dayIn(content.brand.timezone, firstAt);
    const amounts = { gateway: 7, sales: -7 };
    await inTransaction(server.services, (tx) =>
      postLedgerEntry(tx.db, { id: newId(), orderId, reason: "capture", at: firstAt, amounts }),
    );
    const first = (await server.call(care.closings, { query: {} }, { apiKey })).ok;
    expect(first.items).toHaveLength(31);
    const { ok } = await server.call(care.closings, { query: { nextpage: first.nextpage ?? "" } }, { apiKey });
    const days = [...first.items, ...ok.items].map(({ day }) => day);
    expect(days).toEqual(days.map((_, back) => addDays(today(), -back)));
    expect(ok.nextpage).toBeNull();
    expect(ok.items.at(-1)).toMatchObject({ day: firstDay, ours: { captured: 0.07 } });
    const nextpage = Buffer.from(`${firstDay}T00:00:00.000Z ${newId()}`).toString("base64url");
    expect((await server.call(care.closings, { query: { nextpage } }, { apiKey })).ok).toEqual({
      items: [],
      nextpage: null,
    });
  });
});

describe("decisions §11 no clinical field for finance: a day's closing and its file", () => {
  let finance: StaffPerson;
  beforeAll(async () => {
    finance = await signedInStaff(server, ["finance"]);
  });

  test("no product, no patient, no word about health; a cell that looks like a formula is text", async () => {
    const { db, content } = server.services;
    const closed = await db.selectFrom("day_closing").select("day").distinct().execute();
    await db.updateTable("staff_member").set({ name: "=1+1" }).execute();
    const files: string[] = [];
    const pages: string[] = [];
    for (const { day } of closed) {
      const { status, raw } = await finance.browser.call(care.closingFile, { params: { day } });
      expect([status, raw.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
      files.push(raw.payload);
      pages.push(JSON.stringify((await finance.browser.call(care.closingOfDay, { params: { day } })).ok));
    }
    const names = [...content.catalogue.products.map(({ name }) => name), "Rosa", "estradiol", "menopause"];
    for (const text of [...files, ...pages])
      expect(names.filter((name) => text.toLowerCase().includes(name.toLowerCase()))).toEqual([]);
    for (const cell of files.flatMap((file) => file.split(/,|\r\n/))) expect(cell).not.toMatch(/^"[=+\-@\t\r]/);
    expect(files.join("")).toContain(`"'=1+1"`);
    expect(files.join("")).toContain(`"refund","other_day"`);
    const heading = `"Movement","Difference","Our books","Gateway","At (UTC)","Order","Payment","To do"\r\n`;
    expect(files.filter((file) => !file.includes(heading))).toEqual([]);
    await db.updateTable("staff_member").set({ name: "Ines Falk" }).execute();
  });

  test("the file asks for a fresh proof, and a day that isn't closed has none", async () => {
    const day = dayIn(server.services.content.brand.timezone, new Date(server.clock.now().getTime() - 20 * dayMs));
    expect((await finance.browser.call(care.closingFile, { params: { day } })).problem.code).toBe("wrong_state");
    server.clock.advance(6 * 60_000);
    expect((await finance.browser.call(care.closingFile, { params: { day } })).problem.code).toBe("proof_required");
  });

  test.each(["pharmacy", "patient_services", "nurse", "administrator"] as const)("%s doesn't see it", async (role) => {
    const { browser } = await signedInStaff(server, [role]);
    for (const { status } of [
      await browser.call(care.closings, { query: {} }),
      await browser.call(care.closingOfDay, { params: { day: today() } }),
      await browser.call(care.closingFile, { params: { day: today() } }),
      await browser.call(care.closeDay, { params: { day: today() }, body: { revision: "x" } }),
    ])
      expect(status).toBe(403);
  });
});
