import { beforeEach, expect, test } from "vitest";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { withoutIndexes } from "#server/testing/without-indexes.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { earlyFillsOf, grantEarlyFill } from "./early-fill.ts";
import { activePrescriptions, consumeFill, restoreFills, restoreOrderFills } from "./fills.ts";
import { loadFillFacts } from "./load-fill-facts.ts";
import {
  addFilledLine,
  cancelLines,
  capsule,
  changesBy,
  patch,
  prescribeAgain,
  type Prescribed,
  twoPrescribed,
  updatePrescription,
} from "./testing/prescription-rows.ts";

const server = serverAtNoon();
let rosa: Prescribed;
let other: Prescribed;
beforeEach(async () => {
  [rosa, other] = await twoPrescribed(server);
  for (const patient of [rosa, other])
    for (const product of [patch, capsule] as const)
      await updatePrescription(server, patient[product], { refills_left: 5 });
});

const consume = () => inTransaction(server.services, ({ db }) => consumeFill(db, rosa.id, patch));

test("consuming a fill takes one from the active prescription of the product", async () => {
  await prescribeAgain(server, rosa[patch], { status: "ended", refills_left: 9 });
  const changes = await changesBy(server, async () => expect(await consume()).toBe(rosa[patch].id));
  expect(changes).toEqual({ [rosa[patch].id]: { refills_left: 4 } });
});

test("the last fill is consumed, once", async () => {
  await updatePrescription(server, rosa[patch], { refills_left: 1 });
  expect([await consume(), await consume()]).toEqual([rosa[patch].id, null]);
});

test.each([
  ["on hold", { on_hold_at: new Date(0) }],
  ["ended", { status: "ended" }],
] as const)("none is consumed of a prescription that is %s", async (_, values) => {
  await updatePrescription(server, rosa[patch], values);
  expect(await changesBy(server, async () => expect(await consume()).toBeNull())).toEqual({});
});

test("fills are restored to the prescriptions they were consumed from, and to no other", async () => {
  const consumed = [rosa[patch].id, null, other[capsule].id].map((prescription_id) => ({ prescription_id }));
  const changes = await changesBy(server, () => inTransaction(server.services, ({ db }) => restoreFills(db, consumed)));
  expect(changes).toEqual({ [rosa[patch].id]: { refills_left: 6 }, [other[capsule].id]: { refills_left: 6 } });
});

test("an order that came to nothing restores the fills of its lines, without those cancelled before", async () => {
  for (const patient of [rosa, other])
    for (const product of [patch, capsule] as const) await addFilledLine(server, patient, product);
  await cancelLines(server, rosa, capsule);
  const changes = await changesBy(server, () =>
    inTransaction(server.services, ({ db }) => restoreOrderFills(db, rosa.orderId)),
  );
  expect(changes).toEqual({ [rosa[patch].id]: { refills_left: 6 } });
});

test("active prescriptions are the patient's own, those on hold among them", async () => {
  await updatePrescription(server, rosa[patch], { on_hold_at: new Date(0), refills_left: 2 });
  await updatePrescription(server, other[capsule], { status: "ended" });
  const of = ({ id }: Prescribed) => activePrescriptions(server.services, id);
  const shared = { waits: false, daysSupply: 28, earlyFill: null, pace: "label" };
  expect(await of(rosa)).toEqual(
    new Map([
      [patch, { ...shared, refillsLeft: 2, onHold: true }],
      [capsule, { ...shared, refillsLeft: 5, onHold: false }],
    ]),
  );
  expect(await of(other)).toEqual(new Map([[patch, { ...shared, refillsLeft: 5, onHold: false }]]));
});

test("an early fill is granted for two weeks, of each prescription asked for; the latest one counts", async () => {
  const { db, clock, content } = server.services;
  const grant = (patient: Prescribed, products: readonly (typeof patch | typeof capsule)[]) =>
    inTransaction(server.services, (tx) =>
      grantEarlyFill(
        tx,
        products.map((product) => ({ prescriptionId: patient[product].id, gone: false })),
        { patientId: patient.id, doctorId: patient[patch].doctor_id, cause: "travel", reason: "A trip" },
      ),
    );
  const endsOn = addDays(clinicToday({ content, clock }), 13);
  const first = clock.now();
  expect(await grant(rosa, [patch, capsule])).toBe(endsOn);
  await grant(other, [capsule]);
  server.clock.advance(60_000);
  const second = clock.now();
  await grant(rosa, [patch]);
  const rows = await db.selectFrom("early_fill").selectAll().where("patient_id", "=", rosa.id).execute();
  expect(rows).toHaveLength(3);
  for (const row of rows) {
    expect(row).toMatchObject({ cause: "travel", doctor_id: rosa[patch].doctor_id, ends_on: endsOn });
    expect(server.services.secrets.open(row.reason_sealed, sealed("early_fill.reason_sealed")(row.id))).toBe("A trip");
  }
  const active = await withoutIndexes(server, (tx) => activePrescriptions({ ...server.services, db: tx }, rosa.id));
  const grantedAt = (product: string) => active.get(product)?.earlyFill?.grantedAt.getTime() ?? 0;
  expect(grantedAt(patch)).toBeGreaterThanOrEqual(second.getTime());
  expect(grantedAt(capsule)).toBeLessThan(second.getTime());
  expect(active.get(patch)?.earlyFill?.endsOn).toBe(endsOn);
  const mayCome = async ({ id }: Prescribed) =>
    (await loadFillFacts(server.services, id, { companions: [], forbids: () => false })).earlyFills;
  expect([await mayCome(rosa), await mayCome(other)]).toEqual([new Set([patch, capsule]), new Set([capsule])]);
  expect(await earlyFillsOf(db, rosa.id, first)).toEqual(
    new Map([
      [patch, 2],
      [capsule, 1],
    ]),
  );
  const since = rows.map(({ granted_at }) => granted_at.getTime()).toSorted((one, two) => two - one)[0] ?? 0;
  expect(await earlyFillsOf(db, rosa.id, new Date(since))).toEqual(new Map([[patch, 1]]));
  expect(await earlyFillsOf(db, rosa.id, new Date(since + 1))).toEqual(new Map());
});
