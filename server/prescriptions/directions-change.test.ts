import { beforeEach, expect, test } from "vitest";
import type { LastingPace, Pace } from "#contract/treatment/pace.ts";
import { addDays, clinicToday, daysBetween } from "#server/platform/clock/calendar-days.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { beginAtLabel, changeDirections, pacesOf } from "./directions-change.ts";
import { type PhaseRow, phaseRows, phasesOfAll } from "./directions-schedule.ts";
import {
  capsule,
  changeTo,
  patch,
  type Prescribed,
  twoPrescribed,
  updatePrescription,
} from "./testing/prescription-rows.ts";

const server = serverAtNoon();
let rosa: Prescribed;
let other: Prescribed;
beforeEach(async () => {
  [rosa, other] = await twoPrescribed(server);
});

type Product = typeof patch | typeof capsule;
const written = (patient: Prescribed, productId: Product, directions: string) => ({
  ...{ patientId: patient.id, prescriptionId: patient[productId].id, productId, directions },
  doctorId: patient[productId].doctor_id,
});
/** Other directions, a minute after the ones before. */
async function change(patient: Prescribed, product: Product, pace: LastingPace): Promise<void> {
  server.clock.advance(60_000);
  const given = { ...written(patient, product, `At ${pace}.`), pace, former: null, reason: "Sleepy", beginsOn: null };
  await inTransaction(server.services, (tx) => changeDirections(tx, given));
}
const paces = async ({ id }: Prescribed) => Object.fromEntries(await pacesOf(server.services, id));

test("each medicine is used at the pace of its own latest directions, of two and of this patient", async () => {
  await change(rosa, patch, "third");
  await change(rosa, patch, "half");
  await change(other, capsule, "two_thirds");
  expect([await paces(rosa), await paces(other)]).toEqual([
    { [patch]: "half", [capsule]: "label" },
    { [patch]: "label", [capsule]: "two_thirds" },
  ]);
  const rows = await phaseRows(server.services.db, rosa.id).execute();
  expect(rows.map(({ product_id, pace }) => [product_id, pace])).toEqual([
    [patch, "third"],
    [patch, "half"],
  ]);
  await updatePrescription(server, rosa[patch], { status: "ended" });
  expect(await paces(rosa)).toEqual({ [capsule]: "label" });
});

test("written anew, what was used more slowly begins as its label says; nothing is noted of what was, or isn't prescribed", async () => {
  await change(rosa, patch, "half");
  await change(other, capsule, "half");
  await updatePrescription(server, other[patch], { status: "ended" });
  server.clock.advance(60_000);
  const now = server.clock.now();
  for (const patient of [rosa, other])
    await inTransaction(server.services, (tx) =>
      beginAtLabel(
        tx,
        [patch, capsule].map((product) => ({ ...written(patient, product as Product, "As usual."), now })),
      ),
    );
  const changed = async ({ id }: Prescribed) =>
    (await phaseRows(server.services.db, id).execute()).map(({ product_id, pace }) => [product_id, pace]);
  expect([await changed(rosa), await changed(other)]).toEqual([
    [
      [patch, "half"],
      [patch, "label"],
    ],
    [
      [capsule, "half"],
      [capsule, "label"],
    ],
  ]);
});

test("a plan that another one replaced stays replaced, whatever is written once its day is past", async () => {
  const today = clinicToday(server.services);
  const plan = async (patient: Prescribed, days: number) => {
    server.clock.advance(60_000);
    const given = { ...written(patient, patch, `In ${days} days.`), pace: "half" as const, former: null };
    const planned = { ...given, reason: "Sleepy", beginsOn: addDays(today, days) };
    await inTransaction(server.services, (tx) => changeDirections(tx, planned));
  };
  for (const days of [10, 5]) await plan(rosa, days);
  await plan(other, 10);
  server.clock.advance(12 * 86_400_000);
  await change(rosa, patch, "third");
  const rowsOf = async ({ id }: Prescribed) =>
    (
      await server.services.db
        .selectFrom("directions_change")
        .select(["begins_on", "replaced_at", "begun_at"])
        .where("patient_id", "=", id)
        .orderBy("made_at")
        .execute()
    ).map((row) => [daysBetween(today, row.begins_on ?? today), row.replaced_at !== null, row.begun_at !== null]);
  const [first] = await rowsOf(rosa);
  expect([first, await rowsOf(other)]).toEqual([[10, true, false], [[10, false, false]]]);
});

test("a bridge holds from the doctor's decision, a faster one from the patient's yes, and until its change comes to nothing", async () => {
  const [made, decided] = [new Date("2026-01-02T12:00:00Z"), new Date("2026-01-03T12:00:00Z")];
  const bridge = (
    patient: Prescribed,
    product: Product,
    until_pace: Pace | null,
    status: "waiting" | "agreed" | "refused" | "withdrawn",
  ) =>
    changeTo(
      server,
      patient[product],
      "another",
      { until_pace, status, created_at: made, decided_at: status === "waiting" ? null : decided },
      until_pace === null ? null : "Until then.",
    );
  await bridge(rosa, patch, "half", "agreed");
  await bridge(rosa, patch, "double", "waiting");
  await bridge(rosa, patch, null, "agreed");
  await bridge(rosa, capsule, "third", "refused");
  await bridge(rosa, capsule, "double", "withdrawn");
  await bridge(other, patch, "double", "agreed");
  await bridge(other, capsule, "third", "withdrawn");
  const rowsOf = (all: readonly PhaseRow[]) =>
    all.map(({ product_id, pace, made_at, begins_on, directions_sealed }) => [
      ...[product_id, pace, made_at.getTime() === made.getTime() ? "made" : "decided"],
      ...[begins_on, directions_sealed].filter((each) => each !== null),
    ]);
  const own = [
    [patch, "half", "made"],
    [capsule, "third", "made"],
    [capsule, null, "decided"],
  ];
  const others = [
    [capsule, "third", "made"],
    [patch, "double", "decided"],
    [capsule, null, "decided"],
  ];
  const { db } = server.services;
  const sorted = (rows: readonly unknown[]) => rows.map((each) => JSON.stringify(each)).toSorted();
  expect(sorted(rowsOf(await phaseRows(db, rosa.id).execute()))).toEqual(sorted(own));
  expect(sorted(rowsOf(await phaseRows(db, other.id).execute()))).toEqual(sorted(others));
  expect(sorted(rowsOf(await phasesOfAll(db, [rosa.id, other.id])))).toEqual(sorted([...own, ...others]));
  expect(await paces(rosa)).toEqual({ [patch]: "half", [capsule]: "label" });
});

test("what was said before, and why it changed, is kept where there is some, sealed for its own row", async () => {
  const { db, secrets } = server.services;
  const given = {
    ...written(rosa, patch, "At half."),
    pace: "half",
    beginsOn: null,
    former: "At label.",
    reason: "Sleepy",
  };
  await inTransaction(server.services, (tx) => changeDirections(tx, { ...given, pace: "half" }));
  server.clock.advance(60_000);
  await inTransaction(server.services, (tx) =>
    beginAtLabel(tx, [{ ...written(rosa, patch, "As usual."), now: server.clock.now() }]),
  );
  const rows = db.selectFrom("directions_change").selectAll().where("patient_id", "=", rosa.id).orderBy("made_at");
  const words = (await rows.execute()).map(({ id, ...row }) =>
    (["directions_sealed", "former_sealed", "reason_sealed"] as const).map((column) => {
      const sealedWords = row[column];
      return sealedWords && secrets.open<string>(sealedWords, sealed(`directions_change.${column}`)(id));
    }),
  );
  expect(words).toEqual([
    ["At half.", "At label.", "Sleepy"],
    ["As usual.", null, null],
  ]);
});

test("what begins on a later day takes the place of what was to begin then or after it; what begins today, of all that is to come", async () => {
  const { db, clock, content } = server.services;
  const today = clinicToday({ content, clock });
  const plan = (patient: Prescribed, product: Product, pace: LastingPace, inDays: number | null) => {
    server.clock.advance(60_000);
    const beginsOn = inDays === null ? null : addDays(today, inDays);
    const given = { ...written(patient, product, `At ${pace}.`), pace, former: null, reason: "Sleepy", beginsOn };
    return inTransaction(server.services, (tx) => changeDirections(tx, given));
  };
  const planned = async ({ id }: Prescribed) => {
    const rows = db.selectFrom("directions_change").selectAll().where("patient_id", "=", id).orderBy("made_at");
    return (await rows.execute()).map(({ product_id, begins_on, replaced_at, begun_at }) => [
      ...[product_id, begins_on === null ? null : daysBetween(today, begins_on)],
      replaced_at ? "replaced" : begun_at ? "begun" : "open",
    ]);
  };
  for (const patient of [rosa, other]) await plan(patient, patch, "half", 3);
  await plan(rosa, capsule, "half", 9);
  await plan(rosa, patch, "third", 9);
  const slowest = async ({ id }: Prescribed) => Object.fromEntries(await pacesOf(server.services, id, "slowest"));
  expect([await paces(rosa), await slowest(rosa)]).toEqual([
    { [patch]: "label", [capsule]: "label" },
    { [patch]: "third", [capsule]: "half" },
  ]);
  await plan(rosa, patch, "two_thirds", 9);
  const kept = [
    [patch, 3, "open"],
    [capsule, 9, "open"],
    [patch, 9, "replaced"],
  ];
  expect(await planned(rosa)).toEqual([...kept, [patch, 9, "open"]]);
  server.clock.advance(4 * 86_400_000);
  await plan(rosa, patch, "label", null);
  expect(await planned(rosa)).toEqual([
    [patch, 3, "begun"],
    ...kept.slice(1),
    [patch, 9, "replaced"],
    [patch, null, "open"],
  ]);
  expect(await planned(other)).toEqual([[patch, 3, "open"]]);
});
