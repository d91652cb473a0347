import { beforeAll, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import type { Role } from "#contract/policy/roles.ts";
import { staff } from "#contract/staff/calls.ts";
import { readPdf } from "#server/documents/testing/read-pdf.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { sharedTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { inCare, type InCare } from "#server/treatment/testing/in-care.ts";

let server: TestServer;
beforeAll(async () => void (server = await sharedTestServer()));

const today = () => clinicToday(server.services);

/** A patient with a lot of each medicine, and a side effect of one that somebody logged. */
async function logged(by: StaffPerson, medicine: string, more: readonly { id: string; value: string }[] = []) {
  const rosa = await inCare(server, { delivered: false });
  const rows = await server.services.db
    .selectFrom("order_line")
    .select(["pricing_id", "product_id", "name", "dosage"])
    .where("order_id", "=", rosa.orderId)
    .orderBy("line")
    .execute();
  const lines = rows.map(({ pricing_id: pricingid, product_id }) => ({
    ...{ pricingid, lotnumber: `LOT-${product_id.slice(0, 4)}`, expireson: addDays(today(), 700) },
  }));
  const body = { carrier: "Meadow Post", trackingnumber: `T${newId().replaceAll("-", "").slice(0, 20)}`, lines };
  await server.call(care.shipOrder, { params: { id: rosa.orderId }, body }, { apiKey });
  await server.call(care.deliverOrder, { params: { id: rosa.orderId }, body: {} }, { apiKey });
  const fields = [
    { id: "medicine", value: medicine },
    { id: "began", value: today() },
    { id: "serious", value: "hospital" },
    { id: "stopped", value: "better" },
    ...more,
  ];
  await opened(by, rosa);
  const entry = await by.browser.call(care.addPatientLog, {
    params: { id: rosa.id },
    body: { kind: "adverse_event", words: "A rash where the patch was.", fields },
  });
  return { rosa, rows, task: entry.ok };
}
/** Whoever reads about health gives a reason first. */
const opened = (by: StaffPerson, { id }: InCare) =>
  by.browser.call(staff.openRecord, {
    params: { id },
    body: { reason: "colleague", words: "Asked about the patient." },
  });
const report = (by: StaffPerson, id: string) => by.browser.call(care.fdaReport, { params: { id } });
const rowsOf = async (by: StaffPerson, id: string) => {
  const pdf = await readPdf((await report(by, id)).raw.rawPayload);
  return {
    pdf,
    rows: new Map(pdf.tables.flatMap((each) => each.slice(1)).map(([field = "", value = ""]) => [field, value])),
  };
};
const nameOf = async ({ id }: InCare) => {
  const { ok } = await server.call(care.patient, { params: { id } }, { apiKey });
  return ok;
};

test("the fields of the form: initials and never the name, the medicine with its lot and NDC as dispensed, who reports", async () => {
  const nurse = await signedInStaff(server, ["nurse"]);
  const { rosa, task } = await logged(nurse, "estradiol patch", [{ id: "again", value: "came" }]);
  const { firstname, lastname } = await nameOf(rosa);
  const { pdf, rows } = await rowsOf(nurse, task.id);
  expect(rows.get("1. Patient identifier, in confidence")).toBe(`${firstname?.[0]}. ${lastname?.[0]}.`);
  expect(pdf.text).not.toContain(lastname);
  expect(pdf.title).not.toContain(lastname);
  expect(rows.get("2. Age at time of event")).toMatch(/^\d\d years$/);
  expect(rows.get("2. Outcomes attributed to the event")).toBe("Hospital stay");
  expect(rows.get("5. Describe the event")).toBe("A rash where the patch was.");
  expect(rows.get("1. Name and strength")).toMatch(/^Estradiol/);
  expect(rows.get("6. Lot, as dispensed")).toBe("LOT-estr".toUpperCase());
  expect(rows.get("9. NDC")).toMatch(/^\d{5}-\d{4}-\d{2}/);
  expect(rows.get("5. Event abated after use stopped")).toBe("It got better");
  expect(rows.get("8. Event reappeared after reintroduction")).toBe("It came back");
  expect(rows.get("Dispensed by us")).toMatch(/^Progesterone/);
  expect(rows.get("3. Sex")).toBe("");
});

test("a medicine that nobody dispensed here stands as it was reported, with its lot", async () => {
  const nurse = await signedInStaff(server, ["nurse"]);
  const { task } = await logged(nurse, "Ibuprofen 400 mg", [{ id: "lot", value: "IB-9" }]);
  const { rows } = await rowsOf(nurse, task.id);
  expect(rows.get("1. Name and strength, as reported")).toBe("Ibuprofen 400 mg");
  expect(rows.get("6. Lot, as reported")).toBe("IB-9");
  expect(rows.get("Dispensed by us")).toMatch(/Estradiol.*Progesterone/);
});

test("whoever reads the entry may have it, and nobody else; each is in the audit", async () => {
  const nurse = await signedInStaff(server, ["nurse"]);
  const { rosa, task } = await logged(nurse, "estradiol patch");
  const statusFor = async (role: Role) => {
    const person = await signedInStaff(server, [role]);
    await opened(person, rosa);
    return (await report(person, task.id)).status;
  };
  for (const role of ["nurse", "pharmacy"] as const) expect([role, await statusFor(role)]).toEqual([role, 200]);
  for (const role of ["patient_services", "finance", "administrator"] as const)
    expect([role, [403, 404]]).toEqual([role, expect.arrayContaining([await statusFor(role)])]);
  const events = await server.services.db
    .selectFrom("audit_event")
    .select("actor")
    .where("patient_id", "=", rosa.id)
    .where("call", "=", "care.fdaReport")
    .execute();
  expect(events.length).toBeGreaterThanOrEqual(2);
});

test("only of a side effect, and not of one that was entered in error", async () => {
  const nurse = await signedInStaff(server, ["nurse"]);
  const { rosa, task } = await logged(nurse, "estradiol patch");
  expect(task.log?.fdareport).toBe(true);
  const note = await nurse.browser.call(care.addPatientLog, {
    params: { id: rosa.id },
    body: { kind: "note", words: "Likes mornings.", fields: [] },
  });
  expect([note.ok.log?.fdareport, (await report(nurse, note.ok.id)).status]).toEqual([false, 404]);
  await nurse.browser.call(care.endTask, { params: { id: task.id }, body: { outcome: "dropped" } });
  expect((await report(nurse, task.id)).problem.code).toBe("wrong_state");
});
