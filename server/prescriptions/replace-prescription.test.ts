import type { Insertable } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { sentBackWaitDays } from "#contract/care/packed-lines.ts";
import { inTransaction, type Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { withoutIndexes } from "#server/testing/without-indexes.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { deliver } from "#server/treatment/testing/in-care.ts";
import { withoutTriggers } from "#server/treatment/testing/rolled-back.ts";
import { openWorkItem } from "#server/work-items/public.ts";
import { isToSend, type PackedLine } from "./parcels.ts";
import {
  discontinuePrescription,
  dispensableProducts,
  endedPrescriptionProducts,
  prescribeReplacement,
  prescriptionsToDispense,
  readyToSend,
  reinstatePrescription,
} from "./replace-prescription.ts";
import {
  addFilledLine,
  askForRenewal,
  cancelLines,
  capsule,
  changesBy,
  changeTo,
  patch,
  prescribeAgain,
  type Prescribed,
  twoPrescribed,
  updatePrescription,
} from "./testing/prescription-rows.ts";

const server = serverAtNoon();
const dayMs = 86_400_000;
const now = () => server.clock.now();
let rosa: Prescribed;
let other: Prescribed;
beforeEach(async () => {
  [rosa, other] = await twoPrescribed(server);
});

describe("a product that another one replaces", () => {
  const discontinue = () => inTransaction(server.services, (tx) => discontinuePrescription(tx, rosa.id, patch));

  test("ends with its open renewal, and nothing else does", async () => {
    const asked = await askForRenewal(server, rosa[patch]);
    for (const row of [rosa[capsule], other[patch]]) await askForRenewal(server, row);
    await askForRenewal(server, rosa[patch], { status: "declined", decided_at: new Date(0) });
    const changes = await changesBy(server, discontinue);
    expect(changes).toEqual({
      [rosa[patch].id]: { status: "ended", discontinued_at: expect.any(Date) as unknown },
      [asked]: { status: "replaced", decided_at: expect.any(Date) as unknown },
    });
  });

  test("one that ended before stays as it ended", async () => {
    const before = await prescribeAgain(server, rosa[patch], { status: "ended" });
    await discontinue();
    const row = server.services.db.selectFrom("prescription").selectAll().where("id", "=", before);
    expect(await row.executeTakeFirst()).toMatchObject({ status: "ended", discontinued_at: null });
  });
});

describe("what replaces a product", () => {
  const prescribe = (patientId: string) =>
    inTransaction(server.services, (tx) =>
      prescribeReplacement({ ...tx, refuse: (code: string) => new Refusal(code as never) } as never, {
        ...{ patientId, orderId: rosa.orderId, doctorId: rosa[patch].doctor_id, collaboratorId: null },
        ...{ productId: "estradiol_gel", refills: 2, daysSupply: 30, directions: "Once a day." },
      }),
    );

  test("is prescribed by the latest visit, and not without one", async () => {
    await prescribe(rosa.id);
    const rows = server.services.db.selectFrom("prescription").selectAll().where("product_id", "=", "estradiol_gel");
    const [own] = await rows.where("patient_id", "=", rosa.id).execute();
    expect(own).toMatchObject({
      ...{
        order_id: rosa.orderId,
        care_case_id: rosa[patch].care_case_id,
        refills_left: 2,
        days_supply: 30,
        status: "active",
      },
      ...{ doctor_id: rosa[patch].doctor_id, approved_at: expect.any(Date) as unknown },
    });
    const { id } = await server.newPatient();
    expect(await prescribe(id).catch((error: unknown) => (error as Refusal).code)).toBe("wrong_state");
  });
});

describe("a discontinued prescription", () => {
  const reinstate = (id: string) => inTransaction(server.services, ({ db }) => reinstatePrescription(db, id));
  const discontinued = { status: "ended", discontinued_at: new Date(0) } as const;

  test("goes on as before, it alone, also where its product is prescribed to somebody else", async () => {
    for (const row of [rosa[patch], rosa[capsule]]) await updatePrescription(server, row, discontinued);
    const changes = await changesBy(server, async () => expect(await reinstate(rosa[patch].id)).toBe(true));
    expect(changes).toEqual({ [rosa[patch].id]: { status: "active", discontinued_at: null } });
  });

  test("does not where its product was prescribed again", async () => {
    await updatePrescription(server, rosa[patch], discontinued);
    await prescribeAgain(server, rosa[patch]);
    expect(await reinstate(rosa[patch].id)).toBe(false);
  });

  test("does where what was prescribed again has ended, too", async () => {
    await updatePrescription(server, rosa[patch], discontinued);
    await prescribeAgain(server, rosa[patch], { status: "ended" });
    expect(await reinstate(rosa[patch].id)).toBe(true);
  });

  test.each([
    ["is active", {}],
    ["was stopped", { status: "ended", stopped_at: new Date(0) }],
  ] as const)("one that %s isn't discontinued", async (_, values) => {
    if (Object.keys(values).length > 0) await updatePrescription(server, rosa[patch], values);
    expect(await reinstate(rosa[patch].id)).toBe(false);
  });
});

describe("what an order still to be sent has of prescriptions that ended", () => {
  const ended = ({ orderId }: Prescribed) =>
    inTransaction(server.services, ({ db }) => endedPrescriptionProducts(db, orderId));
  const stopped = { status: "ended", stopped_at: new Date(0) } as const;
  beforeEach(async () => {
    for (const patient of [rosa, other])
      for (const product of [patch, capsule] as const) await addFilledLine(server, patient, product);
  });

  test("is the product a doctor stopped, of this order", async () => {
    expect(await ended(rosa)).toEqual([]);
    await updatePrescription(server, rosa[patch], stopped);
    await updatePrescription(server, other[capsule], stopped);
    expect([await ended(rosa), await ended(other)]).toEqual([[patch], [capsule]]);
  });

  test("is not what another product replaced, or was prescribed again", async () => {
    await updatePrescription(server, rosa[patch], { status: "ended", discontinued_at: new Date(0) });
    await updatePrescription(server, rosa[capsule], stopped);
    await prescribeAgain(server, rosa[capsule]);
    expect(await ended(rosa)).toEqual([]);
  });

  test("is what was prescribed again and ended again", async () => {
    await updatePrescription(server, rosa[patch], stopped);
    await prescribeAgain(server, rosa[patch], stopped);
    expect(await ended(rosa)).toEqual([patch]);
  });

  test("is not a line that was cancelled", async () => {
    for (const product of [patch, capsule] as const) await updatePrescription(server, rosa[product], stopped);
    await cancelLines(server, rosa, capsule);
    expect(await ended(rosa)).toEqual([patch]);
  });
});

describe("what the pharmacy dispenses by", () => {
  const dispensable = async ({ id }: Prescribed) => [
    ...(await inTransaction(server.services, ({ db }) => dispensableProducts(db, id))),
  ];

  test.each([
    ["is active", {}, true],
    ["is on hold", { on_hold_at: new Date(0) }, false],
    ["was replaced after it was paid", { status: "ended", discontinued_at: new Date(0) }, true],
    ["ended", { status: "ended" }, false],
    ["was replaced and is on hold", { status: "ended", discontinued_at: new Date(0), on_hold_at: new Date(0) }, false],
  ] as const)("a prescription that %s", async (_, values, isDispensed) => {
    await updatePrescription(server, rosa[patch], { status: "active", ...values });
    expect((await dispensable(rosa)).toSorted()).toEqual(isDispensed ? [patch, capsule] : [capsule]);
    const found = await prescriptionsToDispense(server.services, [rosa.id]);
    expect(found.map((each) => [each.productId, each.dispensable])).toEqual([
      [patch, isDispensed],
      [capsule, true],
    ]);
  });

  test("is nothing somebody has to look at first: what the patient told since, or whose record it is", async () => {
    const readyOf = async () => ({ products: (await dispensable(rosa)).toSorted(), orders: await ready() });
    await inTransaction(server.services, (tx) =>
      openWorkItem(tx, {
        ...{ kind: "words", patientId: rosa.id, scope: "clinical", within: 1, holds: [patch] },
        entry: { answers: [], flags: [], document: null },
      }),
    );
    expect(await readyOf()).toEqual({ products: [capsule], orders: ["other"] });
    await server.services.db
      .updateTable("work_item")
      .set({ holds: [], held_at: null })
      .where("patient_id", "=", rosa.id)
      .execute();
    expect(await readyOf()).toEqual({ products: [patch, capsule], orders: ["other", "rosa"] });
    const pair = { earlier_id: rosa.id, later_id: other.id, found_at: now(), version: 0, verdict: null };
    await server.services.db
      .insertInto("person_pair")
      .values({ ...pair, id: newId(), agrees: ["birthday", "number", "phone"] })
      .execute();
    expect(await readyOf()).toEqual({ products: [patch, capsule], orders: ["rosa"] });
    expect(await dispensable(other)).toEqual([]);
  });

  test("is the latest prescription of a product", async () => {
    await updatePrescription(server, rosa[patch], { status: "ended" });
    const again = await prescribeAgain(server, rosa[patch], { refills_left: 7 });
    expect((await dispensable(rosa)).toSorted()).toEqual([patch, capsule]);
    const [first] = await prescriptionsToDispense(server.services, [rosa.id]);
    expect(first).toMatchObject({ rxNumber: `RX-${again}`, refillsLeft: 7 });
  });

  test("is one of two of the same moment, the same one for whoever asks", async () => {
    const ids = [newId(), newId()] as const;
    const { approved_at } = rosa[patch];
    await updatePrescription(server, rosa[patch], { status: "ended" });
    for (const way of [ids, ids.toReversed()]) {
      for (const id of way)
        await prescribeAgain(server, rosa[patch], {
          ...{ id, rx_number: `RX-${id}`, approved_at: new Date(approved_at.getTime() + 1) },
          ...(id === ids[1] ? { status: "active", on_hold_at: null } : { status: "ended" }),
        });
      const [first] = await withoutIndexes(server, (db) =>
        prescriptionsToDispense({ ...server.services, db }, [rosa.id]),
      );
      expect(first?.rxNumber).toBe(`RX-${ids[1]}`);
      expect((await withoutIndexes(server, (db) => dispensableProducts(db as Tx, rosa.id))).has(patch)).toBe(true);
      expect(await ready()).toEqual(["other", "rosa"]);
      await server.services.db
        .deleteFrom("prescription")
        .where("id", "in", [...ids])
        .execute();
    }
  });

  test.each([
    ["until another one begins", {}, "One more week."],
    ["not once the patient refused it", { status: "refused" }, null],
    [
      "of less, before the patient agreed",
      { until_pace: "half", status: "waiting", decided_at: null },
      "One more week.",
    ],
    ["of more, once the patient agreed", { until_pace: "double" }, "One more week."],
    ["of more, not before the patient agreed", { until_pace: "double", status: "waiting", decided_at: null }, null],
  ] as const)("has the directions the doctor wrote %s", async (_, values, directions) => {
    await updatePrescription(server, rosa[patch], { directions_sealed: null });
    await changeTo(server, rosa[patch], "estradiol_gel", values, "One more week.");
    const labels = await prescriptionsToDispense(server.services, [rosa.id]);
    expect(labels.find(({ productId }) => productId === patch)?.directions).toBe(directions);
    expect(labels.find(({ productId }) => productId === capsule)?.directions).not.toBe("One more week.");
  });

  test("is each patient's own, with nobody's where nobody is asked for", async () => {
    await updatePrescription(server, other[patch], { refills_left: 2 });
    const found = await prescriptionsToDispense(server.services, [rosa.id, other.id]);
    const expected = [rosa, other].flatMap((patient) =>
      [patch, capsule].map((product) => {
        const { rx_number, refills_left, doctor_id } = patient[product as typeof patch];
        const refillsLeft = patient === other && product === patch ? 2 : refills_left;
        return { patientId: patient.id, productId: product, rxNumber: rx_number, refillsLeft, doctorId: doctor_id };
      }),
    );
    expect(found).toHaveLength(4);
    expect(found).toEqual(expect.arrayContaining(expected.map((each) => expect.objectContaining(each) as unknown)));
    expect(await prescriptionsToDispense(server.services, [])).toEqual([]);
  });
});

/** Whose orders are ready to send. */
async function ready(at = now()) {
  const rows = await server.services.db
    .selectFrom("customer_order")
    .select("id")
    .where("id", "in", [rosa.orderId, other.orderId])
    .where(readyToSend(at))
    .execute();
  return rows.map(({ id }) => (id === rosa.orderId ? "rosa" : "other")).toSorted();
}

describe("an order is ready to send", () => {
  const back = (values: { reason: "sent_back" | "address"; days: number; ms?: number }, moment = now()) =>
    server.services.db
      .updateTable("shipment")
      .set({
        returned_at: new Date(moment.getTime() - values.days * dayMs + (values.ms ?? 0)),
        return_reason: values.reason,
      })
      .where("order_id", "=", rosa.orderId)
      .execute();

  test("again when its parcel came back; some days later where the patient sent it back", async () => {
    await deliver(server, rosa.orderId);
    await back({ reason: "address", days: 0 });
    expect(await ready()).toEqual(["other", "rosa"]);
    await back({ reason: "sent_back", days: 1 });
    expect(await ready()).toEqual(["other"]);
    const at = now();
    const readyAt = async (days: number, ms: number) => {
      await back({ reason: "sent_back", days, ms }, at);
      return (await ready(at)).includes("rosa");
    };
    expect([await readyAt(sentBackWaitDays, 1), await readyAt(sentBackWaitDays, 0)]).toEqual([false, true]);
  });

  test("while a line is to be sent, as parcels and what was voided of them are read one by one", async () => {
    const { db } = server.services;
    const lines = await db
      .selectFrom("order_line")
      .select(["order_id", "line", "cancelled_at"])
      .where("order_id", "=", rosa.orderId)
      .orderBy("line")
      .execute();
    const [one = 0, ...rest] = lines.map(({ line }) => line);
    type Fill = Insertable<Tables["order_fill"]> & PackedLine;
    const fill = (line: number, parcel: number | null, resends?: boolean): Fill => {
      const packed = { id: newId(), order_id: rosa.orderId, line, parcel, packed_at: now() };
      if (resends === undefined) return packed;
      const voided = { voided_at: now(), voided_by: "staff:1", voided_by_name: "Dana", void_note: "Not in it." };
      return { ...packed, ...voided, void_reason: "missing" as const, void_resends: resends };
    };
    const ways: readonly ((line: number, parcel: number) => Fill[])[] = [
      () => [],
      (line, parcel) => [fill(line, parcel)],
      (line, parcel) => [fill(line, parcel, true)],
      (line, parcel) => [fill(line, parcel, false)],
      (line, parcel) => [fill(line, parcel, false), fill(line, parcel)],
    ];
    const parcel = (number: number, isBack: boolean, fills: readonly Fill[]) => ({
      row: {
        ...{ order_id: rosa.orderId, parcel: number, carrier: "UPS", tracking_number: `T${number}`, shipped_at: now() },
        ...{ returned_at: isBack ? now() : null, return_reason: isBack ? ("address" as const) : null },
      },
      fills,
    });
    const parcels = (number: number, filled: (fills: Fill[]) => Fill[]) =>
      [false, true].flatMap((isBack) => ways.map((packed) => parcel(number, isBack, filled(packed(one, number)))));
    const restIn = (fills: Fill[]) => [...fills, ...rest.map((line) => fill(line, 1))];
    const firsts = [...parcels(1, restIn), ...parcels(1, (fills) => fills)];
    const seconds = [null, ...parcels(2, (fills) => fills)];
    const packedAnew = [fill(one, null)];
    const cases = [
      ...firsts.flatMap((first) => seconds.map((second) => ({ sent: second ? [first, second] : [first], packed: [] }))),
      ...[null, ...firsts].map((first) => ({ sent: first ? [first] : [], packed: packedAnew })),
      { sent: [], packed: [] },
    ];
    await deliver(server, other.orderId);
    const answers = { true: 0, false: 0 };
    for (const { sent, packed } of cases) {
      const [rows, fills] = [sent.map(({ row }) => row), [...sent.flatMap((each) => each.fills), ...packed]];
      for (const table of ["order_fill", "shipment"] as const)
        await db.deleteFrom(table).where("order_id", "=", rosa.orderId).execute();
      if (rows.length > 0) await db.insertInto("shipment").values(rows).execute();
      for (const row of fills) await db.insertInto("order_fill").values(row).execute();
      const isWaiting = lines.some((line) => isToSend(line, rows, fills));
      answers[`${isWaiting}`]++;
      expect(await ready(), JSON.stringify({ rows, fills })).toEqual(isWaiting ? ["rosa"] : []);
    }
    expect(Math.min(...Object.values(answers))).toBeGreaterThan(20);
  });

  test("when each prescription it needs may be dispensed, by the latest one", async () => {
    await updatePrescription(server, rosa[patch], { on_hold_at: new Date(0) });
    expect(await ready()).toEqual(["other"]);
    await updatePrescription(server, rosa[patch], { status: "ended" });
    await prescribeAgain(server, rosa[patch]);
    expect(await ready()).toEqual(["other", "rosa"]);
    // One of which nothing was ever prescribed.
    await server.services.db
      .transaction()
      .execute((tx) =>
        withoutTriggers(tx, () =>
          tx
            .updateTable("order_line")
            .set({ product_id: "estradiol_patch_0_1" })
            .where("order_id", "=", other.orderId)
            .where("product_id", "=", patch)
            .execute(),
        ),
      );
    expect(await ready()).toEqual(["rosa"]);
  });

  test("without the lines that were cancelled", async () => {
    await updatePrescription(server, rosa[patch], { status: "ended" });
    await cancelLines(server, rosa, patch);
    expect(await ready()).toEqual(["other", "rosa"]);
  });
});
