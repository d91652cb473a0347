import { describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import type { Answer } from "#contract/onboarding/questions.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { testApiKey as apiKey } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { inCare, type InCare, tokenOf } from "#server/treatment/testing/in-care.ts";

const server = serverAtNoon();

const answer = async (patient: InCare, ...answers: Answer[]) =>
  server.call(account.updateHealthAnswers, { body: { answers } }, { token: await tokenOf(server, patient) });
const review = async ({ orderId }: InCare) =>
  (await server.call(care.pharmacistReview, { params: { id: orderId } }, { apiKey })).ok;

describe("decisions §11 what a pharmacist reviews before packing", () => {
  test("allergies, other medicines, what is prescribed here and what the rules say of the order, of this patient", async () => {
    const [rosa, ana] = [await inCare(server, { delivered: false }), await inCare(server, { delivered: false })];
    await answer(
      rosa,
      { questionid: "allergies", answer: ["soy", "other"], others: "Penicillin" },
      { questionid: "watch_medicines", answer: ["thyroid"] },
      { questionid: "other_medicines", answer: "Levothyroxine 50 mcg" },
    );
    await answer(ana, { questionid: "allergies", answer: ["none"] });
    const { patient, allergies, othermedicines, medicines, flags } = await review(rosa);
    expect([patient.id, allergies]).toEqual([rosa.id, "Soy; Something else (Penicillin)"]);
    expect(othermedicines.map((line) => line.answer)).toEqual(["Thyroid medicine", "Levothyroxine 50 mcg"]);
    expect(medicines.map((each) => [each.productid, each.onhold, each.inorder])).toEqual([
      ["estradiol_patch_0_05", false, true],
      ["progesterone_capsule_100", false, true],
    ]);
    expect(flags.map(({ ruleid }) => ruleid)).toEqual(expect.arrayContaining(["soy_allergy", "other_allergy"]));
    expect(await review(ana)).toMatchObject({ allergies: "No allergies", flags: [] });
  });

  test("a rule about another product isn't the order's; one that forbids what is in it is, and it's on hold", async () => {
    const rosa = await inCare(server, { delivered: false });
    await answer(rosa, { questionid: "allergies", answer: ["peanut", "tretinoin"] });
    const { flags, medicines } = await review(rosa);
    expect(flags.filter(({ level }) => level === "stop").map(({ ruleid }) => ruleid)).toEqual(["peanut_capsule"]);
    expect(medicines.map((each) => [each.productid, each.onhold])).toContainEqual(["progesterone_capsule_100", true]);
  });

  test("a rule that was raised once and no longer holds isn't among them", async () => {
    const rosa = await inCare(server, { delivered: false });
    await answer(rosa, { questionid: "allergies", answer: ["soy", "adhesive"] });
    server.clock.advance(60_000);
    await answer(rosa, { questionid: "allergies", answer: ["adhesive"] });
    const ids = (await review(rosa)).flags.map(({ ruleid }) => ruleid);
    expect(ids).not.toContain("soy_allergy");
    expect(ids).not.toEqual([]);
  });

  test("never asked is told apart from none", async () => {
    expect(await review(await inCare(server, { delivered: false }))).toMatchObject({
      allergies: null,
      othermedicines: [],
    });
  });

  test("the pharmacy reads it and nothing else of the answers; patient services and finance don't", async () => {
    const rosa = await inCare(server, { delivered: false });
    const statuses = await Promise.all(
      (["pharmacy", "patient_services", "finance"] as const).map(async (role) => {
        const { browser } = await signedInStaff(server, [role]);
        return (await browser.call(care.pharmacistReview, { params: { id: rosa.orderId } })).status;
      }),
    );
    expect(statuses).toEqual([200, 403, 403]);
    const read = Object.keys(await review(rosa)).toSorted();
    expect(read).toEqual(["allergies", "flags", "medicines", "otherrecords", "othermedicines", "patient"].toSorted());
  });
});
