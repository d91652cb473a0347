import type { Insertable, Updateable } from "kysely";
import { beforeAll, expect, test } from "vitest";
import type { Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { inCare, type InCare } from "#server/treatment/testing/in-care.ts";
import { rolledBack } from "#server/treatment/testing/rolled-back.ts";
import { loadChart } from "./chart.ts";

const [patch, stronger, weaker] = ["estradiol_patch_0_05", "estradiol_patch_0_1", "estradiol_patch_0_025"];
const at = (hour: number) => new Date(Date.UTC(2026, 0, 5, hour));

let server: TestServer;
let rosa: InCare;
let ana: InCare;
beforeAll(async () => {
  server = await sharedTestServer();
  [rosa, ana] = [await inCare(server), await inCare(server)];
});

const prescriptionOf = (tx: Tx, { id }: InCare) =>
  tx
    .selectFrom("prescription")
    .selectAll()
    .where("patient_id", "=", id)
    .where("product_id", "=", patch)
    .executeTakeFirstOrThrow();
const chartedPatch = async (tx: Tx) => {
  const { prescriptions } = await loadChart({ ...server.services, db: tx }, rosa.id);
  const { id } = await prescriptionOf(tx, rosa);
  return prescriptions.find((each) => each.id === id);
};

async function change(tx: Tx, patient: InCare, row: Partial<Insertable<Tables["treatment_change"]>>) {
  const { id: subscription_id } = await tx
    .selectFrom("subscription")
    .select("id")
    .where("patient_id", "=", patient.id)
    .where("product_id", "=", patch)
    .executeTakeFirstOrThrow();
  const { doctor_id } = await prescriptionOf(tx, patient);
  await tx
    .insertInto("treatment_change")
    .values({
      ...{ id: newId(), patient_id: patient.id, subscription_id, doctor_id, status: "agreed", refills: 1 },
      ...{ from_product_id: patch, from_pricing_id: "x", from_price_cents: 1 },
      ...{ to_product_id: stronger, to_pricing_id: "x", to_price_cents: 1 },
      ...{ created_at: at(1), decided_at: at(9) },
      ...row,
    })
    .execute();
}

type Prescription = Updateable<Tables["prescription"]>;
const discontinued = { status: "ended", discontinued_at: at(5) } as const;
type Change = (id: string) => Partial<Insertable<Tables["treatment_change"]>>;

test.each<[string, Prescription, Change | null, status: string]>([
  ["is prescribed", { status: "active" }, null, "active"],
  ["rests", { status: "active", on_hold_at: at(5) }, null, "on_hold"],
  ["is over", { status: "ended" }, null, "ended"],
  ["was stopped", { status: "ended", stopped_at: at(5) }, null, "stopped"],
  ["was meant for another patient", { status: "ended", stopped_at: at(5), wrong_patient: true }, null, "wrong_patient"],
  ["was discontinued", discontinued, null, "stopped"],
  ["was replaced", discontinued, (id) => ({ from_prescription_id: id }), "replaced"],
  ["was to be replaced", discontinued, (id) => ({ from_prescription_id: id, status: "refused" }), "stopped"],
  ["was stopped until another change", discontinued, () => ({ decided_at: at(5) }), "replaced"],
  ["was changed before it was stopped", discontinued, () => ({ decided_at: at(4) }), "stopped"],
  ["of which another was changed", discontinued, () => ({ from_product_id: weaker }), "stopped"],
  ["isn't discontinued", { status: "ended" }, (id) => ({ from_prescription_id: id }), "ended"],
])("a prescription that %s", (_, prescription, changed, status) =>
  rolledBack(server, async (tx) => {
    const { id } = await prescriptionOf(tx, rosa);
    await tx.updateTable("prescription").set(prescription).where("id", "=", id).execute();
    if (changed) await change(tx, rosa, changed(id));
    // Another patient's is nobody's replacement here.
    await change(tx, ana, {});
    expect((await chartedPatch(tx))?.status).toBe(status);
  }),
);

test("what was written in its place is the first that was agreed to, and written after it ended", () =>
  rolledBack(server, async (tx) => {
    const { id, ...row } = await prescriptionOf(tx, rosa);
    await tx.updateTable("prescription").set(discontinued).where("id", "=", id).execute();
    await change(tx, rosa, { decided_at: at(9), to_product_id: weaker });
    await change(tx, rosa, { decided_at: at(8) });
    const write = async (product_id: string, hour: number, status: "active" | "ended" = "active") => {
      const other = newId();
      await tx
        .insertInto("prescription")
        .values({
          ...row,
          id: other,
          status,
          product_id,
          rx_number: `rx ${hour}`,
          approved_at: at(hour),
          directions_sealed: null,
        })
        .execute();
      return other;
    };
    const [before, after] = [await write(stronger, 4, "ended"), await write(stronger, 8)];
    // Written in between, in place of something else.
    await write("estradiol_gel", 6, "ended");
    const later = await write(weaker, 9);
    const { prescriptions } = await loadChart({ ...server.services, db: tx }, rosa.id);
    const replaces = (which: string) => prescriptions.find((each) => each.id === which)?.replacesId;
    expect([replaces(after), replaces(before), replaces(later)]).toEqual([id, null, null]);
    const moments = prescriptions.map(({ approvedAt }) => approvedAt.getTime());
    expect(moments).toEqual(moments.toSorted((one, other) => one - other));
    expect(prescriptions.some((each) => each.productId === patch && each.id !== id)).toBe(false);
  }));
