import { beforeEach, expect, test } from "vitest";
import { openText } from "#server/platform/crypto/seal-text.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import {
  actionReasonSealContext,
  closePrescriptionRenewal,
  doctorStopsQuery,
  endPrescription,
  insertPrescriptionAction,
  lockPrescription,
  type PrescriptionActionKind,
  prescriptionById,
  stoppedPrescriptionsQuery,
} from "./prescription-actions.ts";
import {
  askForRenewal,
  capsule,
  changesBy,
  patch,
  type Prescribed,
  twoPrescribed,
  updatePrescription,
} from "./testing/prescription-rows.ts";

const server = serverAtNoon();
const aDate = expect.any(Date) as unknown;
let rosa: Prescribed;
let other: Prescribed;
beforeEach(async () => {
  [rosa, other] = await twoPrescribed(server);
});

test("a prescription that ends, ends with its open renewal, is on hold no more, and nothing else does", async () => {
  const before = { on_hold_at: new Date(0), discontinued_at: new Date(0) };
  for (const row of [rosa[patch], rosa[capsule], other[patch]]) await updatePrescription(server, row, before);
  const asked = await askForRenewal(server, rosa[patch]);
  for (const row of [rosa[capsule], other[patch]]) await askForRenewal(server, row);
  const changes = await changesBy(server, () =>
    inTransaction(server.services, (tx) => endPrescription(tx, rosa[patch].id, { wrongPatient: false })),
  );
  expect(changes).toEqual({
    [rosa[patch].id]: { status: "ended", stopped_at: aDate, discontinued_at: null, on_hold_at: null },
    [asked]: { status: "replaced", decided_at: aDate },
  });
  await inTransaction(server.services, (tx) => endPrescription(tx, other[capsule].id, { wrongPatient: false }));
  const stopped = await stoppedPrescriptionsQuery(server.services.db, rosa.id).execute();
  expect(stopped).toEqual([{ product_id: patch }]);
});

test("closing a renewal closes the open one of the prescription, with who decided", async () => {
  const asked = await askForRenewal(server, rosa[patch]);
  await askForRenewal(server, rosa[patch], { status: "declined", decided_at: new Date(0) });
  await askForRenewal(server, other[patch]);
  const { id, doctor_id: doctor } = rosa[patch];
  const changes = await changesBy(server, () =>
    inTransaction(server.services, (tx) => closePrescriptionRenewal(tx, id, "approved", doctor)),
  );
  expect(changes).toEqual({ [asked]: { status: "approved", decided_at: aDate, doctor_id: doctor } });
});

test("a prescription is found by its id, with and without its lock", async () => {
  const { id } = rosa[capsule];
  expect(await prescriptionById(server.services.db, id)).toEqual(rosa[capsule]);
  expect(await inTransaction(server.services, ({ db }) => lockPrescription(db, id))).toEqual(rosa[capsule]);
});

/** The conversation with the doctor, of which the patient has read one message. */
const readOne = ({ id }: Prescribed) =>
  server.services.db
    .updateTable("conversation")
    .set({ last_seq: 3, read_seq: 1 })
    .where("patient_id", "=", id)
    .where("kind", "=", "doctor")
    .execute();

const act = (
  patient: Prescribed,
  product: typeof patch | typeof capsule,
  action: PrescriptionActionKind,
  messageSeq: number,
) =>
  inTransaction(server.services, (tx) =>
    insertPrescriptionAction(tx, {
      ...{ patientId: patient.id, prescriptionId: patient[product].id, action, messageSeq },
      ...{ doctorId: patient[product].doctor_id, reason: `to ${action} it` },
    }),
  );

const stopsOf = async ({ id }: Prescribed) =>
  (await doctorStopsQuery(server.services.db, id).execute()).map((row) => `${row.action} ${row.product_id}`);

test("an action is recorded with its reason, sealed, and the message about it", async () => {
  await act(rosa, patch, "hold", 2);
  const actions = server.services.db.selectFrom("prescription_action").selectAll().where("patient_id", "=", rosa.id);
  const { id, reason_sealed, ...row } = await actions.executeTakeFirstOrThrow();
  expect(openText(server.services.secrets, reason_sealed, actionReasonSealContext(id))).toBe("to hold it");
  const { id: prescription_id, patient_id, doctor_id } = rosa[patch];
  expect(row).toEqual({ patient_id, prescription_id, doctor_id, action: "hold", message_seq: 2, at: aDate });
});

test("a stop is told until its message was read, to this patient", async () => {
  for (const patient of [rosa, other]) await readOne(patient);
  await act(rosa, patch, "stop", 2);
  expect([await stopsOf(rosa), await stopsOf(other)]).toEqual([[`stop ${patch}`], []]);
  await act(other, patch, "stop", 1);
  expect(await stopsOf(other)).toEqual([]);
});

test("what was stopped is told in the order in which it was", async () => {
  await readOne(rosa);
  for (const product of [patch, capsule] as const) await act(rosa, product, "stop", 2);
  const before = new Date(server.clock.now().getTime() - 60_000);
  await server.services.db
    .updateTable("prescription_action")
    .set({ at: before })
    .where("prescription_id", "=", rosa[patch].id)
    .execute();
  expect(await stopsOf(rosa)).toEqual([`stop ${patch}`, `stop ${capsule}`]);
});

test("a hold is told while it is the action's, read or not", async () => {
  await readOne(rosa);
  await updatePrescription(server, rosa[patch], { on_hold_at: new Date(0) });
  await act(rosa, patch, "hold", 1);
  await act(rosa, patch, "release", 3);
  expect(await stopsOf(rosa)).toEqual([`hold ${patch}`]);
  const ofTheHold = server.services.db.selectFrom("prescription_action").select("at").where("action", "=", "hold");
  const { at } = await ofTheHold.where("prescription_id", "=", rosa[patch].id).executeTakeFirstOrThrow();
  await updatePrescription(server, rosa[patch], { on_hold_at: at });
  expect(await stopsOf(rosa)).toEqual([`hold ${patch}`]);
  const later = new Date(server.clock.now().getTime() + 60_000);
  await updatePrescription(server, rosa[patch], { on_hold_at: later });
  expect(await stopsOf(rosa)).toEqual([]);
  await updatePrescription(server, rosa[patch], { on_hold_at: null });
  expect(await stopsOf(rosa)).toEqual([]);
});
