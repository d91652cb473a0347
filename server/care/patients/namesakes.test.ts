import { expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { updatePatient } from "#server/auth/public.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { sharedTestServer, testApiKey as apiKey } from "#server/testing/harness.ts";

const server = await sharedTestServer();

const named = async (firstname: string, lastname: string, birthday = "1970-03-09") => {
  const patient = await server.newPatient();
  await updatePatient(server.services, patient.id, { firstname, lastname, birthday });
  return patient;
};
const alike = async (id: string, by?: StaffPerson) => {
  const answer = await (by
    ? by.browser.call(care.namesakes, { params: { id } })
    : server.call(care.namesakes, { params: { id } }, { apiKey }));
  return answer.ok.items;
};

test("a patient with the same last name, in any spelling, and a first name that begins alike is named, with their birthday", async () => {
  const ana = await named("Ána", "Quiroz-Vale");
  const anna = await named("ANNA", "quiroz vale", "1981-02-03");
  await named("Bea", "Quiroz-Vale");
  await named("Ana", "Quiroz");
  expect(await alike(ana.id)).toEqual([
    { id: anna.id, firstname: "ANNA", lastname: "quiroz vale", birthday: "1981-02-03" },
  ]);
  expect((await alike(anna.id)).map(({ id }) => id)).toEqual([ana.id]);
});

test("who packs and doesn't find patients by their birthday learns the name alone; who does neither is refused", async () => {
  const ana = await named("Ana", "Brocklehurst");
  await named("Anne", "Brocklehurst");
  const pharmacy = await signedInStaff(server, ["pharmacy"]);
  await server.services.db
    .insertInto("staff_record_access")
    .values({
      ...{ id: newId(), member_id: pharmacy.id, patient_id: ana.id, ground: "work", opened_at: server.clock.now() },
      ends_at: new Date(server.clock.now().getTime() + 60_000),
    })
    .execute();
  expect(await alike(ana.id, pharmacy)).toMatchObject([{ firstname: "Anne", birthday: null }]);
  const finance = await signedInStaff(server, ["finance"]);
  const refused = await finance.browser.call(care.namesakes, { params: { id: ana.id } });
  expect(refused.problem.code).toBe("scope_missing");
});

test("a patient without a name is like nobody, and an unknown one isn't found", async () => {
  const patient = await server.newPatient();
  await updatePatient(server.services, patient.id, { firstname: "", lastname: "" });
  expect(await alike(patient.id)).toEqual([]);
  const unknown = await server.call(care.namesakes, { params: { id: newId() } }, { apiKey });
  expect(unknown.problem.code).toBe("not_found");
});
