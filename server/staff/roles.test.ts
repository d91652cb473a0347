import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { recordFieldNeeds } from "#contract/care/patients.ts";
import { type Permission, permissionsOf, permissionsOfScopes, permits } from "#contract/policy/policy.ts";
import { type Role, roleGrants, roles } from "#contract/policy/roles.ts";
import { staff } from "#contract/staff/calls.ts";
import { permissionsOfRoles } from "#contract/testing/permissions-of-roles.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { inCare } from "#server/treatment/testing/in-care.ts";
import { signedInStaff, type StaffPerson } from "./testing/staff-people.ts";

let server: TestServer;
let people: Readonly<Record<Role, StaffPerson>>;
let doctorId: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ id: doctorId } = await server.services.db
    .selectFrom("doctor")
    .innerJoin("doctor_license", "doctor_license.doctor_id", "doctor.id")
    .select("doctor.id")
    .where("active", "=", true)
    .where("state", "=", "CA")
    .executeTakeFirstOrThrow());
  const entries: [Role, StaffPerson][] = [];
  for (const role of roles)
    entries.push([role, await signedInStaff(server, [role], role === "physician" ? doctorId : undefined)]);
  people = Object.fromEntries(entries) as Record<Role, StaffPerson>;
});
afterAll(() => server.close());

/** What of a record only those who treat the patient may read. */
const clinicalFields = Object.entries<readonly Permission[]>(recordFieldNeeds)
  .filter(
    ([, open]) => permits(permissionsOfScopes(["clinical"]), open) && !permits(permissionsOfScopes(["patients"]), open),
  )
  .map(([field]) => field);

describe("decisions §11 no clinical field for patient services, pharmacy beyond the prescription, or finance", () => {
  test("there are clinical fields to keep from them", () => expect(clinicalFields.length).toBeGreaterThan(3));

  it.each(roles)("%s reads of a record exactly the fields of its scopes", async (role) => {
    const { id } = await handedOver(server);
    const { status, ok } = await people[role].browser.call(care.patient, { params: { id } });
    const own = permissionsOfRoles(role);
    if (!permits(own, care.patient.access.needs)) return expect(status).toBe(403);
    expect(status).toBe(200);
    for (const [field, open] of Object.entries(recordFieldNeeds))
      if (!permits(own, open)) expect(ok, field).not.toHaveProperty(field);
    if (own.includes("read:health")) for (const field of clinicalFields) expect(ok, field).toHaveProperty(field);
  });

  test("a record counts for patient services no messages to the doctor", async () => {
    const { id } = await handedOver(server);
    await people.nurse.browser.call(care.patientConversations, { params: { id } });
    const kindsIn = async (role: Role) =>
      (await people[role].browser.call(care.patient, { params: { id } })).ok.conversations?.map(({ kind }) => kind);
    expect(await kindsIn("nurse")).toEqual(["doctor", "patient_services"]);
    expect(await kindsIn("patient_services")).toEqual(["patient_services"]);
  });

  test("patient services sees no conversation with the doctor, by list or by id", async () => {
    const { id } = await handedOver(server);
    const { ok } = await people.nurse.browser.call(care.patientConversations, { params: { id } });
    const withDoctor = ok.items.find(({ kind }) => kind === "doctor");
    const seen = await people.patient_services.browser.call(care.patientConversations, { params: { id } });
    expect(seen.ok.items.map(({ kind }) => kind)).not.toContain("doctor");
    const params = { id: withDoctor?.id ?? "" };
    expect((await people.patient_services.browser.call(care.conversation, { params })).problem.code).toBe(
      "scope_missing",
    );
  });
});

test("decisions §11 who reads both conversations and writes in one can't write in the other, nor keep others from it", async () => {
  const { id } = await handedOver(server);
  const { ok } = await people.nurse.browser.call(care.patientConversations, { params: { id } });
  const { finance } = roleGrants;
  const reads = ["doctor_conversation", "services_conversation"] as const;
  Object.assign(roleGrants, { finance: { scopes: [], reads, writes: ["services_conversation"] } });
  try {
    const { browser } = people.finance;
    await browser.call(staff.openRecord, { params: { id }, body: { reason: "colleague" } });
    const tried = async (kind: "doctor" | "patient_services") => {
      const params = { id: ok.items.find((each) => each.kind === kind)?.id ?? "" };
      return [
        (await browser.call(care.conversation, { params })).status,
        (await browser.call(staff.claim, { params: { kind: "conversation", ...params }, body: {} })).status,
        (await browser.call(care.sendMessage, { params, body: { message: "Hello." } })).status,
        (await browser.call(care.readConversation, { params, body: { seq: 0 } })).status,
      ];
    };
    expect([await tried("doctor"), await tried("patient_services")]).toEqual([
      [200, 403, 403, 403],
      [200, 200, 201, 200],
    ]);
  } finally {
    Object.assign(roleGrants, { finance });
  }
});

test("decisions §11 finance reads sums of orders, and no product's name, in lists and after a step", async () => {
  const { orderId } = await inCare(server, { delivered: false });
  const ofOrder = async (role: Role) => {
    const { ok } = await people[role].browser.call(care.orders, { query: { status: "paid" } });
    return ok.items.find(({ id }) => id === orderId)?.order;
  };
  expect((await ofOrder("pharmacy"))?.detail.length).toBeGreaterThan(0);
  expect(await ofOrder("finance")).toMatchObject({ detail: [], summary: { totalamount: expect.any(Number) } });
  expect(JSON.stringify(await ofOrder("finance"))).not.toMatch(/estradiol|progesterone/i);
  const body = { amount: 1, reason: "A late parcel" };
  const refund = await people.finance.browser.call(care.refundOrder, { params: { id: orderId }, body });
  expect([refund.status < 300, JSON.stringify(refund.ok).match(/estradiol|progesterone/i)]).toEqual([true, null]);
});

describe("decisions §11 only a physician licensed today in the patient's state prescribes, in their own name", () => {
  test("the accepted case and the decision are the physician's; another doctor's name is refused", async () => {
    const { id } = await handedOver(server);
    const { browser } = people.physician;
    const named = await server.services.db
      .selectFrom("doctor")
      .select(["firstname", "lastname"])
      .where("id", "=", doctorId)
      .executeTakeFirstOrThrow();
    const { session } = (await browser.call(staff.session, {})).ok;
    expect(session?.member?.doctorname).toBe(`Dr. ${named.firstname} ${named.lastname}`);
    expect((await people.nurse.browser.call(staff.session, {})).ok.session?.member?.doctorname).toBeNull();
    const other = await server.services.db
      .selectFrom("doctor")
      .select("id")
      .where("id", "<>", doctorId)
      .executeTakeFirstOrThrow();
    const foreign = await browser.call(care.accept, { params: { id }, body: { doctorid: other.id } });
    expect([foreign.status, foreign.problem.code]).toEqual([403, "forbidden"]);
    expect((await browser.call(care.accept, { params: { id }, body: {} })).status).toBe(200);
    const row = await server.services.db
      .selectFrom("care_case")
      .select("doctor_id")
      .where("patient_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(row.doctor_id).toBe(doctorId);
  });

  test("a license that ended yesterday refuses the approval, with words that say why", async () => {
    const { id } = await handedOver(server);
    const { browser } = people.physician;
    await browser.call(care.accept, { params: { id }, body: {} });
    const { state } = await server.services.db
      .selectFrom("patient")
      .select("state")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const yesterday = new Date(server.clock.now().getTime() - 2 * 86_400_000).toISOString().slice(0, 10);
    const license = { doctor_id: doctorId, state: state ?? "" };
    const set = (valid_until: string | null) =>
      server.services.db
        .updateTable("doctor_license")
        .set({ valid_until })
        .where("doctor_id", "=", license.doctor_id)
        .where("state", "=", license.state)
        .execute();
    await set(yesterday);
    const { status, problem } = await browser.call(care.approvePlan, { params: { id }, body: {} });
    await set(null);
    expect([status, problem.message]).toEqual([expect.any(Number), expect.stringMatching(/licens/i)]);
    expect(status).toBeGreaterThanOrEqual(400);
  });
});

test("decisions §11 a physician who decides in no doctor's name yet decides nothing", () => {
  expect(permissionsOf({ roles: ["physician"], doctorid: null })).toEqual([]);
  expect(permissionsOf({ roles: ["physician", "nurse"], doctorid: null })).not.toContain("write:prescribing");
  expect(permissionsOf({ roles: ["physician"], doctorid: "elena_marsh" })).toContain("write:prescribing");
});

test("decisions §11 who did it is in the audit row, with the patient, by name of the person", async () => {
  const { id } = await handedOver(server);
  await people.nurse.browser.call(care.patient, { params: { id } });
  const row = await server.services.db
    .selectFrom("audit_event")
    .select(["actor", "call", "status"])
    .where("patient_id", "=", id)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ actor: `staff:${people.nurse.id}`, call: "care.patient", status: 200 });
});
