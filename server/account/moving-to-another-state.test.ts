import { beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { store } from "#contract/cart/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import type { Submitted } from "#server/care/testing/submitted-visit.ts";
import { sharedTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";
import { zipCodeInState } from "#server/testing/zip-codes.ts";

let server: TestServer;
beforeAll(async () => void (server = await sharedTestServer()));

const effects = async ({ token }: { token: string }, state: string) =>
  server.call(account.shippingEffects, { query: { state } }, { token });
const doctorOf = async ({ token }: { token: string }) =>
  (await server.call(treatment.overview, {}, { token })).ok.doctor;
const stateOf = async ({ token }: { token: string }) => (await server.call(account.user, {}, { token })).ok.state;
const licensedIn = (state: string) =>
  server.services.content.doctors.filter(({ states }) => states.includes(state as never)).map(({ id }) => id);

async function moveTo({ token }: Submitted, state: string) {
  const { ok } = await server.call(store.defaultShippingAddress, {}, { token });
  const body = { address1: "9 Oak Street", city: "Town", state, zipcode: zipCodeInState(state) };
  return server.call(store.updateShippingAddress, { params: { id: ok.address?.id ?? "" }, body }, { token });
}
const accept = ({ id }: Submitted) => server.call(care.accept, { params: { id }, body: {} }, { apiKey: testApiKey });
async function approved(state: string): Promise<Submitted> {
  const patient = await handedOver(server, state);
  await accept(patient);
  const note = "Take it slowly.";
  await server.call(care.approvePlan, { params: { id: patient.id }, body: { note } }, { apiKey: testApiKey });
  await server.services.jobs.drain();
  return patient;
}

/** A served state where this doctor has no license. */
const licenseOnlyElsewhere = (doctorId: string) =>
  server.services.content.states.find(({ id, status }) => status === "served" && !licensedIn(id).includes(doctorId))
    ?.id ?? expect.fail("Every doctor is licensed everywhere");

describe("another state", () => {
  test("is explained before anything changes", async () => {
    const patient = await approved("CA");
    const doctor = (await doctorOf(patient)) ?? expect.fail("The patient has no doctor");
    const to = licenseOnlyElsewhere(doctor.id);
    const { status, ok } = await effects(patient, to);
    expect([status, ok.possible, ok.from, ok.to]).toEqual([200, "yes", "CA", to]);
    expect(ok.effects[0]).toMatchObject({ topic: "doctor", kind: "changes" });
    expect(ok.effects[0]?.text).toContain(doctor.name);
    expect(ok.effects.find(({ topic }) => topic === "tax")?.text).toMatch(/\$\d+\.\d\d/);
    expect([await stateOf(patient), (await doctorOf(patient))?.id]).toEqual(["CA", doctor.id]);
  });

  test("that does not exist is refused at its field", async () => {
    const { status, problem } = await effects(await server.newPatient(), "ZZ");
    expect([status, problem.details?.fields?.[0]?.path]).toEqual([400, "state"]);
  });

  test("decisions 0019 the patient's state follows the address; a doctor licensed there takes over, the note keeps its author", async () => {
    const patient = await approved("CA");
    const before = (await doctorOf(patient)) ?? expect.fail("The patient has no doctor");
    const to = licenseOnlyElsewhere(before.id);
    expect((await moveTo(patient, to)).status).toBe(200);
    const after = await server.call(treatment.overview, {}, { token: patient.token });
    expect(await stateOf(patient)).toBe(to);
    expect(licensedIn(to)).toContain(after.ok.doctor?.id);
    expect(after.ok.plan).toMatchObject({ status: "approved", note: `${before.name} wrote: Take it slowly.` });
    const written = await server.services.db
      .selectFrom("prescription")
      .select("doctor_id")
      .where("patient_id", "=", patient.id)
      .execute();
    expect(new Set(written.map(({ doctor_id }) => doctor_id))).toEqual(new Set([before.id]));
  });

  test("a case in review goes to a doctor licensed there, who can decide it", async () => {
    const patient = await handedOver(server, "CA");
    await accept(patient);
    const before = (await doctorOf(patient))?.id ?? "";
    const to = licenseOnlyElsewhere(before);
    await moveTo(patient, to);
    expect(licensedIn(to)).toContain((await doctorOf(patient))?.id);
    const approve = () =>
      server.call(care.approvePlan, { params: { id: patient.id }, body: {} }, { apiKey: testApiKey });
    expect((await approve()).status).toBe(409);
    expect((await accept(patient)).status).toBe(200);
    expect((await approve()).status).toBe(200);
  });

  test("a new address moves the patient as well; after moving back the first doctor need not return", async () => {
    const patient = await approved("TX");
    const body = { address1: "9 Oak Street", city: "Town", state: "CA", zipcode: "93701" };
    expect((await server.call(store.createShippingAddress, { body }, { token: patient.token })).status).toBe(201);
    expect(await stateOf(patient)).toBe("CA");
  });

  test("an address that is not the default moves nobody", async () => {
    const patient = await approved("TX");
    const { token } = patient;
    const { ok } = await server.call(store.defaultShippingAddress, {}, { token });
    const body = { address1: "9 Oak Street", city: "Town", state: "TX", zipcode: "78704" };
    await server.call(store.createShippingAddress, { body }, { token });
    const params = { id: ok.address?.id ?? "" };
    const change = { params, body: { ...body, state: "CA", zipcode: zipCodeInState("CA") } };
    expect((await server.call(store.updateShippingAddress, change, { token })).status).toBe(200);
    expect(await stateOf(patient)).toBe("TX");
  });

  test("during the visit the patient's state is the one answered there", async () => {
    const { token } = await server.newPatient();
    await server.call(account.updateUser, { body: { state: "TX" } }, { token });
    const body = { address1: "9 Oak Street", city: "Town", state: "CA", zipcode: "93701" };
    await server.call(store.createShippingAddress, { body }, { token });
    expect(await stateOf({ token })).toBe("TX");
  });

  test("after the visit the profile does not move the patient", async () => {
    const { token } = await approved("TX");
    const { status, problem } = await server.call(account.updateUser, { body: { state: "CA" } }, { token });
    expect([status, problem.code]).toEqual([409, "wrong_state"]);
  });
});
