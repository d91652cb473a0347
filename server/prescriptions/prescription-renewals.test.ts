import { beforeEach, expect, test } from "vitest";
import { sealText } from "#server/platform/crypto/seal-text.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import {
  declinedPrescriptionRenewalFromRow,
  declinedPrescriptionRenewalQuery,
  prescriptionRenewalById,
  prescriptionRenewalNoteSealContext,
  requestPrescriptionRenewal,
  undecidedPrescriptionRenewals,
} from "./prescription-renewals.ts";
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
let rosa: Prescribed;
let other: Prescribed;
beforeEach(async () => {
  [rosa, other] = await twoPrescribed(server);
});

const minute = (number: number) => new Date(Date.UTC(2020, 0, 1, 12, number));
const notices = async ({ id }: Prescribed) => {
  const rows = server.services.db.selectFrom("notification").select("id").where("patient_id", "=", id);
  return (await rows.where("dedupe_key", "like", "renewal_asked:%").execute()).length;
};

test("a renewal is asked for once while it is open, and the patient is told once a day", async () => {
  const ask = (product: typeof patch | typeof capsule) =>
    inTransaction(server.services, (tx) => requestPrescriptionRenewal(tx, rosa.id, rosa[product].id));
  await ask(patch);
  await ask(patch);
  const { db } = server.services;
  const asked = await db.selectFrom("renewal_request").selectAll().where("patient_id", "=", rosa.id).execute();
  expect(asked).toMatchObject([{ prescription_id: rosa[patch].id, status: "open", decided_at: null }]);
  expect(await prescriptionRenewalById(db, asked[0]?.id ?? "")).toEqual(asked[0]);
  await ask(capsule);
  expect([await notices(rosa), await notices(other)]).toEqual([1, 0]);
  server.clock.advance(86_400_000);
  expect(await changesBy(server, () => ask(patch))).toEqual({});
  expect(await notices(rosa)).toBe(1);
});

test("those that wait are the open ones, longest wait first, of one patient or of all, page by page", async () => {
  await updatePrescription(server, rosa[patch], { on_hold_at: minute(0) });
  const third = await askForRenewal(server, rosa[capsule], { requested_at: minute(3) });
  const first = await askForRenewal(server, rosa[patch], { requested_at: minute(1) });
  const second = await askForRenewal(server, other[capsule], { requested_at: minute(2) });
  const decided = { status: "approved", decided_at: minute(9), requested_at: minute(0) } as const;
  const approved = await askForRenewal(server, other[patch], decided);
  const { db } = server.services;
  const own = [first, second, third];
  const all = await undecidedPrescriptionRenewals(db, null, 500);
  expect(all.map(({ id }) => id).filter((id) => [...own, approved].includes(id))).toEqual(own);
  const ofRosa = await undecidedPrescriptionRenewals(db, null, 500, rosa.id);
  expect(ofRosa).toEqual([
    {
      ...{ id: first, patientId: rosa.id, at: minute(1), productId: patch },
      ...{ rxNumber: rosa[patch].rx_number, onHoldAt: minute(0) },
    },
    {
      ...{ id: third, patientId: rosa.id, at: minute(3), productId: capsule },
      ...{ rxNumber: rosa[capsule].rx_number, onHoldAt: null },
    },
  ]);
  expect(await undecidedPrescriptionRenewals(db, null, 1, rosa.id)).toEqual(ofRosa.slice(0, 1));
  expect(await undecidedPrescriptionRenewals(db, { at: minute(1), id: first }, 9, rosa.id)).toEqual(ofRosa.slice(1));
});

test("of those a doctor declined, the patient is told of the latest, with the doctor's note", async () => {
  const { db, secrets } = server.services;
  const decline = (patient: Prescribed, product: typeof patch | typeof capsule, at: Date, note: string) => {
    const id = newId();
    const note_sealed = sealText(secrets, note, prescriptionRenewalNoteSealContext(id));
    return askForRenewal(server, patient[product], { id, status: "declined", decided_at: at, note_sealed });
  };
  await decline(rosa, patch, minute(2), "the latest");
  await decline(rosa, capsule, minute(1), "the one before");
  await decline(other, capsule, minute(3), "of another patient");
  await askForRenewal(server, rosa[capsule], { status: "approved", decided_at: minute(4) });
  const latest = async ({ id }: Prescribed) =>
    (await declinedPrescriptionRenewalQuery(db, id).execute()).map((row) =>
      declinedPrescriptionRenewalFromRow(secrets, row),
    );
  expect(await latest(rosa)).toEqual([{ productId: patch, note: "the latest", at: minute(2) }]);
  expect(await latest(other)).toEqual([{ productId: capsule, note: "of another patient", at: minute(3) }]);
  expect(declinedPrescriptionRenewalFromRow(secrets, undefined)).toBeNull();
});
