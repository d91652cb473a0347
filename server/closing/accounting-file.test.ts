import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { care } from "#contract/care/calls.ts";
import { syncIntent } from "#server/orders/payments/sync-intent.ts";
import { addDays, clinicToday, startOfDay } from "#server/platform/clock/calendar-days.ts";
import { GatewayUnknownOutcome } from "#server/platform/gateway/port.ts";
import { openDispute, updateDispute } from "#server/platform/gateway/sandbox/emulator/disputes.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { type InCare, inCare } from "#server/treatment/testing/in-care.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const hourMs = 3_600_000;
const timezone = () => server.services.content.brand.timezone;
const nextOf = (month: string) => addDays(`${month}-28`, 4).slice(0, 7);
/** A month nothing has moved in yet. */
const freshMonth = () => nextOf(clinicToday(server.services).slice(0, 7));
/** That hour of the day by the practice's clock. */
function goTo(day: string, hour: number): Date {
  const at = startOfDay(timezone(), day).getTime() + hour * hourMs;
  server.clock.advance(at - server.clock.now().getTime());
  return server.clock.now();
}

const fileOf = (month: string) => server.call(care.accountingFile, { params: { month } }, { apiKey });
/** The file's rows, each a list of cells. */
async function rowsOf(month: string): Promise<readonly (readonly string[])[]> {
  const { status, raw } = await fileOf(month);
  expect([status, raw.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
  return raw.payload
    .split("\r\n")
    .filter((line) => line !== "")
    .map((line) => [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = ""]) => cell.replaceAll('""', '"')));
}
const movementsIn = (rows: readonly (readonly string[])[]) => {
  const [from, to] = ["At (UTC)", "Fee for"].map((head) => rows.findIndex((row) => row.includes(head)));
  return rows.slice((from ?? 0) + 1, to);
};
const refund = ({ orderId }: InCare, amount: number) =>
  server.call(
    care.refundOrder,
    { params: { id: orderId }, body: { amount, reason: "A late parcel" } },
    { apiKey, key: newId() },
  );
const paymentOf = async ({ orderId }: InCare) => {
  const found = await server.services.db
    .selectFrom("customer_order as o")
    .innerJoin("payment_intent as intent", "intent.order_id", "o.id")
    .select(["o.number", "o.total_cents", "o.tax_cents", "intent.gateway_intent_id"])
    .where("o.id", "=", orderId)
    .executeTakeFirstOrThrow();
  return {
    number: found.number ?? "",
    total: found.total_cents,
    tax: found.tax_cents,
    intent: found.gateway_intent_id,
  };
};
const inDollars = (cents: number) => (cents / 100).toFixed(2);

describe("decisions §11 Money: a month's accounting", () => {
  test("each payment, refund, dispute and fee is a row with its own values, and the sums are theirs, by kind and by state", async () => {
    const month = freshMonth();
    const [opened, later] = [goTo(`${month}-03`, 10), `${month}-20`];
    const [iowa, illinois] = [
      await inCare(server, { delivered: false }),
      await inCare(server, { delivered: false, state: "IL" }),
    ];
    await server.jobs.drain();
    const refunded = goTo(later, 9);
    expect((await refund(illinois, 20)).status).toBeLessThan(300);
    await server.jobs.drain();
    const disputed = goTo(later, 15);
    const [one, two] = [await paymentOf(iowa), await paymentOf(illinois)];
    const emulator = { db: server.services.db, clock: server.clock };
    const dispute = await openDispute(emulator, one.intent ?? "", { amount: 3000 });
    await syncIntent(server.services, one.intent ?? "");
    const won = goTo(later, 18);
    await updateDispute(emulator, dispute, "won");
    await syncIntent(server.services, one.intent ?? "");

    expect([one.tax, two.tax > 0, one.total === two.total]).toEqual([0, true, false]);
    const back = Math.round((two.tax * 2000) / two.total);
    const rows = await rowsOf(month);
    const fees = [one, two].map(({ total }) => Math.round(total * 0.029) + 30);
    expect(rows.slice(0, 2)).toEqual([
      ["Month", month, "Time zone", timezone(), "Currency", "USD"],
      ["Sum", "Movements", "Amount", "Tax in it"],
    ]);
    expect(rows.slice(2, 9)).toEqual([
      ["capture", "2", inDollars(one.total + two.total), inDollars(two.tax)],
      ["refund", "1", "-20.00", inDollars(-back)],
      ["refund_reversal", "0", "0.00", "0.00"],
      ["dispute", "1", "-30.00", "0.00"],
      ["dispute_reversal", "1", "30.00", "0.00"],
      ["fees of the gateway", "3", inDollars(-(fees[0]! + fees[1]! + 1500)), ""],
      ["payouts to the bank", "0", "0.00", ""],
    ]);
    expect(rows.slice(9, 12)).toEqual([
      ["State", "Amount", "Tax"],
      ["IA", inDollars(one.total), "0.00"],
      ["IL", inDollars(two.total - 2000), inDollars(two.tax - back)],
    ]);
    const at = (moment: Date) => expect.stringContaining(moment.toISOString().slice(0, 15));
    expect(movementsIn(rows).map((row) => [...row])).toEqual([
      [`${month}-03`, at(opened), "capture", one.number, "IA", inDollars(one.total), "0.00", one.intent],
      [`${month}-03`, at(opened), "capture", two.number, "IL", inDollars(two.total), inDollars(two.tax), two.intent],
      [later, at(refunded), "refund", two.number, "IL", "-20.00", inDollars(-back), two.intent],
      [later, at(disputed), "dispute", one.number, "IA", "-30.00", "0.00", one.intent],
      [later, at(won), "dispute_reversal", one.number, "IA", "30.00", "0.00", one.intent],
    ]);
    expect(rows.slice(rows.findIndex((row) => row.includes("Fee for")))).toEqual([
      ["Day", "At (UTC)", "Fee for", "Fee", "Payment"],
      ...[
        [`${month}-03`, at(opened), "capture", inDollars(-fees[0]!), one.intent],
        [`${month}-03`, at(opened), "capture", inDollars(-fees[1]!), two.intent],
        [later, at(disputed), "dispute", "-15.00", one.intent],
      ].toReversed(),
      ["Day", "At (UTC)", "Payout", "Amount", "Movement"],
    ]);
  });

  test("what moves in the last hour of a month is the month's by the practice's clock, not the world's", async () => {
    const month = freshMonth();
    const next = nextOf(month);
    const lastHour = goTo(addDays(`${next}-01`, -1), 23);
    expect(lastHour.toISOString().slice(0, 7)).toBe(next);
    const patient = await inCare(server, { delivered: false });
    await server.jobs.drain();
    goTo(`${next}-01`, 0.5);
    await refund(patient, 7);
    await server.jobs.drain();
    const of = async (which: string) => {
      const rows = await rowsOf(which);
      const [fee, payout] = ["Fee for", "Payout"].map((head) => rows.findIndex((row) => row.includes(head)));
      const fees = rows.slice((fee ?? 0) + 1, payout);
      return { movements: movementsIn(rows).map((row) => [row[0], row[2]]), fees: fees.map((row) => row[0]) };
    };
    const lastDay = addDays(`${next}-01`, -1);
    expect(await of(month)).toEqual({ movements: [[lastDay, "capture"]], fees: [lastDay] });
    expect(await of(next)).toEqual({ movements: [[`${next}-01`, "refund"]], fees: [] });
  });

  test("a cell that looks like a formula is text, and an amount that left stays a number", async () => {
    const month = freshMonth();
    goTo(`${month}-05`, 10);
    const patient = await inCare(server, { delivered: false });
    await server.jobs.drain();
    await refund(patient, 4);
    await server.jobs.drain();
    await server.services.db
      .updateTable("customer_order")
      .set({ number: "=1+1", shipping_state: "+A" })
      .where("id", "=", patient.orderId)
      .execute();
    const { payload } = (await fileOf(month)).raw;
    expect(payload).toContain(`"'=1+1","'+A"`);
    expect(payload).toContain(`"-4.00"`);
    for (const cell of payload.split(/,|\r\n/)) expect(cell).not.toMatch(/^"[=+@\t\r]|^"-(?!\d+\.\d\d"$)/);
  });

  test("a gateway that doesn't answer is said, and no half a month is saved", async () => {
    vi.spyOn(server.services.gateway, "listMovements").mockRejectedValueOnce(
      new GatewayUnknownOutcome("listMovements"),
    );
    const { status, problem } = await fileOf(freshMonth());
    expect([status, problem.message]).toEqual([503, expect.stringContaining("gateway didn't answer")]);
  });

  test.each(["2026-13", "2026-1", "1999-12", "2026-11-01"])("%s is no month", async (month) =>
    expect((await fileOf(month)).status).toBe(400),
  );
});

describe("decisions §11 no clinical field for finance: a month's accounting", () => {
  test("a finance person saves it with a fresh proof only; no patient, no product", async () => {
    const month = freshMonth();
    goTo(`${month}-05`, 10);
    await inCare(server, { delivered: false });
    await server.jobs.drain();
    const finance: StaffPerson = await signedInStaff(server, ["finance"]);
    const { status, raw } = await finance.browser.call(care.accountingFile, { params: { month } });
    expect([status, raw.payload.includes(`"capture","1"`)]).toEqual([200, true]);
    expect(raw.headers["content-disposition"]).toContain(`accounting-${month}.csv`);
    const { products } = server.services.content.catalogue;
    const names = [...products.map(({ name }) => name), "Rosa", "estradiol", "menopause", "@"];
    expect(names.filter((name) => raw.payload.toLowerCase().includes(name.toLowerCase()))).toEqual([]);
    server.clock.advance(6 * 60_000);
    const stale = await finance.browser.call(care.accountingFile, { params: { month } });
    expect(stale.problem.code).toBe("proof_required");
  });

  test.each(["physician", "nurse", "patient_services", "pharmacy", "administrator"] as const)(
    "%s doesn't get it",
    async (role) => {
      const { browser } = await signedInStaff(server, [role], role === "physician" ? "elena_marsh" : undefined);
      const { status } = await browser.call(care.accountingFile, { params: { month: "2026-10" } });
      expect(status).toBe(403);
    },
  );
});
