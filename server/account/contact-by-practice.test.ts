import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import type { contactDataCalls } from "#contract/care/contact-data.ts";
import { store } from "#contract/cart/calls.ts";
import type { Input } from "#contract/http/endpoint.ts";
import { notifications } from "#contract/notifications.ts";
import { type Role, roles } from "#contract/policy/roles.ts";
import { requestChannels } from "#contract/staff/record-access.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { sharedTestServer, testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { askedByPhone as asked } from "#server/treatment/testing/in-care.ts";

let server: TestServer;
beforeAll(async () => void (server = await sharedTestServer()));

type Body = Input<typeof contactDataCalls.changeContact>["body"];
type Change = Omit<Body, "asked"> & Partial<Pick<Body, "asked">>;
const change = ({ id }: { id: string }, body: Change, key?: string) =>
  server.call(
    care.changeContact,
    { params: { id }, body: { asked, ...body } },
    { apiKey, ...(key !== undefined && { key }) },
  );
const recordOf = async ({ id }: { id: string }) => (await server.call(care.patient, { params: { id } }, { apiKey })).ok;
const userOf = async ({ token }: TestPatient) => (await server.call(account.user, {}, { token })).ok;
const found = async (q: string) =>
  (await server.call(care.searchPatients, { body: { q } }, { apiKey })).ok.items.map(({ id }) => id);
const mailsTo = async ({ email }: { email: string }, subject: string) => {
  await server.jobs.drain();
  return (await server.mailbox.list(email)).filter((mail) => mail.subject === subject);
};
const told = (patient: { email: string }) => mailsTo(patient, "We changed what you asked");
const auditOf = ({ id }: { id: string }) =>
  server.services.db
    .selectFrom("audit_event")
    .select(["actor", "status", "ground", "code"])
    .where("patient_id", "=", id)
    .where("call", "=", "care.changeContact")
    .orderBy("at")
    .execute();

const home = { address1: "12 Hidden Lane", city: "Ames", state: "IA", zipcode: "50010", phoneno: "(515) 555-2345" };

describe("decisions §11 contact data is changed for a patient who asks for it", () => {
  it.each<[string, Change, Record<string, unknown>, string]>([
    ["first name", { firstname: "Rosalind" }, { firstname: "Rosalind" }, "your name"],
    ["last name", { lastname: "Summer" }, { lastname: "Summer" }, "your name"],
    ["birthday", { birthday: "1971-04-05" }, { birthday: "1971-04-05" }, "your date of birth"],
    ["phone", { phoneno: "(212) 555-0187" }, { phoneno: "2125550187" }, "your phone number"],
    [
      "address",
      { shippingaddress: home },
      { shippingaddress: expect.objectContaining({ zipcode: "50010" }) },
      "your shipping address",
    ],
  ])("the %s, and nothing else; the patient reads what, who and whom to call", async (_field, body, expected, what) => {
    const patient = await server.newPatient();
    const before = await recordOf(patient);
    const { status, ok } = await change(patient, body);
    expect([status, ok?.pendingemail]).toEqual([200, null]);
    const { requests: _, contactrevision, ...after } = await recordOf(patient);
    expect(after).toEqual({ ...before, requests: undefined, contactrevision: undefined, ...expected });
    expect(contactrevision).toBe(ok.contactrevision);
    expect(contactrevision).not.toBe(before.contactrevision);
    const [mail, ...others] = await told(patient);
    expect(others).toEqual([]);
    expect(mail?.text).toContain(`on Monday, January 5 you asked us by phone to change ${what}. Our team did that`);
    expect(mail?.text).toContain(server.services.content.brand.supportphone);
    for (const value of ["Summer", "1971", "0187", "Hidden", "50010", "Ames"]) expect(mail?.text).not.toContain(value);
    const { ok: bell } = await server.call(notifications.list, { query: {} }, { token: patient.token });
    expect(bell.items.filter(({ description }) => description.includes(what))).toHaveLength(1);
  });

  it("the phone can be taken away; several at once are one mail that names the person", async () => {
    const patient = await server.newPatient();
    await change(patient, { phoneno: "2125550142" });
    const sam = await signedInStaff(server, ["patient_services"]);
    const body = {
      asked: { ...asked, channel: "message" as const },
      phoneno: null,
      lastname: "Summer",
      shippingaddress: home,
    };
    expect((await sam.browser.call(care.changeContact, { params: { id: patient.id }, body })).ok.message).toBe(
      "Changed: last name, phone number, and shipping address. We’ve told the patient by email.",
    );
    expect(await recordOf(patient)).toMatchObject({ phoneno: null, lastname: "Summer" });
    const mails = await told(patient);
    expect(mails).toHaveLength(2);
    expect(mails.map(({ text }) => text).join()).toContain(
      "in a message to change your name, your phone number, and your shipping address. Ines Falk did that",
    );
  });

  it("how, when and by whom stays in the record with what it was before, and the audit says how", async () => {
    const patient = await server.newPatient();
    await change(patient, { phoneno: "2125550100" });
    const sam = await signedInStaff(server, ["patient_services"]);
    const note = "Called back on the old number";
    const body = { asked: { ...asked, note }, phoneno: "2125550101" };
    expect((await sam.browser.call(care.changeContact, { params: { id: patient.id }, body })).status).toBe(200);
    const { requests } = await recordOf(patient);
    expect(requests).toEqual([
      {
        at: expect.any(String),
        ...{ subscriptionid: null, action: "contact", channel: "phone", on: asked.on, note, actor: `staff:${sam.id}` },
        callerproved: asked.callerproved,
        changes: [{ field: "phoneno", before: "2125550100" }],
      },
      {
        at: expect.any(String),
        ...{ subscriptionid: null, action: "contact", channel: "phone", on: asked.on, note: null },
        ...{
          callerproved: asked.callerproved,
          actor: expect.stringMatching(/^key:/),
          changes: [{ field: "phoneno", before: null }],
        },
      },
    ]);
    expect(await auditOf(patient)).toEqual([
      { actor: expect.stringMatching(/^key:/), status: 200, ground: "asked_phone", code: null },
      { actor: `staff:${sam.id}`, status: 200, ground: "asked_phone", code: null },
    ]);
    const { rows } = await sql<{ row: string }>`
      select patient_request::text as row from patient_request where patient_id = ${patient.id}`.execute(
      server.services.db,
    );
    expect(rows).toHaveLength(2);
    expect(rows.map(({ row }) => row).join()).not.toContain("2125550100");
  });

  it("each way to ask is in the audit and in the patient's mail", async () => {
    const patient = await server.newPatient();
    for (const [index, channel] of requestChannels.entries())
      expect((await change(patient, { asked: { ...asked, channel }, phoneno: `212555010${index}` })).status).toBe(200);
    expect((await auditOf(patient)).map(({ ground }) => ground)).toEqual(
      requestChannels.map((each) => `asked_${each}`),
    );
    const texts = (await told(patient)).map(({ text }) => text).join();
    for (const how of ["by phone", "in a message", "by email", "by letter", "in person"])
      expect(texts).toContain(`you asked us ${how} to change`);
  });

  it.each(requestChannels)("asked for %s by whoever proved nothing", async (channel) => {
    const patient = await server.newPatient();
    const proved = channel === "message" || channel === "letter";
    const { status, problem } = await change(patient, { asked: { channel, on: asked.on }, phoneno: "2125550142" });
    expect([status, problem?.details?.fields?.[0]?.path]).toEqual(
      proved ? [200, undefined] : [400, "asked.callerproved"],
    );
    expect((await recordOf(patient)).phoneno === "2125550142").toBe(proved);
  });

  it("sent twice with one key it's done and told once", async () => {
    const patient = await server.newPatient();
    const key = newId();
    const [first, second] = [
      await change(patient, { phoneno: "2125550142" }, key),
      await change(patient, { phoneno: "2125550142" }, key),
    ];
    expect(second.ok).toEqual(first.ok);
    expect(await told(patient)).toHaveLength(1);
  });
});

describe("decisions §11 whose work it is", () => {
  const allowed: Readonly<Record<Role, boolean>> = {
    ...{ physician: true, nurse: true, patient_services: true },
    ...{ pharmacy: false, finance: false, administrator: false },
  };
  it.each(roles.map((role) => [role, allowed[role]] as const))("%s: %s", async (role, may) => {
    const patient = await handedOver(server);
    const person = await signedInStaff(server, [role], role === "physician" ? "elena_marsh" : undefined);
    const body = { asked, phoneno: "3035550199" };
    const { status, problem } = await person.browser.call(care.changeContact, { params: { id: patient.id }, body });
    expect([status, problem?.code]).toEqual(may ? [200, undefined] : [403, "scope_missing"]);
    expect((await recordOf(patient)).phoneno === "3035550199").toBe(may);
  });
});

describe("decisions §11 by the rules of the patient's own account", () => {
  const refused = async (patient: { id: string; email: string }, body: Change) => {
    const before = await recordOf(patient);
    const { status, problem } = await change(patient, body);
    expect(await recordOf(patient)).toEqual(before);
    expect(await told(patient)).toEqual([]);
    return [status, problem.code, problem.details?.fields?.map(({ path }) => path)];
  };

  it("name and birthday are fixed once the identity check matched them, each said at its field", async () => {
    const patient = await handedOver(server);
    expect(await refused(patient, { firstname: "Else", birthday: "1960-01-01", phoneno: "3035550111" })).toEqual([
      409,
      "wrong_state",
      ["firstname", "birthday"],
    ]);
    const own = await server.call(account.updateUser, { body: { firstname: "Else" } }, { token: patient.token });
    expect([own.status, own.problem.code]).toEqual([409, "wrong_state"]);
  });

  it.each<[string, Change, string]>([
    ["a birthday to come", { birthday: "2999-01-01" }, "birthday"],
    ["a birthday before 1900", { birthday: "1899-12-31" }, "birthday"],
    ["half a phone number", { phoneno: "555-0142" }, "phoneno"],
    ["no e-mail", { email: "rosa at home" }, "email"],
    ["an e-mail no mail reaches", { email: "rosa@example.invalid" }, "email"],
    ["a zip code of another state", { shippingaddress: { ...home, state: "OH" } }, "shippingaddress.zipcode"],
    ["half an address", { shippingaddress: { ...home, city: "" } }, "shippingaddress.city"],
    ["half a shipping phone", { shippingaddress: { ...home, phoneno: "555" } }, "shippingaddress.phoneno"],
    ["a day that hasn't come", { asked: { channel: "phone", on: "2999-01-01" }, phoneno: "2125550142" }, "asked.on"],
    [
      "a way nobody knows",
      { asked: { channel: "pigeon" as never, on: asked.on }, phoneno: "2125550142" },
      "asked.channel",
    ],
  ])("%s is refused at its field", async (_, body, path) => {
    expect(await refused(await server.newPatient(), body)).toEqual([400, "bad_request", [path]]);
  });

  it("without saying how the patient asked nothing is done, nor where nothing differs", async () => {
    const patient = await server.newPatient();
    expect((await refused(patient, { asked: undefined as never, phoneno: "2125550142" })).slice(0, 2)).toEqual([
      400,
      "bad_request",
    ]);
    expect((await refused(patient, {}))[0]).toBe(400);
    expect((await refused(patient, { firstname: "Rosa", email: patient.email.toUpperCase() }))[0]).toBe(400);
  });

  it("a state where the practice isn't", async () => {
    const patient = await server.newPatient();
    const shippingaddress = { ...home, state: "ZZ", zipcode: "00000" };
    expect(await refused(patient, { shippingaddress })).toEqual([
      409,
      "not_available_in_state",
      ["shippingaddress.state"],
    ]);
    const own = await server.call(store.createShippingAddress, { body: shippingaddress }, { token: patient.token });
    expect(own.problem.code).toBe("not_available_in_state");
  });

  it("a move takes the patient's state along, and leaves the address of an order that was placed", async () => {
    const patient = await handedOver(server, "IA");
    const placed = async () =>
      server.services.db
        .selectFrom("customer_order")
        .select(["shipping_state", "shipping_address_sealed"])
        .where("id", "=", patient.orderId)
        .executeTakeFirstOrThrow();
    const before = await placed();
    const shippingaddress = { ...home, city: "Dayton", state: "OH", zipcode: "45402" };
    expect((await change(patient, { shippingaddress })).status).toBe(200);
    expect(await recordOf(patient)).toMatchObject({ state: "OH", shippingaddress: { city: "Dayton", default: true } });
    expect(await placed()).toEqual(before);
    const { ok } = await server.call(store.shippingAddresses, {}, { token: patient.token });
    expect(ok.items).toHaveLength(1);
  });

  it("a closed account, and a patient nobody knows", async () => {
    const patient = await server.newPatient();
    await server.call(account.closeAccount, { body: { password: patient.password } }, { token: patient.token });
    const { status, problem } = await change(patient, { phoneno: "2125550142" });
    expect([status, problem.code]).toEqual([409, "wrong_state"]);
    expect((await change({ id: newId() }, { phoneno: "2125550142" })).status).toBe(404);
  });

  it("what somebody changed meanwhile is named, and not written over", async () => {
    const patient = await server.newPatient();
    const { contactrevision: revision } = await recordOf(patient);
    await server.call(account.updateUser, { body: { phoneno: "2125550100" } }, { token: patient.token });
    const { status, problem } = await change(patient, { revision, phoneno: "2125550142" });
    expect([status, problem.code, problem.details?.["changed"]]).toEqual([409, "conflict", ["the phone number"]]);
    expect(problem.message).toContain("open it again");
    expect((await userOf(patient)).phoneno).toBe("2125550100");
    const { contactrevision } = await recordOf(patient);
    expect((await change(patient, { revision: contactrevision, phoneno: "2125550142" })).status).toBe(200);
  });
});

describe("decisions §11 a patient is found by either phone", () => {
  const phone = () => `646555${String(Math.floor(Math.random() * 9000) + 1000)}`;
  const written = (digits: string) => [
    digits,
    `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`,
    `+1 ${digits.slice(0, 3)}.${digits.slice(3, 6)}.${digits.slice(6)}`,
    `1-${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`,
  ];

  it("the account's and the shipping address's, however it's written, and each as long as it's true", async () => {
    const patient = await server.newPatient();
    const [own, shipping, later] = [phone(), phone(), phone()];
    await change(patient, { phoneno: own, shippingaddress: { ...home, phoneno: shipping } });
    for (const q of [...written(own), ...written(shipping), `${own} winter`, `${own} ${shipping}`])
      expect([q, await found(q)]).toEqual([q, [patient.id]]);
    // The same on both stays while either has it.
    await change(patient, { phoneno: shipping });
    expect([await found(own), await found(shipping)]).toEqual([[], [patient.id]]);
    await change(patient, { phoneno: later });
    expect([await found(shipping), await found(later)]).toEqual([[patient.id], [patient.id]]);
    const { ok } = await server.call(store.defaultShippingAddress, {}, { token: patient.token });
    const params = { id: ok.address?.id ?? "" };
    await server.call(
      store.updateShippingAddress,
      { params, body: { ...home, phoneno: "" } },
      { token: patient.token },
    );
    expect([await found(shipping), await found(later)]).toEqual([[], [patient.id]]);
  });

  it("an order number with the shipping phone", async () => {
    const patient = await handedOver(server);
    const shipping = phone();
    const { orders, shippingaddress } = await recordOf(patient);
    const { address1, city, state, zipcode } = shippingaddress ?? expect.fail("No address");
    await change(patient, { shippingaddress: { address1, city, state, zipcode, phoneno: shipping } });
    const number = orders?.[0]?.number ?? "";
    expect([await found(`${number} ${shipping}`), await found(`${number} 6465550000`)]).toEqual([[patient.id], []]);
  });
});
