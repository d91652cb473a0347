import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { staff } from "#contract/staff/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { syncDoctors, visitDoctor } from "#server/doctors/public.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { inCare } from "#server/treatment/testing/in-care.ts";
import { type StaffPerson, signedInStaff } from "../testing/staff-people.ts";

let server: TestServer;
let admin: StaffPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await signedInStaff(server, ["administrator"]);
});
afterAll(() => server.close());

const fields = {
  firstname: "Noémi",
  lastname: "Brandt",
  credentials: "MD, board-certified in internal medicine",
  bio: "Dr. Brandt answers every question twice, if it helps.",
  portrait: "/doctors/doctor-2.svg",
  npi: "0000000009",
  states: ["IA", "OH"],
  acceptspatients: true,
};
const doctors = async () => (await server.call(staff.doctors, {}, { apiKey })).ok.items;
const doctorOf = async (id: string) => (await doctors()).find((each) => each.id === id)!;
/** What is sent to change a doctor as they are, with this. */
const edit = async (id: string, change: Partial<typeof fields> & { editedat?: string | null } = {}) => {
  const { firstname, lastname, credentials, bio, portrait, npi, acceptspatients, editedat, licenses } =
    await doctorOf(id);
  const states = licenses.map(({ state }) => state);
  const body = { firstname, lastname, credentials, bio, portrait, npi, acceptspatients, editedat, states, ...change };
  return server.call(staff.updateDoctor, { params: { doctorid: id }, body }, { apiKey });
};
const add = (change: object = {}, key = newId()) =>
  server.call(staff.addDoctor, { body: { ...fields, ...change } }, { apiKey, key });
const remove = (doctorid: string) => server.call(staff.removeDoctor, { params: { doctorid } }, { apiKey });

describe("decisions §11 doctors' cards without a restart", () => {
  test("a changed card is what the patient sees next: and the practice", async () => {
    const rosa = await inCare(server);
    const { doctor } = (await server.call(treatment.overview, {}, { token: rosa.token })).ok;
    const id = doctor?.id ?? "";
    const bio = "Dr. Marsh is back, with a new card.";
    const changed = await edit(id, {
      lastname: "Marsh-Hale",
      credentials: "MD, MSCP",
      bio,
      portrait: "/doctors/doctor-4.svg",
    });
    expect([changed.status, changed.ok.name, changed.ok.editedat]).toEqual([
      200,
      expect.stringContaining("Hale"),
      expect.any(String),
    ]);
    const now = (await server.call(treatment.overview, {}, { token: rosa.token })).ok.doctor;
    expect(now).toMatchObject({
      lastname: "Marsh-Hale",
      credentials: "MD, MSCP",
      bio,
      profileUrl: "/doctors/doctor-4.svg",
    });
    const record = (await server.call(care.patient, { params: { id: rosa.id } }, { apiKey })).ok;
    expect(record.doctor?.name).toBe(changed.ok.name);
  });

  test("the card in the visit is the changed one, and another doctor's while that one takes no new patients", async () => {
    const { id } = (await doctors()).find(({ id: each }) => each === "elena_marsh")!;
    await edit(id, { firstname: "Eleanor" });
    const shown = async () => (await visitDoctor(server.services)).firstname;
    expect(await shown()).toBe("Eleanor");
    await edit(id, { acceptspatients: false });
    expect(await shown()).not.toBe("Eleanor");
    await edit(id, { acceptspatients: true });
  });

  test("a start of another node with the content doesn't undo it, and the licenses stay as they were set", async () => {
    await edit("ines_valdez", { firstname: "Inés", states: ["IA", "TX"] });
    const { id: added } = (await add({ lastname: "Sommer" })).ok;
    await syncDoctors(server.services.db, server.services.content.doctors);
    const ines = await doctorOf("ines_valdez");
    expect([ines.firstname, ines.licenses.map(({ state }) => state), ines.active]).toEqual([
      "Inés",
      ["IA", "TX"],
      true,
    ]);
    expect(await doctorOf(added)).toMatchObject({ active: true, licenses: [{ state: "IA" }, { state: "OH" }] });
    // Those nobody touched still follow the content.
    expect((await doctorOf("ruth_okafor")).editedat).toBeNull();
  });

  test("a new doctor is matched at once, and can be somebody's of the team; a repeat of the press adds no second one", async () => {
    const key = newId();
    const first = await add({ states: ["WY"] }, key);
    expect([first.status, first.ok.id]).toEqual([201, "noemi_brandt"]);
    expect((await add({ states: ["WY"] }, key)).ok.id).toBe(first.ok.id);
    expect((await add({ states: ["WY"] })).ok.id).toBe("noemi_brandt_2");
    expect((await add({ firstname: "Łucja", lastname: "Groß", states: ["VT"] })).ok.id).toBe("lucja_gross");
    await edit("ruth_okafor", { states: ["MT"] });
    const rosa = await handedOver(server, "WY");
    const { doctor } = (await server.call(care.accept, { params: { id: rosa.id }, body: {} }, { apiKey })).ok;
    expect(doctor?.id).toMatch(/^noemi_brandt/);
    const body = { email: `s-${newId()}@practice.example`, name: "Noémi Brandt", roles: ["physician" as const] };
    const invited = await server.call(staff.invite, { body: { ...body, doctorid: "noemi_brandt" } }, { apiKey });
    expect(invited.status).toBe(201);
  });

  test("with patients a doctor can't be removed; without new ones, they keep those they have", async () => {
    const rosa = await inCare(server);
    const { doctor } = (await server.call(treatment.overview, {}, { token: rosa.token })).ok;
    const id = doctor?.id ?? "";
    const kept = await doctorOf(id);
    expect(kept.patients).toBeGreaterThan(0);
    const refused = await remove(id);
    expect(refused.problem.code).toBe("wrong_state");
    expect((await doctorOf(id)).active).toBe(true);
    await edit(id, { acceptspatients: false });
    expect((await server.call(treatment.overview, {}, { token: rosa.token })).ok.doctor?.id).toBe(id);
    const ana = await handedOver(server);
    const other = (await server.call(care.accept, { params: { id: ana.id }, body: {} }, { apiKey })).ok.doctor?.id;
    expect(other).not.toBe(id);
    const eva = await handedOver(server);
    const named = await server.call(care.accept, { params: { id: eva.id }, body: { doctorid: id } }, { apiKey });
    expect(named.problem.message).toBe("This doctor takes no new patients right now.");
    await edit(id, { acceptspatients: true });
  });

  test("without patients a doctor is removed and brought back; not while somebody decides in their name", async () => {
    const { id } = (await add({ firstname: "Kim", states: ["AK"] })).ok;
    const person = await signedInStaff(server, ["physician"], id);
    expect((await remove(id)).problem.message).toContain("decides in this doctor's name");
    await server.call(staff.disableMember, { params: { id: person.id }, body: {} }, { apiKey });
    expect((await remove(id)).ok.active).toBe(false);
    expect((await remove(id)).status).toBe(200);
    expect((await edit(id)).ok.active).toBe(true);
    expect((await remove("nobody")).status).toBe(404);
  });

  test("two administrators at once: the second one is told, and nothing of theirs is half there", async () => {
    const { id, editedat } = (await add({ firstname: "Lou" })).ok;
    expect((await edit(id, { bio: "First." })).status).toBe(200);
    server.clock.advance(1000);
    const late = await edit(id, { bio: "Second.", states: ["TX"], editedat });
    expect(late.problem.code).toBe("conflict");
    expect(await doctorOf(id)).toMatchObject({ bio: "First.", licenses: [{ state: "IA" }, { state: "OH" }] });
  });

  test.each([
    ["no name", { firstname: "  " }, "firstname"],
    ["a portrait that isn't there", { portrait: "/doctors/doctor-99.svg" }, "portrait"],
    ["a picture of somewhere else", { portrait: "https://elsewhere.example/x.png" }, "portrait"],
    ["an NPI of nine digits", { npi: "123456789" }, "npi"],
    ["a state there isn't", { states: ["XX"] }, "states"],
    ["no state", { states: [] }, "states"],
  ])("bad input: %s", async (_, change, field) => {
    const before = (await doctors()).length;
    const { status, problem } = await add(change);
    expect([status, problem.details?.fields?.map(({ path }) => path.split(".")[0])]).toEqual([400, [field]]);
    expect((await doctors()).length).toBe(before);
  });

  test("only an administrator with a fresh proof changes cards", async () => {
    const { editedat } = await doctorOf("hanna_lindqvist");
    const body = { ...fields, editedat };
    const params = { doctorid: "hanna_lindqvist" };
    const { browser } = await signedInStaff(server, ["physician", "nurse", "finance"], "hanna_lindqvist");
    expect((await browser.call(staff.updateDoctor, { params, body })).status).toBe(403);
    expect((await browser.call(staff.addDoctor, { body: fields })).status).toBe(403);
    expect((await browser.call(staff.removeDoctor, { params })).status).toBe(403);
    server.clock.advance(6 * 60_000);
    expect((await admin.browser.call(staff.updateDoctor, { params, body })).problem.code).toBe("proof_required");
    expect((await doctorOf("hanna_lindqvist")).editedat).toBe(editedat);
  });
});
