import type { Updateable } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import type { Services } from "#server/platform/services.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { type InCare, inCare } from "../testing/in-care.ts";
import { rolledBack } from "../testing/rolled-back.ts";
import { requestPrescriptionRenewalsAhead } from "./hold-back.ts";

const [patch, capsule] = ["estradiol_patch_0_05", "progesterone_capsule_100"];

let server: TestServer;
/** Of both, a box of patches lasts as long as three of capsules. */
let rosa: InCare;
let ana: InCare;
let today: string;
beforeAll(async () => {
  server = await sharedTestServer();
  [rosa, ana] = [await inCare(server, { patch: "3m" }), await inCare(server, { patch: "3m" })];
  today = clinicToday(server.services);
});

/** A product in a state: its planned prescription order, its subscription, its prescription. */
interface State {
  readonly planned?: Updateable<Tables["prescription_order"]>;
  readonly subscription?: Updateable<Tables["subscription"]>;
  readonly prescription?: Updateable<Tables["prescription"]>;
}

async function put(tx: Tx, { id: patientId }: InCare, productId: string, state: State): Promise<void> {
  const { id } = await tx
    .selectFrom("subscription")
    .select("id")
    .where("patient_id", "=", patientId)
    .where("product_id", "=", productId)
    .executeTakeFirstOrThrow();
  if (state.planned)
    await tx
      .updateTable("prescription_order")
      .set(state.planned)
      .where("subscription_id", "=", id)
      .where("status", "=", "scheduled")
      .execute();
  if (state.subscription) await tx.updateTable("subscription").set(state.subscription).where("id", "=", id).execute();
  if (state.prescription)
    await tx
      .updateTable("prescription")
      .set(state.prescription)
      .where("patient_id", "=", patientId)
      .where("product_id", "=", productId)
      .execute();
}

const day = (days: number) => addDays(today, days);
const far = () => ({ planned: { charge_on: day(60) } });
const near = () => ({ planned: { charge_on: day(12) } });
const empty = { prescription: { refills_left: 0 } };

test.each<[string, ofPatch: () => State, ofCapsule: () => State, asked: readonly string[]]>([
  ["nothing is near", () => ({ ...far(), ...empty }), far, []],
  ["it is a day too early", () => ({ planned: { charge_on: day(13) }, ...empty }), far, []],
  ["no refill is left", () => ({ ...near(), ...empty }), far, [patch]],
  ["one is left", () => ({ ...near(), prescription: { refills_left: 1 } }), far, []],
  ["it is past due", () => ({ planned: { charge_on: day(1), failed_on: day(-1) }, ...empty }), far, []],
  ["it is held back", () => ({ planned: { charge_on: day(1), held_back_from: day(-1) }, ...empty }), far, []],
  ["it is paused", () => ({ ...near(), ...empty, subscription: { status: "paused" } }), far, []],
  ["it is on hold", () => ({ ...near(), prescription: { refills_left: 0, on_hold_at: new Date() } }), far, []],
  ["its companion ends before it", near, () => ({ ...far(), prescription: { refills_left: 2 } }), [capsule]],
  ["its companion lasts as long", near, () => ({ ...far(), prescription: { refills_left: 3 } }), []],
  ["both", () => ({ ...near(), ...empty }), () => ({ ...far(), prescription: { refills_left: 2 } }), [patch, capsule]],
  [
    "its companion, which ends, is paused",
    near,
    () => ({ ...far(), prescription: { refills_left: 2 }, subscription: { status: "paused" } }),
    [],
  ],
  [
    "its companion, which ends, is on hold",
    near,
    () => ({ ...far(), prescription: { refills_left: 2, on_hold_at: new Date() } }),
    [],
  ],
  ["a companion of nothing that ends before it", far, () => ({ ...near(), prescription: { refills_left: 1 } }), []],
])("the doctor is asked ahead of a charge where %s", (_, ofPatch, ofCapsule, asked) =>
  rolledBack(server, async (tx) => {
    for (const patient of [rosa, ana]) {
      await put(tx, patient, patch, ofPatch());
      await put(tx, patient, capsule, ofCapsule());
    }
    await requestPrescriptionRenewalsAhead({ ...server.services, db: tx } as unknown as Services, rosa.id);
    const rows = await tx
      .selectFrom("renewal_request")
      .innerJoin("prescription", "prescription.id", "renewal_request.prescription_id")
      .select(["prescription.patient_id", "prescription.product_id"])
      .where("prescription.patient_id", "in", [rosa.id, ana.id])
      .where("renewal_request.status", "=", "open")
      .execute();
    expect(new Set(rows.map(({ product_id }) => product_id))).toEqual(new Set(asked));
    expect(rows.filter(({ patient_id }) => patient_id !== rosa.id)).toEqual([]);
  }),
);
