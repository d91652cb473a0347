import { beforeAll, describe, expect, test } from "vitest";
import { answeredPatientInCare } from "#server/growth/testing/upsells.ts";
import { conversationsOf, sendAsPatient } from "#server/messages/testing/conversations.ts";
import { insertAnswers } from "#server/onboarding/flow/visit-queries.ts";
import type { GivenAnswers } from "#server/onboarding/rules/answers.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { agreeToChange, newestChange, changeTreatment } from "../testing/changes.ts";
import { home, type InCare } from "../testing/in-care.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

/** Saves health answers after the visit. */
const updateHealthAnswers = (patient: InCare, answers: GivenAnswers) => {
  const { secrets, clock, content } = server.services;
  const written = { patientId: patient.id, contentVersion: content.questionnaire.version, now: clock.now() };
  return inTransaction(server.services, ({ db: tx }) => insertAnswers(tx, secrets, written, answers));
};
const patchOf = async (patient: InCare): Promise<string> =>
  (await home(server, patient)).subscriptions.find(({ item }) => item.productid.startsWith("estradiol_patch"))?.item
    .productid ?? "";
const capsuleOf = async (patient: InCare): Promise<string> =>
  (await home(server, patient)).subscriptions.find(({ item }) => item.productid.startsWith("progesterone"))?.item
    .productid ?? "";

/** The screen shows what the call refused with, and doesn't ask to agree. */
const isClosed = ({ message: obstacle }: { readonly message: string }) => ({
  ...{ status: "waiting", agreeable: false, obstacle },
});

describe("decisions §5 screening applies to a doctor's replacement", () => {
  test("with a uterus, estrogen is not left without its progestogen", async () => {
    const rosa = await answeredPatientInCare(server);
    const { problem } = await changeTreatment(server, rosa, {
      product: await capsuleOf(rosa),
      pricingid: "estradiol_vaginal_cream_1m",
    });
    expect([problem.code, problem.message]).toEqual(["wrong_state", expect.stringContaining("lining of your uterus")]);
  });

  test("what a rule stops is refused, and despitewarning does not override it", async () => {
    const rosa = await answeredPatientInCare(server);
    await updateHealthAnswers(rosa, { allergies: { value: ["estrogen"], others: null } });
    const body = { product: await patchOf(rosa), pricingid: "estradiol_tablet_1_1m", despitewarning: true };
    const { problem } = await changeTreatment(server, rosa, body);
    expect([problem.code, problem.message]).toEqual(["wrong_state", expect.stringContaining("Estrogen allergy")]);
  });

  test("what a doctor has to weigh needs despitewarning; a form preferred by the rule does not", async () => {
    const rosa = await answeredPatientInCare(server);
    await updateHealthAnswers(rosa, { last_period: { value: "over_10_years", others: null } });
    const product = await patchOf(rosa);
    const tablet = { product, pricingid: "estradiol_tablet_1_1m" };
    const { problem } = await changeTreatment(server, rosa, tablet);
    expect([problem.code, problem.message]).toEqual(["wrong_state", expect.stringContaining("despitewarning")]);
    const patch = product === "estradiol_patch_0_0375" ? "estradiol_patch_0_05" : "estradiol_patch_0_0375";
    expect((await changeTreatment(server, rosa, { product, pricingid: `${patch}_1m` })).status).toBe(201);
    const again = await changeTreatment(server, rosa, { ...tablet, product: patch, despitewarning: true });
    expect(again.status).toBe(201);
  });

  test("an answer given since the doctor decided sends the patient back to the doctor; nothing is charged before", async () => {
    const rosa = await answeredPatientInCare(server);
    await changeTreatment(server, rosa, { product: await patchOf(rosa), pricingid: "estradiol_patch_0_1_1m" });
    const change = await newestChange(server, rosa);
    await updateHealthAnswers(rosa, { allergies: { value: ["estrogen"], others: null } });
    const { problem } = await agreeToChange(server, rosa, change);
    expect([problem.code, problem.message]).toEqual(["wrong_state", expect.stringContaining("something new since")]);
    expect(await newestChange(server, rosa)).toMatchObject(isClosed(problem));
  });

  describe("what was asked when the doctor made it is asked again as the patient agrees", () => {
    const bothAsked = async () => {
      const [rosa, ana] = [await answeredPatientInCare(server), await answeredPatientInCare(server)];
      for (const each of [rosa, ana])
        await changeTreatment(server, each, { product: await patchOf(each), pricingid: "estradiol_patch_0_1_1m" });
      return { rosa, ana };
    };
    const agree = async (patient: InCare) => agreeToChange(server, patient, await newestChange(server, patient));

    test("a patient who moved where the doctor has no license isn't prescribed anything; another patient is, and they once back", async () => {
      const { rosa, ana } = await bothAsked();
      const { db, content } = server.services;
      const { doctor_id } = await db
        .selectFrom("treatment_change")
        .select("doctor_id")
        .where("patient_id", "=", rosa.id)
        .executeTakeFirstOrThrow();
      const licenses = await db
        .selectFrom("doctor_license")
        .select("state")
        .where("doctor_id", "=", doctor_id)
        .execute();
      const elsewhere = content.states.find(({ id }) => licenses.every(({ state }) => state !== id))?.id ?? "";
      expect(elsewhere).not.toBe("");
      const { state: home } = await db
        .selectFrom("patient")
        .select("state")
        .where("id", "=", rosa.id)
        .executeTakeFirstOrThrow();
      const move = (state: string | null) =>
        db.updateTable("patient").set({ state }).where("id", "=", rosa.id).execute();
      await move(elsewhere);
      const { problem } = await agree(rosa);
      expect([problem.code, problem.message]).toEqual(["wrong_state", expect.stringContaining("where you are now")]);
      expect(await newestChange(server, rosa)).toMatchObject(isClosed(problem));
      expect(await newestChange(server, ana)).toMatchObject({ agreeable: true, obstacle: null });
      expect((await agree(ana)).status).toBe(200);
      await move(home);
      expect(await newestChange(server, rosa)).toMatchObject({ agreeable: true, obstacle: null });
      expect((await agree(rosa)).status).toBe(200);
    });

    test("while an emergency is open nothing is begun; another patient agrees", async () => {
      const { rosa, ana } = await bothAsked();
      const [thread] = await conversationsOf(server, rosa);
      await sendAsPatient(server, rosa, thread?.id ?? "", { message: "I have crushing chest pain" });
      const { problem } = await agree(rosa);
      expect([problem.code, problem.message]).toEqual(["wrong_state", expect.stringContaining("talk with a doctor")]);
      expect(await newestChange(server, rosa)).toMatchObject(isClosed(problem));
      expect(await newestChange(server, ana)).toMatchObject({ agreeable: true, obstacle: null });
      expect((await agree(ana)).status).toBe(200);
    });
  });
});
