import { beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import type { Dispensing } from "#contract/care/packed-lines.ts";
import type { PatientSummary } from "#contract/care/patients.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { addDays, clinicToday, formatDay } from "#server/platform/clock/calendar-days.ts";
import type { Tx } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { inCare, type InCare } from "#server/treatment/testing/in-care.ts";
import { rolledBack } from "#server/treatment/testing/rolled-back.ts";
import { dispensingOf } from "./dispensing.ts";
import { lotRecipients } from "./lot-recipients.ts";

let server: TestServer;
let rosa: InCare;
let ana: InCare;
beforeAll(async () => {
  server = await sharedTestServer();
  [rosa, ana] = [await paid(), await paid()];
});

const paid = () => inCare(server, { delivered: false });
const at = (hour: number) => new Date(Date.UTC(2026, 0, 5, hour));
const iso = (hour: number) => at(hour).toISOString();

/** The patch and the capsule of an order. */
async function pairOf({ orderId }: InCare) {
  const { db } = server.services;
  const lines = await db.selectFrom("order_line").selectAll().where("order_id", "=", orderId).execute();
  const [patch, capsule] = ["estradiol", "progesterone"].map((name) =>
    lines.find(({ product_id }) => product_id.startsWith(name)),
  );
  if (!patch || !capsule) throw new Error("The plan has no pair");
  return { patch, capsule };
}

describe("of two orders in different states", () => {
  interface Fill {
    readonly lot: string;
    readonly packed: number;
    readonly parcel?: number;
    readonly expires?: string;
  }
  const fill = (
    tx: Tx,
    { order_id, line }: { order_id: string; line: number },
    { lot, packed, parcel, expires }: Fill,
  ) =>
    tx
      .insertInto("order_fill")
      .values({
        ...{ id: newId(), order_id, line, lot_number: lot, packed_at: at(packed) },
        ...{ parcel: parcel ?? null, expires_on: expires ?? null },
      })
      .execute();
  const ship = (tx: Tx, { orderId }: InCare, parcel: number, more: object) =>
    tx
      .insertInto("shipment")
      .values({
        ...{ order_id: orderId, parcel, carrier: `carrier ${parcel}`, tracking_number: `T${parcel}` },
        ...{ shipped_at: at(parcel) },
        ...more,
      })
      .execute();

  /** Of Rosa the capsule was delivered, the patch came back and is packed again; of Ana the patch is packed, the capsule cancelled. */
  async function prepare(tx: Tx) {
    const [rosas, anas] = [await pairOf(rosa), await pairOf(ana)];
    await ship(tx, rosa, 1, { delivered_at: at(3) });
    await ship(tx, rosa, 2, { returned_at: at(5), return_reason: "refused" });
    await fill(tx, rosas.capsule, { lot: "L1", packed: 1, parcel: 1, expires: "2027-01-01" });
    await fill(tx, rosas.patch, { lot: "L2", packed: 2, parcel: 2, expires: "2027-02-01" });
    await fill(tx, rosas.patch, { lot: "L3", packed: 6, expires: "2027-03-01" });
    await fill(tx, anas.patch, { lot: "L1", packed: 0 });
    await tx
      .updateTable("order_line")
      .set({ cancelled_at: at(1) })
      .where("order_id", "=", ana.orderId)
      .where("line", "=", anas.capsule.line)
      .execute();
    return { rosas, anas };
  }

  test("the pharmacy sees what is in which parcel, and what came back as packed last", () =>
    rolledBack(server, async (tx) => {
      const { rosas, anas } = await prepare(tx);
      const services = { ...server.services, db: tx };
      const found = await dispensingOf(services, [rosa.orderId, ana.orderId]);
      const packed = (order: Dispensing | undefined) =>
        order?.lines
          .filter(({ packedat }) => packedat !== null)
          .map(({ pricingid, packedat, lotnumber, expireson, parcel }) => ({
            ...{ pricingid, packedat, lotnumber, expireson, parcel },
          }));
      const [first, second] = [found.get(rosa.orderId), found.get(ana.orderId)];
      const ofRosa = [
        {
          ...{
            pricingid: rosas.capsule.pricing_id,
            packedat: iso(1),
            lotnumber: "L1",
            expireson: "2027-01-01",
            parcel: 1,
          },
        },
        {
          ...{
            pricingid: rosas.patch.pricing_id,
            packedat: iso(6),
            lotnumber: "L3",
            expireson: "2027-03-01",
            parcel: null,
          },
        },
      ];
      expect(packed(first)).toHaveLength(2);
      expect(packed(first)).toEqual(expect.arrayContaining(ofRosa));
      const parcel = (number: number, more: object) => ({
        ...{ parcel: number, carrier: `carrier ${number}`, trackingnumber: `T${number}`, shippedat: iso(number) },
        ...{ deliveredat: null, returnedat: null, returnreason: null, ...more },
      });
      expect(first?.parcels).toEqual([
        parcel(1, { deliveredat: iso(3) }),
        parcel(2, { returnedat: iso(5), returnreason: "refused" }),
      ]);
      expect([packed(second), second?.parcels]).toEqual([
        [{ pricingid: anas.patch.pricing_id, packedat: iso(0), lotnumber: "L1", expireson: null, parcel: null }],
        [],
      ]);
      expect(await dispensingOf(services, [])).toEqual(new Map());
    }));

  const summaries = (known: readonly InCare[]) => (_: object, ids: readonly string[]) =>
    Promise.resolve(ids.filter((id) => known.some((each) => each.id === id)).map((id) => ({ id }) as PatientSummary));
  const recipients = (tx: Tx, known: readonly InCare[], lot: string, cursor?: string) =>
    lotRecipients({ ...server.services, db: tx }, summaries(known), lot, cursor);

  test("a recall finds whom its lot was packed for, the first packed first, with all that is known of each", () =>
    rolledBack(server, async (tx) => {
      const { rosas, anas } = await prepare(tx);
      const { items, nextpage } = await recipients(tx, [rosa, ana], "L1");
      const { number } = await tx
        .selectFrom("customer_order")
        .select("number")
        .where("id", "=", rosa.orderId)
        .executeTakeFirstOrThrow();
      expect(nextpage).toBeNull();
      expect(items.map(({ orderid }) => orderid)).toEqual([ana.orderId, rosa.orderId]);
      const { name, dosage, quantity } = rosas.capsule;
      expect(items[1]).toEqual({
        ...{ id: expect.any(String) as string, patient: { id: rosa.id }, orderid: rosa.orderId, ordernumber: number },
        ...{ name, dosage, quantity, lotnumber: "L1", expireson: "2027-01-01" },
        ...{ packedat: iso(1), shippedat: iso(1), deliveredat: iso(3), returnedat: null, voidedat: null },
      });
      expect(items[0]).toMatchObject({ name: anas.patch.name, expireson: null, shippedat: null, deliveredat: null });
      const [cameBack] = (await recipients(tx, [rosa, ana], "L2")).items;
      expect(cameBack).toMatchObject({
        name: rosas.patch.name,
        shippedat: iso(2),
        deliveredat: null,
        returnedat: iso(5),
      });
      expect((await recipients(tx, [rosa], "L1")).items.map(({ orderid }) => orderid)).toEqual([rosa.orderId]);
    }));

  test("a recall goes on from page to page, without leaving anybody out or naming them twice", () =>
    rolledBack(server, async (tx) => {
      const { patch, capsule } = await pairOf(rosa);
      for (let parcel = 1; parcel <= 27; parcel += 1) {
        await ship(tx, rosa, parcel, {});
        // Packed at the same moment: the ids say which is first.
        for (const line of [patch, capsule]) await fill(tx, line, { lot: "MANY", packed: 1, parcel });
      }
      const first = await recipients(tx, [rosa], "MANY");
      const second = await recipients(tx, [rosa], "MANY", first.nextpage ?? "");
      expect([first.items.length, second.items.length, second.nextpage]).toEqual([50, 4, null]);
      const ids = [...first.items, ...second.items].map(({ id }) => id);
      expect(new Set(ids).size).toBe(54);
      expect(ids).toEqual(ids.toSorted((one, other) => (one < other ? -1 : 1)));
    }));
});

describe("what leaves", () => {
  type Line = { readonly pricingid: string; readonly lotnumber?: string; readonly expireson?: string };
  const pack = ({ orderId: id }: InCare, lines: readonly Line[]) =>
    server.call(care.packOrder, { params: { id }, body: { lines: [...lines] } }, { apiKey });
  const send = ({ orderId: id }: InCare, trackingnumber: string, lines?: readonly Line[], more: object = {}) =>
    server.call(
      care.shipOrder,
      {
        params: { id },
        body: { carrier: "Meadow Post", trackingnumber, ...(lines && { lines: [...lines] }), ...more },
      },
      { apiKey },
    );
  const bringBack = ({ orderId: id }: InCare, body: object) =>
    server.call(care.returnOrder, { params: { id }, body: { reason: "address", ...body } }, { apiKey });
  const fillsOf = ({ orderId }: InCare) =>
    server.services.db
      .selectFrom("order_fill")
      .select(["line", "lot_number", "expires_on", "parcel"])
      .where("order_id", "=", orderId)
      .execute();
  const parcelsOf = ({ orderId }: InCare) =>
    server.services.db
      .selectFrom("shipment")
      .select(["parcel", "tracking_number", "tracking_url", "estimated_delivery"])
      .where("order_id", "=", orderId)
      .orderBy("parcel")
      .execute();
  const mailsOf = async ({ email }: InCare, about: RegExp) => {
    await server.jobs.drain();
    return (await server.mailbox.list(email)).filter(({ subject }) => about.test(subject));
  };
  const soon = () => addDays(clinicToday(server.services), 400);
  const later = () => addDays(clinicToday(server.services), 500);

  test("keeps the lot it was packed from, unless the parcel names another one, with that one's end or none", async () => {
    const eva = await paid();
    const { patch, capsule } = await pairOf(eva);
    const packed = [patch, capsule].map(({ pricing_id: pricingid }, index) => ({
      ...{ pricingid, lotnumber: `P${index}`, expireson: soon() },
    }));
    await pack(eva, packed);
    await pack(eva, [{ pricingid: capsule.pricing_id, lotnumber: "P2", expireson: later() }]);
    await send(eva, "MP-1", [{ pricingid: capsule.pricing_id }]);
    await send(eva, "MP-2", [{ pricingid: patch.pricing_id, lotnumber: "P3" }]);
    expect(await fillsOf(eva)).toEqual(
      expect.arrayContaining([
        { line: capsule.line, lot_number: "P2", expires_on: later(), parcel: 1 },
        { line: patch.line, lot_number: "P3", expires_on: null, parcel: 2 },
      ]),
    );
  });

  test("is told of parcel by parcel, by its own number; a correction of one isn't told of", async () => {
    const eva = await paid();
    const { patch, capsule } = await pairOf(eva);
    await send(eva, "MP-ONE", [{ pricingid: capsule.pricing_id }], { estimateddelivery: soon() });
    await send(eva, "MP-TWO", undefined, { trackingurl: "https://example.com/two", estimateddelivery: later() });
    const [part, ...parts] = await mailsOf(eva, /^Part of order .* is on its way/);
    const [rest, ...rests] = await mailsOf(eva, /^Order .* is on its way/);
    expect([parts, rests]).toEqual([[], []]);
    expect(part?.text).toMatch(/Carrier: Meadow Post\n\s*Tracking number: MP-ONE/);
    expect(rest?.text).toContain("MP-TWO");
    // Without lines: the last that left. With its own number, or its lines: the one that is meant.
    await send(eva, "THREE");
    await send(eva, "MP-ONE", undefined, { trackingurl: "https://example.com/one" });
    await send(eva, "FOUR", [{ pricingid: capsule.pricing_id }]);
    expect((await parcelsOf(eva)).map(({ tracking_number, tracking_url }) => [tracking_number, tracking_url])).toEqual([
      ["FOUR", null],
      ["THREE", null],
    ]);
    const both = [patch, capsule].map(({ pricing_id: pricingid }) => ({ pricingid }));
    expect((await send(eva, "FIVE", both)).problem.message).toBe(`${patch.name} is already in another package.`);
    expect((await pack(eva, both)).problem.message).toBe(`${patch.name} has left already. It can’t be packed again.`);
    expect(await mailsOf(eva, /is on its way/)).toHaveLength(2);
  });

  test("isn't sent twice: one of two lines of a parcel is no correction of it, and none is named twice", async () => {
    const eva = await paid();
    const { patch, capsule } = await pairOf(eva);
    const [one, other] = [{ pricingid: patch.pricing_id }, { pricingid: capsule.pricing_id }];
    expect((await send(eva, "MP-1", [one, one, other])).problem.message).toBe(`${patch.name} is there twice.`);
    expect((await send(eva, "MP-1")).status).toBe(200);
    expect((await send(eva, "MP-2", [other])).problem.message).toBe(`${capsule.name} is already in another package.`);
    expect((await send(eva, "MP-2", [other, one])).status).toBe(200);
    expect((await parcelsOf(eva)).map(({ tracking_number }) => tracking_number)).toEqual(["MP-2"]);
  });

  test("came back: told of once for each parcel, and so is what is sent again; what the patient sent back waits three days", async () => {
    const eva = await paid();
    for (const tracking of ["MP-1", "MP-2", "MP-3"]) {
      await send(eva, tracking);
      await bringBack(eva, {});
      await bringBack(eva, {});
    }
    expect(await mailsOf(eva, /came back to us/)).toHaveLength(3);
    expect(await mailsOf(eva, /is on its way/)).toHaveLength(3);
    const lea = await paid();
    await send(lea, "MP-1");
    await bringBack(lea, { reason: "sent_back" });
    const [mail] = await mailsOf(lea, /^We have order/);
    // The practice's and the patient's day are the same in Iowa but for an hour.
    const days = [3, 2].map((days) => formatDay(addDays(clinicToday(server.services), days)));
    expect(days.some((day) => mail?.text.includes(`from ${day} on`))).toBe(true);
  });

  test("says by name what may not leave, and packs nothing of an order that isn't paid", async () => {
    const [eva, lea] = [await paid(), await handedOver(server)];
    const { patch } = await pairOf(eva);
    expect((await send(eva, "MP-1", [{ pricingid: patch.pricing_id }])).problem.message).toMatch(
      new RegExp(`^${patch.name} may not leave without`),
    );
    const early = await pack(lea, [{ pricingid: (await pairOf(lea)).patch.pricing_id }]);
    expect([early.status, early.problem.code]).toEqual([409, "wrong_state"]);
  });

  test("is nothing of an order that the patient cancelled: it's neither packed nor sent", async () => {
    const eva = await paid();
    const { patch } = await pairOf(eva);
    const { db } = server.services;
    const line = { pricingid: patch.pricing_id };
    await db
      .updateTable("order_line")
      .set({ cancelled_at: at(1) })
      .where("order_id", "=", eva.orderId)
      .where("line", "=", patch.line)
      .execute();
    expect((await pack(eva, [line])).problem.message).toMatch(/or it was canceled/);
    await db
      .updateTable("order_line")
      .set({ cancelled_at: at(1) })
      .where("order_id", "=", eva.orderId)
      .execute();
    for (const { problem } of [await pack(eva, [line]), await send(eva, "MP-1")])
      expect(problem.message).toBe("The patient canceled this order. It is refunded or voided.");
    const lea = await paid();
    await db
      .updateTable("prescription_order")
      .set({ status: "cancelled" })
      .where("order_id", "=", lea.orderId)
      .execute();
    expect((await send(lea, "MP-1")).problem.message).toMatch(/The patient canceled this order/);
    expect(await parcelsOf(lea)).toEqual([]);
  });
});
