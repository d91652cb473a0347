import { beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { type VoidReason, voidReasons } from "#contract/care/packed-lines.ts";
import { documents } from "#contract/documents/calls.ts";
import { orderCalls } from "#contract/orders/orders.ts";
import { readPdf } from "#server/documents/testing/read-pdf.ts";
import { linked, mergeAccounts } from "#server/merging/testing/two-accounts.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { daysOnHand, isOnHand, loadDispensedBoxes } from "#server/prescriptions/public.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { sharedTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { endTreatment } from "#server/treatment/end-treatment.ts";
import { inCare, type InCare } from "#server/treatment/testing/in-care.ts";
import { withoutTriggers } from "#server/treatment/testing/rolled-back.ts";

let server: TestServer;
let paz: StaffPerson;
let ines: StaffPerson;
beforeAll(async () => {
  server = await sharedTestServer();
  paz = await named("Paz Lindqvist");
  ines = await named("Ines Falk");
});

async function named(name: string): Promise<StaffPerson> {
  const person = await signedInStaff(server, ["pharmacy"]);
  await server.services.db.updateTable("staff_member").set({ name }).where("id", "=", person.id).execute();
  return person;
}

/** A patient whose order left, with the lots `A-` and `B-` of this order, and arrived. */
async function delivered({ arrives = true } = {}) {
  const rosa = await inCare(server, { delivered: false });
  const lines = await server.services.db
    .selectFrom("order_line")
    .selectAll()
    .where("order_id", "=", rosa.orderId)
    .orderBy("line")
    .execute();
  const [estrogen] = lines.filter(({ product_id }) => !product_id.startsWith("progesterone"));
  if (!estrogen) throw new Error("The plan has no estrogen");
  const lot = (at: number) => `${"AB".charAt(at)}-${rosa.orderId.slice(-6)}`.toUpperCase();
  const named_ = lines.map(({ pricing_id: pricingid }, at) => ({
    ...{ pricingid, lotnumber: lot(at), expireson: addDays(today(), 700) },
  }));
  const shipped = await ship(rosa, { lines: named_ });
  if (!shipped.ok) throw new Error(JSON.stringify(shipped.problem));
  if (arrives) await server.call(care.deliverOrder, { params: { id: rosa.orderId }, body: {} }, { apiKey });
  return { rosa, estrogen, at: lines.indexOf(estrogen), lot: lot(lines.indexOf(estrogen)) };
}
type Delivered = Awaited<ReturnType<typeof delivered>>;

const ship = ({ orderId }: InCare, body: object = {}) =>
  server.call(
    care.shipOrder,
    {
      params: { id: orderId },
      body: { carrier: "Meadow Post", trackingnumber: `T${newId().replaceAll("-", "").slice(0, 20)}`, ...body },
    },
    { apiKey },
  );
const voided = (by: StaffPerson, { rosa, estrogen }: Delivered, body: object = {}) =>
  by.browser.call(care.voidFill, {
    params: { id: rosa.orderId },
    body: { pricingid: estrogen.pricing_id, parcel: 1, wrong: "strength", note: "Two stood side by side", ...body },
  });
const today = () => clinicToday(server.services);
const boxesOf = async ({ rosa, estrogen }: Delivered) =>
  (await loadDispensedBoxes(server.services.db, rosa.id, server.services.content.brand.timezone)).get(
    estrogen.product_id,
  ) ?? [];
const orderOf = async ({ rosa }: Delivered) =>
  (await server.call(orderCalls.order, { params: { id: rosa.orderId } }, { token: rosa.token })).ok;
const itemOf = async (each: Delivered) => {
  const { number } = await orderOf(each);
  const { ok } = await server.call(care.orderByNumber, { params: { number: number ?? "" } }, { apiKey });
  const [item] = ok.items;
  if (!item?.dispensing) throw new Error("The order isn't found");
  return { ...item, dispensing: item.dispensing };
};
const lineOf = async (each: Delivered) =>
  (await itemOf(each)).dispensing.lines.find(({ pricingid }) => pricingid === each.estrogen.pricing_id);
const notificationsOf = ({ rosa }: Delivered) =>
  server.services.db
    .selectFrom("notification")
    .select("href")
    .where("patient_id", "=", rosa.id)
    .where("dedupe_key", "like", "fill_voided%")
    .execute();
const refillsOf = async ({ rosa, estrogen }: Delivered) =>
  (
    await server.services.db
      .selectFrom("prescription")
      .select("refills_left")
      .where("patient_id", "=", rosa.id)
      .where("product_id", "=", estrogen.product_id)
      .executeTakeFirstOrThrow()
  ).refills_left;
const nextCharge = async ({ rosa, estrogen }: Delivered) =>
  (
    await server.services.db
      .selectFrom("prescription_order")
      .innerJoin("subscription", "subscription.id", "prescription_order.subscription_id")
      .select("charge_on")
      .where("subscription.patient_id", "=", rosa.id)
      .where("subscription.product_id", "=", estrogen.product_id)
      .where("prescription_order.status", "=", "scheduled")
      .executeTakeFirstOrThrow()
  ).charge_on;

describe("what was recorded as dispensed and wasn't is voided after it left", () => {
  test("it counts for nothing, the right box leaves without a charge, and both stay on the order", async () => {
    const each = await delivered();
    expect(isOnHand(await boxesOf(each), today())).toBe(true);
    expect(await lineOf(each)).toMatchObject({ parcel: 1, voiding: { maysendagain: true, why: null } });
    const before = await orderOf(each);
    expect((await voided(paz, each)).status).toBe(200);
    expect(isOnHand(await boxesOf(each), today())).toBe(false);
    const item = await itemOf(each);
    expect(item.dispensing.voided).toMatchObject([
      {
        ...{ pricingid: each.estrogen.pricing_id, parcel: 1, lotnumber: each.lot, wrong: "strength" },
        ...{ by: { name: "Paz Lindqvist" }, note: "Two stood side by side" },
      },
    ]);
    expect([item.ready, item.order?.status]).toEqual([true, "shipped"]);
    expect(await lineOf(each)).toMatchObject({ parcel: null, packedat: null, voiding: null });
    // The slip in the package has what is in that package, and not what has left before.
    const printed = await server.call(
      care.printOrders,
      { body: { orderids: [each.rosa.orderId], what: "slips" } },
      { apiKey },
    );
    const slip = (await readPdf(printed.raw.rawPayload)).text;
    const names = item.order?.detail.map(({ name, pricingid }) => [
      pricingid === each.estrogen.pricing_id,
      slip.includes(name),
    ]);
    expect(names?.toSorted()).toEqual([
      [false, false],
      [true, true],
    ]);
    const line = { pricingid: each.estrogen.pricing_id, lotnumber: "RIGHT-1", expireson: addDays(today(), 700) };
    expect((await ship(each.rosa, { lines: [line] })).status).toBe(200);
    await server.call(care.deliverOrder, { params: { id: each.rosa.orderId }, body: {} }, { apiKey });
    expect(isOnHand(await boxesOf(each), today())).toBe(true);
    const after = await orderOf(each);
    expect([after.status, after.summary, after.refunded]).toEqual(["delivered", before.summary, 0]);
    expect(await lineOf(each)).toMatchObject({ parcel: 2, lotnumber: "RIGHT-1" });
  });

  test("the next charge waits for what is sent in its place, or comes as if it had never left", async () => {
    const [again, gone] = [await delivered(), await delivered()];
    const days = daysOnHand(await boxesOf(gone), today());
    const before = [await nextCharge(again), await nextCharge(gone)];
    const refills = await refillsOf(gone);
    await voided(paz, again);
    await voided(paz, gone, { sendagain: false });
    expect(days).toBeGreaterThan(20);
    expect(daysOnHand(await boxesOf(gone), today())).toBe(0);
    expect(await nextCharge(again)).toBe(before[0]);
    expect((await nextCharge(gone)) < (before[1] ?? "")).toBe(true);
    expect((await itemOf(gone)).ready).toBe(false);
    expect((await orderOf(gone)).status).toBe("delivered");
    expect([await refillsOf(gone), (await ship(gone.rosa)).status]).toEqual([refills, 409]);
  });

  test("an order of which nothing else has left is to be sent again", async () => {
    const each = await delivered();
    const lines = await server.services.db
      .selectFrom("order_line")
      .select("pricing_id")
      .where("order_id", "=", each.rosa.orderId)
      .execute();
    for (const { pricing_id: pricingid } of lines) expect((await voided(paz, each, { pricingid })).status).toBe(200);
    expect((await orderOf(each)).status).toBe("paid");
    expect((await ship(each.rosa)).ok.order.status).toBe("shipped");
    await server.call(care.deliverOrder, { params: { id: each.rosa.orderId }, body: {} }, { apiKey });
    expect((await orderOf(each)).status).toBe("delivered");
  });

  test("a parcel whose lines nobody recorded loses only what is voided", async () => {
    const each = await delivered();
    await server.services.db.deleteFrom("order_fill").where("order_id", "=", each.rosa.orderId).execute();
    await voided(paz, each, { packedat: null });
    const { dispensing } = await itemOf(each);
    expect(new Set(dispensing.lines.map(({ parcel }) => parcel))).toEqual(new Set([1, null]));
  });

  test("a later package of the medicine that left: nothing is sent in its place, and it says why", async () => {
    const each = await delivered();
    const later = newId();
    const { db } = server.services;
    const order = await db
      .selectFrom("customer_order")
      .selectAll()
      .where("id", "=", each.rosa.orderId)
      .executeTakeFirstOrThrow();
    const lines = await db.selectFrom("order_line").selectAll().where("order_id", "=", order.id).execute();
    const isSame = ({ product_id }: (typeof lines)[number]) => product_id === each.estrogen.product_id;
    await db.transaction().execute(async (tx) => {
      const its = { id: later, kind: "renewal" as const, number: null, idempotency_key: later };
      const placed_at = new Date(order.placed_at.getTime() + 60_000);
      await tx
        .insertInto("customer_order")
        .values({ ...order, ...its, placed_at })
        .execute();
      await tx
        .insertInto("order_line")
        .values(
          lines.map((line) => ({ ...line, order_id: later, cancelled_at: isSame(line) ? server.clock.now() : null })),
        )
        .execute();
    });
    await db
      .insertInto("shipment")
      .values({
        order_id: later,
        parcel: 1,
        carrier: "UPS",
        tracking_number: "1",
        owns_number: false,
        shipped_at: server.clock.now(),
      })
      .execute();
    // Another medicine left with it.
    expect((await lineOf(each))?.voiding).toMatchObject({ maysendagain: true });
    await db.updateTable("order_line").set({ cancelled_at: null }).where("order_id", "=", later).execute();
    const offer = (await lineOf(each))?.voiding;
    expect(offer).toMatchObject({ maysendagain: false, why: expect.stringMatching(/^A later package/) });
    const placed = (ms: number) => () =>
      db.transaction().execute((tx) =>
        withoutTriggers(tx, () =>
          tx
            .updateTable("customer_order")
            .set({ placed_at: new Date(order.placed_at.getTime() + ms) })
            .where("id", "=", later)
            .execute(),
        ),
      );
    const returned = (returned_at: Date | null) => () =>
      db
        .updateTable("shipment")
        .set({ returned_at, return_reason: returned_at && "other" })
        .where("order_id", "=", later)
        .execute();
    for (const [change, back] of [
      [placed(-60_000), placed(60_000)],
      [returned(server.clock.now()), returned(null)],
    ] as const) {
      await change();
      expect((await lineOf(each))?.voiding).toEqual({ maysendagain: true, why: null });
      await back();
    }
    const refused = await voided(paz, each, { sendagain: true });
    expect([refused.problem.code, refused.problem.message]).toEqual(["wrong_state", offer?.why]);
    expect((await voided(paz, each)).status).toBe(200);
    expect((await itemOf(each)).ready).toBe(false);
    await returned(server.clock.now())();
  });

  test("a refunded order: it's voided, and nothing is sent", async () => {
    const each = await delivered();
    const amount = (await orderOf(each)).summary.totalamount;
    await server.call(
      care.refundOrder,
      { params: { id: each.rosa.orderId }, body: { amount, reason: "Wrong" } },
      { apiKey },
    );
    await server.jobs.drain();
    expect((await orderOf(each)).status).toBe("refunded");
    expect((await voided(paz, each, { sendagain: true })).problem.message).toMatch(/money was given back/);
    expect((await voided(paz, each)).status).toBe(200);
    expect([(await orderOf(each)).status, await boxesOf(each)]).toMatchObject(["refunded", []]);
  });
});

describe("of a patient whose account isn't open", () => {
  const mails = async ({ rosa }: Delivered) => {
    await server.jobs.drain();
    return (await server.mailbox.list(rosa.email)).filter(({ text }) => text.includes(rosa.orderId)).length;
  };
  const ended = async ({ id }: { readonly id: string }) => inTransaction(server.services, (tx) => endTreatment(tx, id));

  /** What the pharmacy is asked about the order. */
  const tasks = async (of: string, { rosa }: { readonly rosa: { readonly orderNumber: string } }) =>
    (await server.call(care.patientTasks, { params: { id: of }, query: {} }, { apiKey })).ok.items
      .filter(({ kind }) => kind === "task")
      .map(({ words, for: asked }) => [asked.role, words.includes(rosa.orderNumber)]);
  const withNumber = async (each: Delivered) => {
    const { number } = await orderOf(each);
    return { ...each, rosa: { ...each.rosa, orderNumber: number ?? "none" } };
  };
  const dispensingOf = async (number: string) => {
    const { ok } = await server.call(care.orderByNumber, { params: { number } }, { apiKey });
    return ok.items[0];
  };

  test("whose account became one with another: it's voided, and whoever goes on is told, by mail and by a call", async () => {
    const [each, other, ana] = [await withNumber(await delivered()), await server.newPatient(), await delivered()];
    await ended(each.rosa);
    const pair = await linked(server, [other, each.rosa]);
    await mergeAccounts(server, { surviving: other, retired: each.rosa, pair });
    expect((await voided(paz, each)).status).toBe(200);
    expect(isOnHand(await boxesOf(each), today())).toBe(false);
    await server.jobs.drain();
    const told = (await server.mailbox.list(other.email)).filter(({ subject }) =>
      subject.includes("before you use order"),
    );
    expect(told).toHaveLength(1);
    // No page of theirs names the other account's order.
    expect(told[0]?.text).not.toContain(each.rosa.orderId);
    expect(await tasks(other.id, each)).toEqual([["pharmacy", true]]);
    expect(await voided(paz, ana)).toMatchObject({ status: 200 });
    expect(await tasks(ana.rosa.id, await withNumber(ana))).toEqual([]);
  });

  test("who closed it: it's voided, nobody is mailed, and the pharmacy is asked to call", async () => {
    const each = await withNumber(await delivered());
    await ended(each.rosa);
    const { password, token } = each.rosa;
    expect((await server.call(account.closeAccount, { body: { password } }, { token })).status).toBe(200);
    const before = await mails(each);
    expect((await voided(paz, each)).status).toBe(200);
    expect(isOnHand(await boxesOf(each), today())).toBe(false);
    expect([await mails(each), await notificationsOf(each)]).toEqual([before, []]);
    expect(await tasks(each.rosa.id, each)).toEqual([["pharmacy", true]]);
    // It was paid for: the right box can still leave.
    expect(await dispensingOf(each.rosa.orderNumber)).toMatchObject({ ready: true });
  });

  test("of whom somebody says that they died: the right box waits; once that is proved, none is sent. Nobody is mailed", async () => {
    const [reported, proved] = [await withNumber(await delivered()), await withNumber(await delivered())];
    const entries = new Map<string, string>();
    for (const { rosa } of [reported, proved]) {
      const fields = [
        { id: "who", value: "Ana Diaz" },
        { id: "relation", value: "Daughter" },
        { id: "came", value: "phone" },
      ];
      const body = { kind: "death", words: "Died on Sunday, says the daughter.", fields };
      const logged = await server.call(care.addPatientLog, { params: { id: rosa.id }, body }, { apiKey });
      entries.set(rosa.id, logged.ok.id);
    }
    const note = "Death certificate of Johnson County, seen by us";
    const confirmed = { outcome: "settled" as const, logoutcome: "confirmed", note };
    await server.call(care.endTask, { params: { id: entries.get(proved.rosa.id) ?? "" }, body: confirmed }, { apiKey });
    const before = [await mails(reported), await mails(proved)];
    expect((await voided(paz, proved, { sendagain: true })).problem.message).toMatch(/has died, so nothing is sent/);
    for (const each of [reported, proved]) expect((await voided(paz, each)).status).toBe(200);
    expect([await mails(reported), await mails(proved)]).toEqual(before);
    for (const each of [reported, proved]) {
      expect(isOnHand(await boxesOf(each), today())).toBe(false);
      expect(await tasks(each.rosa.id, each)).toEqual([["pharmacy", true]]);
      expect(await dispensingOf(each.rosa.orderNumber)).toMatchObject({ ready: false });
      expect((await ship(each.rosa)).status).toBe(409);
    }
    const resends = server.services.db
      .selectFrom("order_fill")
      .select("void_resends")
      .where("voided_at", "is not", null);
    const of = async ({ rosa }: Delivered) =>
      (await resends.where("order_id", "=", rosa.orderId).execute()).map(({ void_resends: again }) => again);
    expect([await of(reported), await of(proved)]).toEqual([[true], [false]]);
  });
});

describe("pressed twice, by two, or on what isn't there", () => {
  test("the same person's repeat changes nothing; another one hears who was first", async () => {
    const each = await delivered();
    await voided(paz, each);
    expect((await voided(paz, each)).status).toBe(200);
    expect((await itemOf(each)).dispensing.voided).toHaveLength(1);
    const other = await voided(ines, each);
    expect([other.problem.code, other.problem.message]).toEqual([
      "conflict",
      expect.stringMatching(/^Paz Lindqvist has voided .* already\./),
    ]);
    expect(await notificationsOf(each)).toHaveLength(1);
  });

  test("two at once: one voids it, the other hears of it", async () => {
    const each = await delivered();
    const both = await Promise.all([voided(paz, each), voided(ines, each)]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect((await itemOf(each)).dispensing.voided).toHaveLength(1);
  });

  test("what was recorded anew isn't voided unseen", async () => {
    const each = await delivered();
    const seen = (await lineOf(each))?.packedat;
    await voided(ines, each, { wrong: "lot", lotnumber: "OTHER-2" });
    expect((await voided(paz, each, { packedat: seen })).problem.message).toMatch(/changed while you looked/);
    expect((await voided(paz, each, { packedat: (await lineOf(each))?.packedat })).status).toBe(200);
  });

  test("a package that came back, and one that hasn't left, have nothing to void", async () => {
    const each = await delivered();
    const params = { id: each.rosa.orderId };
    await server.call(care.returnOrder, { params, body: { reason: "damaged", parcel: 1 } }, { apiKey });
    expect((await lineOf(each))?.voiding).toBeNull();
    expect((await voided(paz, each)).problem.message).toMatch(/came back/);
    expect((await voided(paz, each, { parcel: 2 })).problem.message).toMatch(/isn’t in a package/);
  });
});

describe("what the patient and the record say", () => {
  test.each(voidReasons.filter((reason) => reason !== "lot"))(
    "%s: one sentence on the order, and one mail",
    async (wrong) => {
      const each = await delivered();
      expect((await orderOf(each)).correction).toBeUndefined();
      await voided(paz, each, { wrong });
      const { text } = (await orderOf(each)).correction ?? {};
      expect(text).toContain(each.estrogen.name);
      expect(text).toContain(server.services.content.brand.pharmacy.phone);
      expect(text).toContain(wrong === "missing" ? "may not have been in it" : "Please don't use");
      expect(await notificationsOf(each)).toHaveLength(1);
    },
  );

  test("a wrong lot: the right one takes its place, everything counts as before, and nobody is told", async () => {
    const each = await delivered();
    const before = { boxes: await boxesOf(each), charge: await nextCharge(each) };
    expect((await voided(paz, each, { wrong: "lot" })).problem.code).toBe("bad_request");
    expect((await voided(paz, each, { wrong: "lot", lotnumber: each.lot })).problem.message).toMatch(
      /recorded already/,
    );
    const lotnumber = `C-${each.rosa.orderId.slice(-6)}`.toUpperCase();
    expect((await voided(paz, each, { wrong: "lot", lotnumber })).status).toBe(200);
    expect((await voided(paz, each, { wrong: "lot", lotnumber })).status).toBe(200);
    expect(await lineOf(each)).toMatchObject({ parcel: 1, lotnumber });
    expect({ boxes: await boxesOf(each), charge: await nextCharge(each) }).toEqual(before);
    expect([(await orderOf(each)).correction, await notificationsOf(each)]).toEqual([undefined, []]);
    // The corrected row may be wrong in turn, and its line is then sent again.
    await voided(paz, each, { wrong: "medicine" });
    expect((await itemOf(each)).ready).toBe(true);
  });

  test("lists find the patient by the lot that counts; a recall finds both, and says which was voided", async () => {
    const each = await delivered();
    const lotnumber = `D-${each.rosa.orderId.slice(-6)}`.toUpperCase();
    await voided(paz, each, { wrong: "lot", lotnumber });
    const found = async (lot: string) =>
      (await server.call(care.lotRecipients, { query: { lotnumber: lot } }, { apiKey })).ok.items;
    expect(await found(each.lot)).toMatchObject([{ orderid: each.rosa.orderId, voidedat: expect.any(String) }]);
    expect(await found(lotnumber)).toMatchObject([{ orderid: each.rosa.orderId, voidedat: null }]);
    const listed = async (lot: string) =>
      (await server.call(care.listPatients, { body: { filters: { lotnumber: lot } } }, { apiKey })).ok.items.length;
    expect([await listed(each.lot), await listed(lotnumber)]).toEqual([0, 1]);
  });

  test("FHIR has it as entered in error, and the record as PDF names who voided it and why", async () => {
    const each = await delivered();
    await voided(paz, each, { wrong: "count" satisfies VoidReason });
    const [params, as] = [{ id: each.rosa.id }, { token: each.rosa.token }];
    const fhir = await server.call(documents.medicalRecordsFhir, { params }, as);
    const dispenses = (
      JSON.parse(fhir.raw.payload) as { entry: { resource: { resourceType: string; status: string } }[] }
    ).entry.flatMap(({ resource }) => (resource.resourceType === "MedicationDispense" ? [resource] : []));
    expect(dispenses.filter(({ status }) => status === "entered-in-error")).toMatchObject([
      { statusReasonCodeableConcept: { text: "More or less was in the package." } },
    ]);
    expect(dispenses.filter(({ status }) => status === "completed")).toHaveLength(1);
    const pdf = await readPdf((await server.call(documents.medicalRecords, { params }, as)).raw.rawPayload);
    const rows = pdf.tables.find(([head]) => head?.includes("Voided"))?.slice(1) ?? [];
    expect(rows).toEqual([
      [
        expect.stringContaining(each.estrogen.name),
        each.lot,
        expect.any(String),
        expect.stringContaining("Paz Lindqvist"),
        "More or less was in the package.",
      ],
    ]);
  });
});
