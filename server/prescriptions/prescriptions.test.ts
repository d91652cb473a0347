import { beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/open.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { changeDirections } from "./directions-change.ts";
import { grantEarlyFill } from "./early-fill.ts";
import { activePrescriptions, prescribedToAll, writePrescriptions } from "./prescriptions.ts";
import {
  askForRenewal,
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
const gel = "estradiol_gel";
let rosa: Prescribed;
let other: Prescribed;
beforeEach(async () => {
  [rosa, other] = await twoPrescribed(server);
});

const itemsOf = ({ id }: Prescribed) => activePrescriptions(server.services, id);
/** Directions of the doctor's own, from now on. */
const changeUse = (patient: Prescribed, product: typeof patch | typeof capsule, pace: "half" | "third") =>
  inTransaction(server.services, (tx) =>
    changeDirections(tx, {
      ...{ patientId: patient.id, prescriptionId: patient[product].id, productId: product },
      ...{ doctorId: patient[product].doctor_id, directions: `Use ${pace} of it.`, pace },
      ...{ former: null, reason: "Sleepy", beginsOn: null },
    }),
  );
const discontinued = { status: "ended", discontinued_at: new Date(0) } as const;

describe("writing prescriptions", () => {
  const write = (lines: Parameters<typeof writePrescriptions>[2]) =>
    inTransaction(server.services, (tx) => {
      const { patient_id: patientId, care_case_id: caseId, doctor_id: doctorId, order_id: orderId } = rosa[patch];
      return writePrescriptions(tx, { patientId, caseId, doctorId, orderId, now: server.clock.now() }, lines);
    });

  test("ends the active one of each product and begins another with a number of its own", async () => {
    const before = await prescribeAgain(server, other[patch], { status: "ended" });
    const line = { productId: patch, refills: 3, daysSupply: 84, directions: "Twice a week." };
    const changes = await changesBy(server, () => write([line]));
    const [id] = Object.keys(changes).filter((each) => each !== rosa[patch].id);
    expect(changes).toEqual({
      [rosa[patch].id]: { status: "ended" },
      [id ?? ""]: expect.objectContaining({ status: "active", refills_left: 3, days_supply: 84 }) as unknown,
    });
    expect(before in changes).toBe(false);
    expect((await itemsOf(rosa)).get(patch)).toEqual({
      ...{ prescriptionId: id, directions: "Twice a week.", refillsLeft: 3, daysSupply: 84 },
      ...{
        beginsOn: null,
        onHold: false,
        isReported: false,
        waits: false,
        renewalRequested: false,
        pace: "label",
        earlyFill: null,
        planned: [],
      },
    });
  });

  test("begins each of several at its label, whatever was used more slowly before", async () => {
    for (const patient of [rosa, other])
      for (const product of [patch, capsule] as const) await changeUse(patient, product, "half");
    server.clock.advance(60_000);
    await write(
      [patch, capsule].map((productId) => ({ productId, refills: 3, daysSupply: 84, directions: "As usual." })),
    );
    const pacesOfBoth = async (patient: Prescribed) => {
      const items = await itemsOf(patient);
      return [patch, capsule].map((product) => items.get(product)?.pace);
    };
    expect([await pacesOfBoth(rosa), await pacesOfBoth(other)]).toEqual([
      ["label", "label"],
      ["half", "half"],
    ]);
  });

  test("of nothing changes nothing", async () => {
    expect(await changesBy(server, () => write([]))).toEqual({});
  });
});

describe("what is prescribed to a patient", () => {
  test("may come early by the latest early fill of each, of two and of this patient", async () => {
    const allow = (patient: Prescribed, product: typeof patch | typeof capsule) =>
      inTransaction(server.services, (tx) =>
        grantEarlyFill(tx, [{ prescriptionId: patient[product].id, gone: true }], {
          ...{ patientId: patient.id, doctorId: patient[product].doctor_id, cause: "lost", reason: "Lost it" },
        }),
      );
    const granted = async (patient: Prescribed) => {
      const items = await itemsOf(patient);
      return [patch, capsule].map((product) => items.get(product)?.earlyFill?.endsOn);
    };
    const first = await allow(rosa, patch);
    server.clock.advance(5 * 24 * 3_600_000);
    const second = await allow(rosa, capsule);
    expect([await granted(rosa), await granted(other)]).toEqual([
      [first, second],
      [undefined, undefined],
    ]);
    server.clock.advance(5 * 24 * 3_600_000);
    const third = await allow(rosa, patch);
    expect(await granted(rosa)).toEqual([third, second]);
    expect(new Set([first, second, third]).size).toBe(3);
  });

  test("is active, each with its own renewal asked for; on hold it has no refills", async () => {
    await askForRenewal(server, rosa[patch]);
    await askForRenewal(server, rosa[capsule], { status: "declined", decided_at: new Date(0) });
    await updatePrescription(server, rosa[capsule], { on_hold_at: new Date(0) });
    await updatePrescription(server, other[capsule], discontinued);
    const items = await itemsOf(rosa);
    expect(items.get(patch)).toMatchObject({ prescriptionId: rosa[patch].id, renewalRequested: true, onHold: false });
    expect(items.get(patch)?.refillsLeft).toBe(rosa[patch].refills_left);
    expect(items.get(capsule)).toMatchObject({ renewalRequested: false, onHold: true, refillsLeft: 0 });
    expect([...(await itemsOf(other)).keys()]).toEqual([patch]);
    await changeUse(rosa, patch, "half");
    await changeUse(other, patch, "third");
    const all = await prescribedToAll(server.services, [rosa.id, other.id]);
    expect([rosa, other].map(({ id }) => all.get(id)?.get(patch)?.pace)).toEqual(["half", "third"]);
    expect(all).toEqual(
      new Map([
        [rosa.id, await itemsOf(rosa)],
        [other.id, await itemsOf(other)],
      ]),
    );
    expect([...(await prescribedToAll(server.services, [other.id])).keys()]).toEqual([other.id]);
  });
});

describe("a medicine that another one was prescribed instead of", () => {
  const replacedBy = async (product: string) =>
    (await itemsOf(rosa)).get(product)?.replaces?.map(({ prescriptionId, onHold, directions }) => ({
      prescriptionId,
      onHold,
      directions,
    }));

  beforeEach(async () => {
    await updatePrescription(server, rosa[patch], { ...discontinued, directions_sealed: null });
    await prescribeAgain(server, rosa[patch], { product_id: gel });
  });
  const id = () => rosa[patch].id;

  test("is used until the other one begins, as the doctor wrote", async () => {
    await changeTo(server, rosa[patch], gel, {}, "One more week.");
    const shown = { prescriptionId: id(), onHold: false, directions: "One more week." };
    expect(await replacedBy(gel)).toEqual([shown]);
    expect(await replacedBy(capsule)).toBeUndefined();
    expect([...(await itemsOf(rosa)).keys()].toSorted()).toEqual([gel, capsule].toSorted());
    await updatePrescription(server, rosa[patch], { on_hold_at: new Date(0) });
    expect(await replacedBy(gel)).toEqual([{ ...shown, onHold: true }]);
  });

  test.each([
    ["was told to be stopped", { until: "stop" }],
    ["the patient has not agreed to replace", { status: "waiting", decided_at: null }],
    ["the patient refused to replace", { status: "refused" }],
    ["whose change was withdrawn", { status: "withdrawn" }],
  ] as const)("is not one that %s", async (_, values) => {
    await changeTo(server, rosa[patch], gel, values);
    expect(await replacedBy(gel)).toBeUndefined();
  });

  test("goes back over several changes, newest first, and ends where something is prescribed again", async () => {
    const ring = await prescribeAgain(server, rosa[patch], { ...discontinued, product_id: "estradiol_ring" });
    await changeTo(server, rosa[patch], gel);
    await changeTo(server, { ...rosa[patch], id: ring, product_id: "estradiol_ring" }, patch);
    expect((await replacedBy(gel))?.map(({ prescriptionId }) => prescriptionId)).toEqual([id(), ring]);
    await prescribeAgain(server, rosa[patch]);
    expect(await replacedBy(gel)).toBeUndefined();
    expect((await replacedBy(patch))?.map(({ prescriptionId }) => prescriptionId)).toEqual([ring]);
  });
});
