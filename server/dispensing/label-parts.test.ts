import { beforeEach, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { updatePatient } from "#server/auth/public.ts";
import { readPdf } from "#server/documents/testing/read-pdf.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { newId } from "#server/platform/ids.ts";
import { testApiKey as apiKey } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { changeTreatment, newestChange, refuseChange, stronger } from "#server/treatment/testing/changes.ts";
import { inCare, type InCare, passDays, subscriptionOf } from "#server/treatment/testing/in-care.ts";
import { dispensingOf } from "./public.ts";

const server = serverAtNoon();
let rosa: InCare;
let other: InCare;
beforeEach(async () => {
  [rosa, other] = [await inCare(server, { delivered: false }), await inCare(server, { delivered: false })];
  for (const patient of [rosa, other]) await pack(patient);
});

const linesOf = async ({ orderId }: InCare) =>
  (await dispensingOf(server.services, [orderId])).get(orderId)?.lines ?? expect.fail("No order");
/** Packed and verified, by a pharmacy's own system. */
async function pack(patient: InCare): Promise<void> {
  const lines = (await linesOf(patient)).map(({ pricingid }, at) => ({ pricingid, lotnumber: `L-${at}` }));
  const { status } = await server.call(
    care.packOrder,
    { params: { id: patient.orderId }, body: { lines } },
    { apiKey },
  );
  expect(status).toBe(200);
}
async function verify(patient: InCare) {
  const lines = (await linesOf(patient)).map(({ pricingid, packedat, label }) => ({
    ...{ pricingid, packedat: packedat ?? "", label: label ?? "" },
  }));
  const { status } = await server.call(
    care.verifyOrder,
    { params: { id: patient.orderId }, body: { lines } },
    { apiKey },
  );
  expect(status).toBe(200);
}
const ship = ({ orderId }: InCare) =>
  server.call(
    care.shipOrder,
    {
      params: { id: orderId },
      body: { carrier: "Meadow Post", trackingnumber: `T${newId().replaceAll("-", "").slice(0, 20)}`, verified: false },
    },
    { apiKey },
  );
/** By product, what changed of a label; "verified" where it's as it was. */
const stateOf = async (patient: InCare) =>
  Object.fromEntries(
    (await linesOf(patient)).map(({ pricingid, verified, labelchanged }) => [
      pricingid.startsWith("estradiol_patch") ? "patch" : "capsule",
      verified !== null && labelchanged.length === 0 ? "verified" : labelchanged.join(" "),
    ]),
  );
const asVerified = { patch: "verified", capsule: "verified" };

/** It doesn't leave, and the other patient's does; once a pharmacist verified it as it's labelled now, it does. */
async function leavesOnceVerified(state: object): Promise<void> {
  expect(await stateOf(rosa)).toEqual(state);
  expect(await stateOf(other)).toEqual(asVerified);
  const refused = await ship(rosa);
  expect([refused.problem?.code, refused.problem?.message]).toEqual([
    "wrong_state",
    expect.stringMatching(/is to be verified again: its label or its cap is to be another one than when it was packed/),
  ]);
  await verify(rosa);
  expect(await stateOf(rosa)).toEqual(asVerified);
}

const half = { begins: "when_box_ends", until: "directions", untilpace: "half" } as const;
const bridge = async () => {
  const untildirections = "Half a patch, twice a week.";
  expect((await changeTreatment(server, rosa, { pricingid: stronger, ...half, untildirections })).status).toBe(201);
};
const usual = { language: "en", interpreter: false, largetype: false, easyopen: false };
const choose = async (change: Partial<typeof usual>) => {
  const body = { ...usual, ...change };
  expect((await server.call(account.chooseSpeaking, { body }, { token: rosa.token })).status).toBe(200);
};

describe("a box that was verified is verified again where its label would say something else", () => {
  test.each(["refused", "withdrawn"] as const)(
    "for what's used until a change begins, and after it was %s",
    async (ending) => {
      await bridge();
      await leavesOnceVerified({ patch: "directions", capsule: "verified" });
      if (ending === "refused") await refuseChange(server, rosa, await newestChange(server, rosa));
      else {
        const { id } = await subscriptionOf(server, rosa);
        await server.call(care.withdrawChange, { params: { id }, body: { note: "Let's wait." } }, { apiKey });
      }
      await leavesOnceVerified({ patch: "directions", capsule: "verified" });
      expect((await ship(rosa)).status).toBe(200);
    },
  );

  test.each([
    ["cap", { easyopen: true }],
    ["type", { largetype: true }],
    ["language", { language: "es" }],
  ] as const)("the %s that a patient asks for, and takes back", async (part, asked) => {
    await choose(asked);
    await leavesOnceVerified({ patch: part, capsule: part });
    await choose({});
    await leavesOnceVerified({ patch: part, capsule: part });
    expect((await ship(rosa)).status).toBe(200);
  });

  test("the cap that the practice logged for who said so", async () => {
    const body = { kind: "speaking", words: "Asked by phone", fields: [{ id: "cap", value: "easy" }] };
    await server.call(care.addPatientLog, { params: { id: rosa.id }, body }, { apiKey });
    await leavesOnceVerified({ patch: "cap", capsule: "cap" });
  });

  test("the patient's name", async () => {
    await updatePatient(server.services, rosa.id, { lastname: "Another" });
    await leavesOnceVerified({ patch: "patient", capsule: "patient" });
  });

  test("a prescription in place of the one it was packed for", async () => {
    await server.services.db
      .updateTable("prescription")
      .set({ rx_number: `RX${newId()}` })
      .where("patient_id", "=", rosa.id)
      .where("product_id", "like", "progesterone%")
      .execute();
    await leavesOnceVerified({ patch: "verified", capsule: "prescription" });
  });

  test("the day it begins, until it has", async () => {
    const today = clinicToday(server.services);
    const begin = (begins_on: string | null) =>
      server.services.db
        .updateTable("prescription_order")
        .set({ begins_on })
        .where("patient_id", "=", rosa.id)
        .where("product_id", "like", "estradiol_patch%")
        .execute();
    await begin(today);
    expect(await stateOf(rosa)).toEqual(asVerified);
    await begin(addDays(today, 9));
    await leavesOnceVerified({ patch: "start", capsule: "verified" });
  });

  test("other directions from a later day on, and again on that day", async () => {
    const [found] =
      (await server.call(care.patient, { params: { id: rosa.id } }, { apiKey })).ok.prescriptions?.filter(
        ({ productid }) => productid === "progesterone_capsule_100",
      ) ?? [];
    const body = {
      ...{ reason: "Sleepy.", message: "Every other night from Thursday.", pace: "half" as const },
      ...{ directions: "Take one capsule every other night.", beginson: addDays(clinicToday(server.services), 3) },
    };
    await server.call(care.changeDirections, { params: { id: found?.id ?? "" }, body }, { apiKey });
    await leavesOnceVerified({ patch: "verified", capsule: "directions" });
    await passDays(server, 2);
    expect(await stateOf(rosa)).toEqual(asVerified);
    await passDays(server, 1);
    await leavesOnceVerified({ patch: "verified", capsule: "directions" });
  });

  test("printed anew it names nobody who verified it before", async () => {
    const verifiers = async () => {
      const body = { orderids: [rosa.orderId], what: "labels" as const };
      const { raw } = await server.call(care.printOrders, { body }, { apiKey });
      return (await readPdf(raw.rawPayload)).textOfPage.map((text) => /Verified by \w+/u.exec(text)?.[0] ?? null);
    };
    await server.services.db
      .updateTable("order_fill")
      .set({ verifier_name: "Ines" })
      .where("order_id", "=", rosa.orderId)
      .execute();
    expect(await verifiers()).toEqual(["Verified by Ines", "Verified by Ines"]);
    await choose({ easyopen: true });
    expect(await verifiers()).toEqual([null, null]);
  });
});

test("what a label doesn't say voids nothing: an interpreter, a language without labels, the same chosen again", async () => {
  for (const change of [{ interpreter: true }, { language: "ko" }, {}]) {
    await choose(change);
    expect(await stateOf(rosa)).toEqual(asVerified);
  }
  expect((await ship(rosa)).status).toBe(200);
});

test("what left stays verified, and what was packed before labels were compared has to be verified", async () => {
  expect((await ship(rosa)).status).toBe(200);
  await choose({ easyopen: true });
  expect(await stateOf(rosa)).toEqual(asVerified);
  await server.services.db
    .updateTable("order_fill")
    .set({ label_digests: null })
    .where("order_id", "=", other.orderId)
    .execute();
  expect(await stateOf(other)).toEqual({ patch: "", capsule: "" });
  expect((await ship(other)).problem.message).toMatch(/is to be verified: a pharmacist has to look/);
  await verify(other);
  expect((await ship(other)).status).toBe(200);
});
