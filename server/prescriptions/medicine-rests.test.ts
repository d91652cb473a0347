import { beforeEach, expect, test } from "vitest";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { withoutIndexes } from "#server/testing/without-indexes.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import {
  endRests,
  insertRests,
  loadOpenRests,
  openRests,
  restingTogether,
  restRows,
  restsToday,
  restsUntil,
} from "./medicine-rests.ts";
import { capsule, patch, type Prescribed, twoPrescribed } from "./testing/prescription-rows.ts";

const server = serverAtNoon();
let rosa: Prescribed;
let other: Prescribed;
beforeEach(async () => {
  [rosa, other] = await twoPrescribed(server);
});

const day = (number: number) => addDays(clinicToday(server.services), number);
const rest = (
  patient: Prescribed,
  [from, until]: readonly [number, number],
  products: readonly (typeof patch | typeof capsule)[] = [patch, capsule],
) =>
  inTransaction(server.services, (tx) =>
    insertRests(tx, {
      ...{ patientId: patient.id, doctorId: patient[patch].doctor_id, reason: "surgery" },
      ...{ from: day(from), until: day(until) },
      medicines: products.map((productId) => ({ prescriptionId: patient[productId].id, productId })),
    }),
  );
const end = ({ id }: Prescribed, product: string) =>
  inTransaction(server.services, async (tx) => {
    const ended = await restingTogether(tx, id, product);
    if (ended.length > 0) await endRests(tx, id, ended);
    return ended;
  });
const rowsOf = ({ id }: Prescribed) =>
  server.services.db
    .selectFrom("medicine_rest")
    .selectAll()
    .where("patient_id", "=", id)
    .orderBy("along_with", (order) => order.desc().nullsFirst())
    .execute();
const daysOf = async (patient: Prescribed) =>
  (await withoutIndexes(server, (db) => restRows(db, patient.id).execute())).map(
    ({ product_id, from_on, until_on, along_with }) => [...[product_id, from_on, until_on, along_with]],
  );

test("medicines rest as a prescriber says, the others along with the first", async () => {
  await rest(rosa, [20, 22], [capsule]);
  await rest(rosa, [0, 9]);
  const [lead, along, later] = await rowsOf(rosa).then((rows) =>
    rows.toSorted((one, two) => one.from_on.localeCompare(two.from_on)),
  );
  const shared = { patient_id: rosa.id, doctor_id: rosa[patch].doctor_id, end_noticed_at: null };
  const now = { ...shared, from_on: day(0), until_on: day(9), begin_noticed_at: expect.any(Date) };
  expect([lead, along, later]).toMatchObject([
    { ...now, product_id: patch, prescription_id: rosa[patch].id, along_with: null },
    { ...now, product_id: capsule, prescription_id: rosa[capsule].id, along_with: lead?.id },
    { ...shared, product_id: capsule, from_on: day(20), until_on: day(22), begin_noticed_at: null, along_with: null },
  ]);
  const { secrets } = server.services;
  const seal = sealed("medicine_rest.reason_sealed");
  for (const row of [lead, along]) expect(row && secrets.open(row.reason_sealed, seal(row.id))).toBe("surgery");
  expect(await daysOf(rosa)).toEqual(
    expect.arrayContaining([
      [patch, day(0), day(9), null],
      [capsule, day(0), day(9), patch],
    ]),
  );
  expect((await daysOf(rosa)).at(-1)).toEqual([capsule, day(20), day(22), null]);
  expect(await daysOf(other)).toEqual([]);
});

test("nothing of a medicine is used from the first day of its rest until the last but one, of this patient", async () => {
  const { services } = server;
  await rest(rosa, [0, 1], [patch]);
  await rest(rosa, [1, 3], [capsule]);
  const rests = await restsToday(services, rosa.id);
  expect([rests(patch), rests(capsule), rests("zinc")]).toEqual([true, false, false]);
  expect((await restsToday(services, other.id))(patch)).toBe(false);
  expect(await loadOpenRests(services.db, rosa.id, day(0))).toEqual(
    new Map([
      [patch, { from: day(0), until: day(1), isNow: true, alongWith: null }],
      [capsule, { from: day(1), until: day(3), isNow: false, alongWith: null }],
    ]),
  );
  expect([...(await loadOpenRests(services.db, rosa.id, day(1))).keys()]).toEqual([capsule]);
});

test("of several rests of a product the first that isn't over is the one that counts", () => {
  const row = (from_on: string, until_on: string) => ({ product_id: patch, from_on, until_on, along_with: null });
  const rows = [row("2026-03-01", "2026-03-05"), row("2026-03-10", "2026-03-12"), row("2026-04-01", "2026-04-02")];
  const found = (today: string, given = rows) => openRests(given, today).get(patch)?.from;
  for (const given of [rows, rows.toReversed()])
    expect(["2026-03-04", "2026-03-05", "2026-03-12"].map((today) => found(today, given))).toEqual([
      ...["2026-03-01", "2026-03-10", "2026-04-01"],
    ]);
  expect(found("2026-04-02")).toBeUndefined();
  const rests = [{ from: "2026-03-01", until: "2026-03-05" }];
  const until = ["2026-02-28", "2026-03-01", "2026-03-04", "2026-03-05"].map((today) => restsUntil(rests, today));
  expect(until).toEqual([null, "2026-03-05", "2026-03-05", null]);
  expect(restsUntil(undefined, "2026-03-01")).toBeNull();
});

test("a rest is ended with what rests along with it, its own product first, and no other patient's", async () => {
  for (const patient of [rosa, other]) await rest(patient, [-1, 9]);
  expect(await end(rosa, capsule)).toEqual([]);
  expect(await end(rosa, "zinc")).toEqual([]);
  expect(await end(rosa, patch)).toEqual([patch, capsule]);
  expect(await end(rosa, patch)).toEqual([]);
  for (const row of await rowsOf(rosa))
    expect(row).toMatchObject({ until_on: day(0), end_noticed_at: expect.any(Date) });
  for (const row of await rowsOf(other)) expect(row).toMatchObject({ until_on: day(9), end_noticed_at: null });
});

test("one that hasn't begun never does; one that is over isn't ended again", async () => {
  await rest(rosa, [-5, 0], [patch]);
  await rest(rosa, [3, 9], [patch, capsule]);
  expect(await end(rosa, patch)).toEqual([patch, capsule]);
  expect(await daysOf(rosa)).toEqual([[patch, day(-5), day(0), null]]);
  const [over] = (await rowsOf(rosa)).filter(({ from_on }) => from_on === day(-5));
  expect(over?.end_noticed_at).toBeNull();
});
