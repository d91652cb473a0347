import { beforeEach, expect, test } from "vitest";
import type { LastingPace } from "#contract/treatment/pace.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { beginAtLabel, changeDirections, pacesOf } from "./directions-change.ts";
import { phaseRows } from "./directions-schedule.ts";
import { capsule, patch, type Prescribed, twoPrescribed, updatePrescription } from "./testing/prescription-rows.ts";

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
