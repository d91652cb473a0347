import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { care } from "#contract/care/calls.ts";
import { syncIntent } from "#server/orders/payments/sync-intent.ts";
import { postLedgerEntry } from "#server/payment/ledger.ts";
import { addDays, clinicToday, startOfDay } from "#server/platform/clock/calendar-days.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { GatewayUnknownOutcome } from "#server/platform/gateway/port.ts";
import { openDispute, updateDispute } from "#server/platform/gateway/sandbox/emulator/disputes.ts";
import { payOut, payOutByHand, returnPayout } from "#server/platform/gateway/sandbox/emulator/payouts.ts";
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

/** From its first day to its last one. */
const daysOf = (month: string) => ({ from: `${month}-01`, to: addDays(`${nextOf(month)}-01`, -1) });
const fileOf = (month: string) => server.call(care.accountingFile, { query: daysOf(month) }, { apiKey });
const tableOf = (query: { readonly from: string; readonly to: string }) =>
  server.call(care.accounting, { query }, { apiKey });
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
/** Something that we hear of late, on a day. */
const postLedgerEntryOf = ({ orderId }: InCare, at: Date) =>
  inTransaction(server.services, ({ db }) =>
    postLedgerEntry(db, { id: newId(), orderId, reason: "refund", at, amounts: { gateway: -100, refunds: 100 } }),
  );
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
      ["From", `${month}-01`, "To", daysOf(month).to, "Time zone", timezone(), "Currency", "USD"],
      ["Sum", "Movements", "Amount", "Tax in it", "Discount in it"],
    ]);
    expect(rows.slice(2, 10)).toEqual([
      ["capture", "2", inDollars(one.total + two.total), inDollars(two.tax), "0.00"],
      ["refund", "1", "-20.00", inDollars(-back), "0.00"],
      ["refund_reversal", "0", "0.00", "0.00", "0.00"],
      ["dispute", "1", "-30.00", "0.00", "0.00"],
      ["dispute_reversal", "1", "30.00", "0.00", "0.00"],
      ["all", "5", inDollars(one.total + two.total - 2000), inDollars(two.tax - back), "0.00"],
      ["fees of the gateway", "3", inDollars(-(fees[0]! + fees[1]! + 1500)), "", ""],
      ["payouts to the bank", "0", "0.00", "", ""],
    ]);
    expect(rows.slice(10, 16)).toEqual([
      ["Day", "Closing"],
      [`${month}-03`, "not closed"],
      [later, "not closed"],
      ["State", "Charged", "Given back", "Amount", "Tax in it", "Discount in it"],
      ["IA", inDollars(one.total), "0.00", inDollars(one.total), "0.00", "0.00"],
      [...["IL", inDollars(two.total), "-20.00", inDollars(two.total - 2000), inDollars(two.tax - back), "0.00"]],
    ]);
    expect((await tableOf(daysOf(month))).ok).toMatchObject({
      ...daysOf(month),
      total: { amount: (one.total + two.total - 2000) / 100, tax: (two.tax - back) / 100, discount: 0 },
      states: [
        { state: "IA", charged: one.total / 100, givenback: 0, tax: 0 },
        { state: "IL", charged: two.total / 100, givenback: -20, tax: (two.tax - back) / 100 },
      ],
      fees: { movements: 3, amount: -(fees[0]! + fees[1]! + 1500) / 100 },
      opendays: [`${month}-03`, later],
    });
    const at = (moment: Date) => expect.stringContaining(moment.toISOString().slice(0, 15));
    const [cn, zero] = [`CN-${two.number}-1`, "0.00"];
    expect(movementsIn(rows)).toEqual([
      [`${month}-03`, at(opened), "capture", one.number, "", "IA", inDollars(one.total), zero, zero, one.intent],
      [
        `${month}-03`,
        at(opened),
        "capture",
        two.number,
        "",
        "IL",
        inDollars(two.total),
        inDollars(two.tax),
        zero,
        two.intent,
      ],
      [later, at(refunded), "refund", two.number, cn, "IL", "-20.00", inDollars(-back), zero, two.intent],
      [later, at(disputed), "dispute", one.number, "", "IA", "-30.00", zero, zero, one.intent],
      [later, at(won), "dispute_reversal", one.number, "", "IA", "30.00", zero, zero, one.intent],
    ]);
    const [feesFrom, payoutsFrom] = ["Fee for", "Made on"].map((head) => rows.findIndex((row) => row.includes(head)));
    expect(rows.slice(feesFrom, payoutsFrom)).toEqual([
      ["Day", "At (UTC)", "Fee for", "Fee", "Payment"],
      ...[
        [`${month}-03`, at(opened), "capture", inDollars(-fees[0]!), one.intent],
        [`${month}-03`, at(opened), "capture", inDollars(-fees[1]!), two.intent],
        [later, at(disputed), "dispute", "-15.00", one.intent],
      ].toReversed(),
      ["Day", "At (UTC)", "Payout", "Amount", "Movement"],
      ["Day", "At (UTC)", "No money moved", "Amount", "Reason", "Order"],
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
    expect(payload).toMatch(/"'=1\+1","[^"]*","'\+A"/);
    expect(payload).toContain(`"-4.00"`);
    for (const cell of payload.split(/,|\r\n/)) expect(cell).not.toMatch(/^"[=+@\t\r]|^"-(?!\d+\.\d\d"$)/);
  });

  test("a gateway that doesn't answer is said, and no half a month is saved", async () => {
    vi.spyOn(server.services.gateway, "listMovements").mockRejectedValueOnce(
      new GatewayUnknownOutcome("listMovements"),
    );
    const { status, problem } = await fileOf(clinicToday(server.services).slice(0, 7));
    expect([status, problem.message]).toEqual([503, expect.stringContaining("gateway didn't answer")]);
  });

  test("a discount that was given is in the payment, and what of it goes back with a refund", async () => {
    const month = freshMonth();
    goTo(`${month}-05`, 10);
    const patient = await inCare(server, { delivered: false });
    const { total } = await paymentOf(patient);
    // What was agreed to can't change, but for a test.
    await inTransaction(server.services, async ({ db }) => {
      await sql`alter table customer_order disable trigger user`.execute(db);
      await db
        .updateTable("customer_order")
        .set({ discount_cents: 1000, subtotal_cents: ({ eb }) => eb("subtotal_cents", "+", 1000) })
        .where("id", "=", patient.orderId)
        .execute();
      await sql`alter table customer_order enable trigger user`.execute(db);
    });
    await server.jobs.drain();
    await refund(patient, Math.floor(total / 2) / 100);
    await server.jobs.drain();
    const { sums } = (await tableOf(daysOf(month))).ok;
    expect(sums.slice(0, 2).map(({ kind, discount }) => [kind, discount])).toEqual([
      ["capture", 10],
      ["refund", -5],
    ]);
  });

  test("any days: the first and the last one count, those beside them don't; a closed day isn't named, one that changed since is", async () => {
    const month = freshMonth();
    const days = [4, 5, 6, 7].map((day) => `${month}-0${day}`);
    const patients: InCare[] = [];
    for (const day of days) {
      goTo(day, 10);
      patients.push(await inCare(server, { delivered: false }));
      await server.jobs.drain();
    }
    const [, from = "", to = ""] = days;
    const payments = await Promise.all(patients.map(paymentOf));
    const { ok } = await tableOf({ from, to });
    expect(ok.sums[0]).toMatchObject({ movements: 2, amount: (payments[1]!.total + payments[2]!.total) / 100 });
    expect([ok.opendays, ok.changeddays]).toEqual([[from, to], []]);
    for (const day of [from, to]) {
      const { revision } = (await server.call(care.closingOfDay, { params: { day } }, { apiKey })).ok;
      await server.call(care.closeDay, { params: { day }, body: { revision } }, { apiKey });
    }
    await postLedgerEntryOf(patients[2]!, startOfDay(timezone(), to));
    const after = (await tableOf({ from: days[0]!, to: days[3]! })).ok;
    expect([after.opendays, after.changeddays]).toEqual([[days[0], days[3]], [to]]);
    expect((await tableOf({ from: days[3]!, to: addDays(days[3]!, 20) })).ok.opendays).toEqual([days[3]]);
  });

  test.each([
    ["a last day before the first", { from: "2026-11-02", to: "2026-11-01" }, "to"],
    ["more than a year", { from: "2025-01-01", to: "2026-01-02" }, "to"],
    ["a day to come", { from: "2099-01-01", to: "2099-01-02" }, "from"],
  ])("%s is refused, at the table and at the file", async (_, query, path) => {
    for (const answer of [await tableOf(query), await server.call(care.accountingFile, { query }, { apiKey })]) {
      expect([answer.status, answer.problem.details?.["fields"]]).toEqual([400, [expect.objectContaining({ path })]]);
    }
  });

  test("a year is the most", async () => {
    expect((await tableOf({ from: "2024-01-01", to: "2024-12-31" })).status).toBe(200);
    expect((await tableOf({ from: "2024-01-01", to: "2025-01-01" })).status).toBe(400);
  });

  test.each(["2026-13-01", "2026-11", "", "today"])("%s is no day", async (from) =>
    expect((await tableOf({ from, to: "2026-11-30" })).status).toBe(400),
  );
});

describe("decisions §11 Money: a period's payouts", () => {
  const payoutsOf = (query: { readonly from: string; readonly to: string }) =>
    server.call(care.periodPayouts, { query }, { apiKey });
  const emulator = () => ({ db: server.services.db, clock: server.clock });
  /** What is on the balance from other tests is paid out before. */
  async function emptyBalance(month: string): Promise<void> {
    goTo(`${month}-01`, 1);
    await payOut(emulator());
  }
  /** A charge on a day, less the gateway's fee, in cents. */
  async function chargeOn(day: string) {
    goTo(day, 10);
    const patient = await inCare(server, { delivered: false });
    await server.jobs.drain();
    const { total } = await paymentOf(patient);
    return { total, fee: Math.round(total * 0.029) + 30, net: total - Math.round(total * 0.029) - 30 };
  }
  const charged = (day: string, { total, fee }: { readonly total: number; readonly fee: number }) => [
    { day, kind: "capture", movements: 1, amount: total / 100 },
    { day, kind: "fee", movements: 1, amount: -fee / 100 },
  ];

  test("one that failed went with the next; that has both days; a third day waits; the file has the same", async () => {
    const month = nextOf(nextOf(freshMonth()));
    await emptyBalance(month);
    const days = [4, 5, 20].map((day) => `${month}-${String(day).padStart(2, "0")}`) as [string, string, string];
    const one = await chargeOn(days[0]);
    const two = await chargeOn(days[1]);
    goTo(`${month}-06`, 12);
    const failed = (await payOut(emulator()))!;
    goTo(`${month}-08`, 12);
    const waitsAgain = (await payoutsOf({ from: days[0], to: days[0] })).ok;
    expect([waitsAgain.waiting.parts, waitsAgain.payouts.map(({ id }) => id)]).toEqual([[], [failed]]);
    await returnPayout(emulator(), failed);
    const returned = (await payoutsOf({ from: days[0], to: days[0] })).ok;
    expect(returned.payouts.map(({ id, status, resentwith }) => [id, status, resentwith])).toEqual([
      [failed, "failed", null],
    ]);
    expect(returned.waiting.parts).toEqual(
      charged(days[0], one).map((part) => ({ ...part, availableon: `${month}-06` })),
    );
    const sent = (await payOut(emulator()))!;
    const three = await chargeOn(days[2]);
    const { ok } = await payoutsOf(daysOf(month));
    const ofMonth = ok.payouts.filter(({ id }) => id === sent || id === failed);
    expect(ofMonth).toEqual([
      {
        ...{ id: sent, madeon: `${month}-08`, amount: (one.net + two.net) / 100, status: "paid", itemized: "yes" },
        ...{ arriveson: `${month}-10`, difference: 0, resentwith: null },
        parts: [...charged(days[0], one), ...charged(days[1], two)],
      },
      {
        ...{ id: failed, madeon: `${month}-06`, amount: one.net / 100, status: "failed", itemized: "yes" },
        ...{ arriveson: `${month}-08`, difference: 0, resentwith: sent },
        parts: charged(days[0], one),
      },
    ]);
    expect(ok.waiting).toEqual({
      amount: three.net / 100,
      parts: charged(days[2], three).map((part) => ({ ...part, availableon: `${month}-22` })),
    });
    const rows = await rowsOf(month);
    const dollars = (cents: number) => (cents / 100).toFixed(2);
    expect(rows).toContainEqual([
      ...[sent, `${month}-08`, `${month}-10`, "paid", dollars(one.net + two.net), dollars(one.net + two.net)],
      ...["0.00", ""],
    ]);
    expect(rows).toContainEqual([failed, days[0], "fee", "1", dollars(-one.fee)]);
    expect(rows).toContainEqual(["", days[2], "capture", "1", dollars(three.total), `${month}-22`]);
    expect(rows.at(-1)).toEqual(["all", "", "", "", dollars(three.net), ""]);
  });

  test("money that's paid out months later isn't said to wait, and a payout of other days isn't shown", async () => {
    const month = nextOf(nextOf(freshMonth()));
    await emptyBalance(month);
    const day = `${month}-04`;
    const charge = await chargeOn(day);
    goTo(addDays(day, 80), 12);
    expect((await payoutsOf({ from: day, to: day })).ok.waiting.amount).toBe(charge.net / 100);
    const late = (await payOut(emulator()))!;
    const { ok } = await payoutsOf({ from: day, to: day });
    expect([ok.payouts.map(({ id }) => id), ok.waiting]).toEqual([[late], { amount: 0, parts: [] }]);
    const beside = addDays(day, 10);
    expect((await payoutsOf({ from: beside, to: beside })).ok.payouts).toEqual([]);
    const arrives = addDays(day, 82);
    server.clock.advance(3 * 24 * hourMs);
    expect((await payoutsOf({ from: arrives, to: arrives })).ok.payouts.map(({ id }) => id)).toEqual([late]);
  });

  test("one that the gateway itemizes wrongly says so at the table and in the file, and nothing is hidden", async () => {
    const month = nextOf(nextOf(freshMonth()));
    await emptyBalance(month);
    const charge = await chargeOn(`${month}-04`);
    goTo(`${month}-07`, 12);
    const id = (await payOut(emulator()))!;
    await server.services.db
      .updateTable("sandbox.payout")
      .set({ amount: charge.net + 5 })
      .where("id", "=", id)
      .execute();
    const { payouts } = (await payoutsOf(daysOf(month))).ok;
    expect(payouts.find((each) => each.id === id)?.difference).toBe(-0.05);
    expect((await rowsOf(month)).find((row) => row[0] === id)?.[6]).toBe("-0.05");
  });

  test.each(["listPayouts", "movementsOfPayout"] as const)(
    "a gateway that doesn't answer (%s) is said",
    async (call) => {
      const month = nextOf(nextOf(freshMonth()));
      await emptyBalance(month);
      await chargeOn(`${month}-04`);
      goTo(`${month}-07`, 12);
      await payOut(emulator());
      for (const ask of [() => payoutsOf(daysOf(month)), () => fileOf(month)]) {
        vi.spyOn(server.services.gateway, call).mockRejectedValueOnce(new GatewayUnknownOutcome(call));
        const { status, problem } = await ask();
        expect([status, problem.message]).toEqual([503, expect.stringContaining("gateway didn't answer")]);
      }
    },
  );

  test("one made by hand is shown on the day it's made and on the day it arrives, and on none between", async () => {
    const made = `${nextOf(freshMonth())}-26`;
    goTo(made, 12);
    const id = await payOutByHand(emulator(), 600);
    goTo(addDays(made, 3), 12);
    const isShownOn = async (day: string) =>
      (await payoutsOf({ from: day, to: day })).ok.payouts.some((each) => each.id === id);
    const days = [-1, 0, 1, 2, 3].map((after) => addDays(made, after));
    expect(await Promise.all(days.map(isShownOn))).toEqual([false, true, false, true, false]);
  });

  test("the same days are refused as for the sums", async () => {
    for (const query of [
      { from: "2026-11-02", to: "2026-11-01" },
      { from: "2099-01-01", to: "2099-01-02" },
      { from: "2025-01-01", to: "2026-01-02" },
    ])
      expect((await payoutsOf(query)).status).toBe(400);
  });
});

describe("decisions §11 no clinical field for finance: a month's accounting", () => {
  test("a finance person saves it with a fresh proof only; no patient, no product", async () => {
    const month = freshMonth();
    goTo(`${month}-05`, 10);
    await inCare(server, { delivered: false });
    await server.jobs.drain();
    const finance: StaffPerson = await signedInStaff(server, ["finance"]);
    const query = daysOf(month);
    const { status, raw } = await finance.browser.call(care.accountingFile, { query });
    expect([status, raw.payload.includes(`"capture","1"`)]).toEqual([200, true]);
    expect(raw.headers["content-disposition"]).toContain(`accounting-${query.from}-to-${query.to}.csv`);
    const { products } = server.services.content.catalogue;
    const names = [...products.map(({ name }) => name), "Rosa", "estradiol", "menopause", "@"];
    expect(names.filter((name) => raw.payload.toLowerCase().includes(name.toLowerCase()))).toEqual([]);
    server.clock.advance(6 * 60_000);
    const stale = await finance.browser.call(care.accountingFile, { query });
    expect(stale.problem.code).toBe("proof_required");
    expect((await finance.browser.call(care.accounting, { query })).status).toBe(200);
    expect((await finance.browser.call(care.periodPayouts, { query })).status).toBe(200);
  });

  test.each(["physician", "nurse", "patient_services", "pharmacy", "administrator"] as const)(
    "%s doesn't get it",
    async (role) => {
      const { browser } = await signedInStaff(server, [role], role === "physician" ? "elena_marsh" : undefined);
      const query = daysOf("2026-10");
      const answers = [
        await browser.call(care.accountingFile, { query }),
        await browser.call(care.accounting, { query }),
        await browser.call(care.periodPayouts, { query }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    },
  );
});
