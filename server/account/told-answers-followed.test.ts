import { describe, expect, it } from "vitest";
import { care } from "#contract/care/calls.ts";
import { store } from "#contract/cart/calls.ts";
import { growth } from "#contract/growth/calls.ts";
import type { Answer } from "#contract/onboarding/questions.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { answeredPatientInCare } from "#server/growth/testing/upsells.ts";
import { testApiKey as apiKey, type TestPatient } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { capturedCents, home, inCare, type InCare, passDays, tokenOf } from "#server/treatment/testing/in-care.ts";
import { toldByPhone } from "./testing/told-by-phone.ts";

const server = serverAtNoon();

const clot: Answer = { questionid: "heart_and_clots", answer: ["leg_clot"] };
/** Something that no rule is about. */
const harmless: Answer = { questionid: "weight", answer: "152" };
const [patch, capsule] = ["estradiol_patch_0_05", "progesterone_capsule_100"] as const;

async function record({ id }: TestPatient, ...answers: Answer[]) {
  const params = { id };
  const { version } = (await server.call(care.healthAnswers, { params }, { apiKey })).ok;
  const body = { told: toldByPhone, answers, version };
  const { status, problem } = await server.call(care.recordTold, { params, body }, { apiKey });
  expect([status, problem.code]).toEqual([200, undefined]);
}
const lines = (products: readonly string[]) =>
  products.map((productid) => ({ productid, pricingid: `${productid}_1m`, quantity: 1 }));
const checkout = async (patient: TestPatient, products: readonly string[] = [patch, capsule]) =>
  server.call(store.checkout, { body: { checkout: lines(products) } }, { token: await tokenOf(server, patient) });
const obstacles = async (patient: TestPatient, products: readonly string[] = [patch, capsule]) => {
  const body = { checkout: lines(products) };
  return (await server.call(store.computeTax, { body }, { token: await tokenOf(server, patient) })).ok.obstacles;
};
/** Has active prescriptions, has used most of the first boxes, and gets no more by itself. */
async function withoutSubscriptions(): Promise<InCare> {
  const patient = await inCare(server);
  const token = await tokenOf(server, patient);
  await server.call(treatment.cancel, { params: { id: patient.id }, body: {} }, { token });
  await passDays(server, 25);
  return patient;
}
const offered = async (patient: TestPatient) =>
  (await server.call(growth.dashboardUpsells, {}, { token: await tokenOf(server, patient) })).ok.items.map(
    ({ name }) => name,
  );

describe("the rules go by what was told", () => {
  it("after a clot the cart sells no estrogen; after something harmless it does", async () => {
    const [told, other] = [await withoutSubscriptions(), await withoutSubscriptions()];
    await record(told, clot);
    await record(other, harmless);
    expect(await obstacles(other)).toEqual([]);
    expect((await obstacles(told)).map(({ code }) => code)).toEqual(["visit_stopped", "visit_stopped"]);
    expect((await checkout(told)).problem.code).toBe("visit_stopped");
    expect((await checkout(other)).status).toBe(201);
    // What needs no prescription is nobody's rule.
    expect(await obstacles(told, ["magnesium"])).toEqual([]);
    expect((await checkout(told, ["magnesium"])).status).toBe(201);
  });

  it("after a clot no estrogen is offered as an upsell; after something harmless it is", async () => {
    const [told, other] = [await answeredPatientInCare(server), await answeredPatientInCare(server)];
    expect(await offered(told)).toContain("cream");
    await record(told, clot);
    await record(other, harmless);
    expect([await offered(told), await offered(other)]).toEqual([[], expect.arrayContaining(["cream"])]);
  });

  it("after a clot the next box isn’t charged; after something harmless it is", async () => {
    const [told, other] = [await inCare(server), await inCare(server)];
    const before = [await capturedCents(server, told), await capturedCents(server, other)];
    expect(before.map((charges) => charges.length)).toEqual([1, 1]);
    await record(told, clot);
    await record(other, harmless);
    await passDays(server, 35);
    await server.jobs.drain();
    expect(await capturedCents(server, told)).toEqual(before[0]);
    expect((await capturedCents(server, other)).length).toBe(2);
  });

  it("estrogen needs its progestogen as long as there is a uterus, as it was told last", async () => {
    const patient = await withoutSubscriptions();
    const patchAlone = async () => (await obstacles(patient, [patch])).map(({ code }) => code);
    expect(await patchAlone()).toEqual(["progestogen_needed"]);
    await record(patient, { questionid: "uterus", answer: "removed" });
    expect(await patchAlone()).toEqual([]);
    await record(patient, { questionid: "uterus", answer: "present" });
    expect(await patchAlone()).toEqual(["progestogen_needed"]);
  });

  it("words of an emergency are reported with the words, and lead home; other words aren’t", async () => {
    const [told, other] = [await inCare(server), await inCare(server)];
    const words = (answer: string): Answer => ({ questionid: "other_medicines", answer });
    const ahead = await server.call(
      care.previewTold,
      { params: { id: told.id }, body: { answers: [words("my chest hurts")] } },
      { apiKey },
    );
    expect(ahead.ok.follows[0]).toMatch(/^It’s reported as an emergency at once\./);
    await record(told, words("my chest hurts"));
    await record(other, words("Lamotrigine 100 mg"));
    const reports = async ({ id }: TestPatient) =>
      (await server.call(care.emergencies, { query: { patientid: id } }, { apiKey })).ok.items.map(
        (each) => each.words,
      );
    expect([await reports(told), await reports(other)]).toEqual([["my chest hurts"], []]);
    expect((await home(server, told)).nextstep.kind).toBe("emergency");
    expect((await home(server, other)).nextstep.kind).not.toBe("emergency");
  });
});
