import { describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { growth } from "#contract/growth/calls.ts";
import type { Answer } from "#contract/onboarding/questions.ts";
import { submitted } from "#server/care/testing/submitted-visit.ts";
import {
  acceptedUpsellOrder,
  acceptUpsell,
  answeredPatientInCare,
  upsellAtClinic,
} from "#server/growth/testing/upsells.ts";
import { linked } from "#server/merging/testing/two-accounts.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { testApiKey as apiKey, type TestPatient } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { home, inCare, type InCare, tokenOf } from "#server/treatment/testing/in-care.ts";

const server = serverAtNoon();

const answer = async (patient: TestPatient, ...answers: Answer[]) => {
  const token = await tokenOf(server, patient);
  const { status, raw } = await server.call(account.updateHealthAnswers, { body: { answers } }, { token });
  expect(status, raw.body).toBe(200);
};
const review = async ({ orderId }: InCare) =>
  (await server.call(care.pharmacistReview, { params: { id: orderId } }, { apiKey })).ok;
const flagsOf = async (id: string) =>
  ((await server.call(care.patient, { params: { id } }, { apiKey })).ok.flags ?? []).filter(({ current }) => current);

/** Another record with a soy allergy, a blood clot and a medicine, and one that says nothing of the kind. */
async function twoRecords() {
  const [rosa, other] = [await inCare(server, { delivered: false }), await inCare(server, { delivered: false })];
  await answer(
    other,
    { questionid: "allergies", answer: ["soy", "other"], others: "Penicillin" },
    { questionid: "heart_and_clots", answer: ["leg_clot"] },
    { questionid: "other_medicines", answer: "Levothyroxine 50 mcg" },
    { questionid: "bed_rest", answer: "yes" },
  );
  return { rosa, other };
}

describe("decisions §19 what was answered in another record of one person counts", () => {
  test("the pharmacist's review shows its lines as another record's, and what the rules say by them", async () => {
    const { rosa, other } = await twoRecords();
    const before = await review(rosa);
    expect([before.otherrecords, before.flags]).toEqual([[], []]);
    await linked(server, [rosa, other]);
    const { allergies, othermedicines, otherrecords, flags } = await review(rosa);
    expect([allergies, othermedicines]).toEqual([null, []]);
    expect(otherrecords).toEqual([
      {
        ...{ patientid: other.id, allergies: "Soy; Something else (Penicillin)" },
        othermedicines: [{ question: expect.any(String), answer: "Levothyroxine 50 mcg" }],
        medicines: [
          expect.objectContaining({ productid: "estradiol_patch_0_05" }),
          expect.objectContaining({ productid: "progesterone_capsule_100" }),
        ],
      },
    ]);
    const ids = flags.map(({ ruleid }) => ruleid);
    expect(ids).toEqual(expect.arrayContaining(["soy_allergy", "other_allergy"]));
    // What changes from day to day is each record's own.
    expect(ids).not.toContain("bed_rest");
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each([null, "not_same"] as const)("not where nobody said it's one person: %s", async (verdict) => {
    const { rosa, other } = await twoRecords();
    await linked(server, [rosa, other], verdict);
    expect(await review(rosa)).toMatchObject({ otherrecords: [], flags: [] });
    expect((await flagsOf(rosa.id)).map(({ ruleid }) => ruleid)).not.toContain("soy_allergy");
  });

  test("the stricter of two answers counts, in both records, and each rule once", async () => {
    const { rosa, other } = await twoRecords();
    await answer(rosa, { questionid: "allergies", answer: ["soy", "adhesive"] });
    await linked(server, [rosa, other]);
    const of = async (patient: InCare) =>
      (await flagsOf(patient.id)).map(({ ruleid }) => ruleid).filter((id) => id.endsWith("_allergy"));
    expect((await of(rosa)).toSorted()).toEqual([...new Set(await of(rosa))].toSorted());
    expect(await of(rosa)).toEqual(expect.arrayContaining(["soy_allergy", "other_allergy"]));
    const ownAlone = (await flagsOf(other.id)).find(({ ruleid }) => ruleid === "other_allergy");
    const ofOther = (await flagsOf(rosa.id)).find(({ ruleid }) => ruleid === "other_allergy");
    expect(ownAlone?.text).not.toContain("other record");
    expect(ofOther?.text).toContain("(By the answers in the other record of this person.)");
  });

  test("since both are one account, what was answered again stands alone", async () => {
    const { rosa, other } = await twoRecords();
    await linked(server, [rosa, other]);
    const now = server.clock.now();
    await server.services.db
      .insertInto("record_merge")
      .values({
        ...{ id: newId(), surviving_id: rosa.id, retired_id: other.id, asked_at: now, asked_by: "key:1" },
        ...{ open_until: now, surviving_confirmed_at: now, retired_confirmed_at: now, keeps: "surviving" },
        ...{ merged_at: now, dismissed_digest: Buffer.from("dismissed") },
      })
      .execute();
    expect((await review(rosa)).flags.map(({ ruleid }) => ruleid)).toContain("soy_allergy");
    server.clock.advance(60_000);
    await answer(rosa, { questionid: "allergies", answer: ["none"] });
    const { flags, otherrecords } = await review(rosa);
    expect(flags.map(({ ruleid }) => ruleid)).not.toContain("soy_allergy");
    expect(otherrecords).toMatchObject([{ allergies: null, othermedicines: [{ answer: "Levothyroxine 50 mcg" }] }]);
  });

  test("a plan isn't approved over a warning of the other record, nor at all against its stop", async () => {
    const [warned, stopped] = [await submitted(server), await submitted(server)];
    // Nothing is decided in these, so nothing they have counts as supply.
    const [one, other] = [await submitted(server), await submitted(server)];
    await answer(one, { questionid: "womens_conditions", answer: ["fibroids"] });
    await answer(other, { questionid: "heart_and_clots", answer: ["leg_clot"] });
    await linked(server, [warned, one]);
    await linked(server, [stopped, other]);
    const { id: doctorId } = await server.services.db
      .selectFrom("doctor")
      .innerJoin("doctor_license", "doctor_license.doctor_id", "doctor.id")
      .select("doctor.id")
      .where("active", "=", true)
      .where("state", "=", "IA")
      .executeTakeFirstOrThrow();
    const { browser } = await signedInStaff(server, ["physician"], doctorId);
    const approve = async ({ id }: { readonly id: string }) => {
      await browser.call(care.accept, { params: { id }, body: {} });
      return browser.call(care.approvePlan, { params: { id }, body: {} });
    };
    expect((await approve(warned)).problem).toMatchObject({
      code: "override_required",
      details: { rules: ["fibroids"] },
    });
    const refused = await approve(stopped);
    expect([refused.problem.code, refused.problem.message]).toEqual([
      "wrong_state",
      expect.stringMatching(/A rule says stop/),
    ]);
  });

  const minoxidil = async (patient: TestPatient) => {
    const token = await tokenOf(server, patient);
    return (await server.call(growth.dashboardUpsells, {}, { token })).ok.items.find(
      ({ name }) => name === "minoxidil",
    );
  };
  const heart = { questionid: "heart_and_clots", answer: ["heart_disease"] };

  test("a queue shows the flags of the other record for the medicine in question, and none of a record that isn't linked", async () => {
    const [rosa, other, ana] = [
      await answeredPatientInCare(server),
      await answeredPatientInCare(server),
      await answeredPatientInCare(server),
    ];
    for (const each of [rosa, ana]) await acceptedUpsellOrder(server, each);
    await answer(other, heart, { questionid: "allergies", answer: ["soy"] });
    const flags = async ({ id }: TestPatient) => {
      const inInbox = (await server.call(care.inbox, { query: { kind: "upsell" } }, { apiKey })).ok.items.find(
        ({ kind, patient }) => kind === "upsell" && patient?.id === id,
      );
      const inList = (await upsellAtClinic(server, { id } as TestPatient))?.flags;
      return [inInbox?.flags ?? [], inList ?? []].map((found) => found.map(({ ruleid }) => ruleid));
    };
    expect((await flags(rosa)).flat()).not.toContain("minoxidil_heart");
    await linked(server, [rosa, other]);
    for (const found of await flags(rosa)) expect(found).toContain("minoxidil_heart");
    expect((await flags(ana)).flat()).not.toContain("minoxidil_heart");
    const { id = "" } = (await upsellAtClinic(server, rosa)) ?? {};
    const approve = (body: object) => server.call(care.approveUpsell, { params: { id }, body }, { apiKey });
    const refused = await approve({});
    expect([refused.status, refused.problem.message]).toEqual([409, expect.stringContaining("speaks against")]);
    await answer(other, { questionid: "allergies", answer: ["minoxidil"] });
    expect((await approve({ despitewarning: true })).problem.message).toContain("A rule forbids this one");
  });

  test("an upsell that the other record forbids isn't offered, nor one that it has already; the patient isn't told why", async () => {
    const people = [];
    for (const forbids of [
      async (other: TestPatient) => answer(other, { questionid: "allergies", answer: ["minoxidil"] }),
      async (other: TestPatient) => answer(other, { questionid: "heart_and_clots", answer: ["stroke"] }),
      async (other: TestPatient) => void (await acceptedUpsellOrder(server, other)),
    ]) {
      const [rosa, other] = [await answeredPatientInCare(server), await answeredPatientInCare(server)];
      await forbids(other);
      const offered = await minoxidil(rosa);
      expect(offered).toBeDefined();
      await linked(server, [rosa, other]);
      expect(await minoxidil(rosa)).toBeUndefined();
      const refused = await acceptUpsell(server, rosa, offered?.upsellId ?? "", {});
      people.push([refused.status, refused.problem.message]);
    }
    expect(people).toEqual([
      [409, expect.stringContaining("We can't offer you this online.")],
      [403, expect.stringContaining("We can't offer you this online.")],
      [409, expect.stringContaining("We can't offer you this online.")],
    ]);
  });

  test("an upsell of a medicine that both accounts ordered is approved for one of them", async () => {
    const [rosa, other] = [await answeredPatientInCare(server), await answeredPatientInCare(server)];
    for (const each of [rosa, other]) await acceptedUpsellOrder(server, each);
    await linked(server, [rosa, other]);
    const { id = "" } = (await upsellAtClinic(server, rosa)) ?? {};
    const refused = await server.call(care.approveUpsell, { params: { id }, body: {} }, { apiKey });
    expect([refused.status, refused.problem.message]).toEqual([
      409,
      expect.stringContaining("The other record of this person has"),
    ]);
    const ofOther = (await upsellAtClinic(server, other))?.id ?? "";
    const declined = await server.call(
      care.declineUpsell,
      { params: { id: ofOther }, body: { reason: "Twice" } as never },
      { apiKey },
    );
    expect(declined.status, declined.raw.body).toBe(200);
    expect((await server.call(care.approveUpsell, { params: { id }, body: {} }, { apiKey })).status).toBe(200);
  });

  test("a change to what the other record forbids isn't made", async () => {
    const [rosa, other] = [await inCare(server), await inCare(server)];
    const change = async () =>
      (await server.call(care.suggestibleMedicines, { params: { id: rosa.id } }, { apiKey })).ok.items.find(
        ({ productid }) => productid === "minoxidil_serum",
      )?.obstacle;
    await answer(other, { questionid: "allergies", answer: ["minoxidil"] });
    expect(await change()).toBeNull();
    await linked(server, [rosa, other]);
    expect(await change()).toContain("(By the answers in the other record of this person.)");
  });

  test("the patient learns nothing of it", async () => {
    const { rosa, other } = await twoRecords();
    const token = await tokenOf(server, rosa);
    const record = async () => {
      const { raw } = await server.call(documents.medicalRecordsFhir, { params: { id: rosa.id } }, { token });
      return raw.rawPayload.toString();
    };
    const [homeBefore, recordBefore] = [await home(server, rosa), await record()];
    await linked(server, [rosa, other]);
    expect((await home(server, rosa)).subscriptions).toEqual(homeBefore.subscriptions);
    const now = await record();
    expect(now.includes("Levothyroxine") || now.includes("Penicillin") || now.includes(other.id)).toBe(false);
    expect(now.length).toBe(recordBefore.length);
  });
});
