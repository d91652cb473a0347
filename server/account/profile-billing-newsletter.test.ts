import { beforeAll, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { store } from "#contract/cart/calls.ts";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";

let server: TestServer;
beforeAll(async () => void (server = await sharedTestServer()));

const served = () => server.services.content.states.find(({ status }) => status === "served")?.id ?? "";
const fieldsOf = (problem: { details?: { fields?: readonly { path: string }[] } }) =>
  problem.details?.fields?.map(({ path }) => path);

test("§3 user: the whole record, and no more", async () => {
  const { token, id, email } = await server.newPatient({ firstname: "Ana", lastname: "Diaz" });
  const { status, ok } = await server.call(account.user, {}, { token });
  expect(status).toBe(200);
  expect(ok).toEqual({
    id,
    email,
    emailverified: false,
    emailrefused: false,
    firstname: "Ana",
    lastname: "Diaz",
    profileUrl: null,
    phoneno: null,
    birthday: null,
    deathreportedat: null,
    state: null,
    followup_code: null,
    hasfailedtransaction: false,
    failedtransactionreason: null,
    needspatientreply: false,
    pharmacy: null,
    timezone: expect.objectContaining({ id: null }),
  });
});

test("§7 PUT user: changes what is given and leaves the rest", async () => {
  const { token } = await server.newPatient({ firstname: "Ana", lastname: "Diaz" });
  const first = { phoneno: "+1 (555) 234-5678", birthday: "1971-02-03", state: served() };
  const { ok } = await server.call(account.updateUser, { body: first }, { token });
  expect(ok).toMatchObject({ firstname: "Ana", phoneno: "5552345678", birthday: "1971-02-03", state: served() });
  const cleared = await server.call(account.updateUser, { body: { phoneno: null, lastname: "Lopez" } }, { token });
  expect(cleared.ok).toMatchObject({ phoneno: null, lastname: "Lopez", birthday: "1971-02-03" });
  const nothing = await server.call(account.updateUser, { body: {} }, { token });
  expect(nothing.ok).toEqual(cleared.ok);
});

test.each([
  ["a state there is not", { state: "ZZ" }, "state"],
  ["a birthday to come", { birthday: "2999-01-01" }, "birthday"],
  ["a birthday there was not", { birthday: "1971-02-30" }, "birthday"],
  ["a phone of nine digits", { phoneno: "555234567" }, "phoneno"],
  ["a name with a control character", { firstname: "Ana\u0007" }, "firstname"],
  ["an empty name", { firstname: " " }, "firstname"],
])("§5 PUT user: %s is named at its field", async (_, body, path) => {
  const { token } = await server.newPatient();
  const { status, problem } = await server.call(account.updateUser, { body }, { token });
  expect([status, fieldsOf(problem)]).toEqual([400, [path]]);
});

test("§7 PUT user: a field outside the profile is refused", async () => {
  const { token } = await server.newPatient();
  const { status } = await server.call(
    account.updateUser,
    { body: { email: "other@example.com" } as never },
    { token },
  );
  expect(status).toBe(400);
});

test("§7 PUT user: name and birthday are fixed once the identity check matched them", async () => {
  const { token, id } = await server.newPatient({ firstname: "Ana" });
  await server.services.db
    .updateTable("onboarding")
    .set({ identity_status: "matched" })
    .where("patient_id", "=", id)
    .execute();
  const change = (body: object) => server.call(account.updateUser, { body }, { token });
  const { status, problem } = await change({ firstname: "Eva" });
  expect([status, problem.code]).toEqual([409, "wrong_state"]);
  expect((await change({ firstname: "Ana", phoneno: "5552345678" })).status).toBe(200);
});

test("§7 user/updatepharmacy: sets the patient's pharmacy, null is the practice's own", async () => {
  const { token } = await server.newPatient();
  const set = (pharmacy: string | null) => server.call(account.updatePharmacy, { body: { pharmacy } }, { token });
  expect((await set("Elm Street Pharmacy")).ok.pharmacy).toBe("Elm Street Pharmacy");
  expect((await set(null)).ok.pharmacy).toBeNull();
  const { status, problem } = await set("");
  expect([status, fieldsOf(problem)]).toEqual([400, ["pharmacy"]]);
});

const address = { address1: "12 Elm St", city: "Austin", state: "TX", zipcode: "78701" };

test("§7 user/billingaddress: none, one, then another; country is always US (§9)", async () => {
  const { token } = await server.newPatient();
  const read = async () => (await server.call(account.billingAddress, {}, { token })).ok;
  expect(await read()).toEqual({ sameaddress: false, billingaddress: null });
  for (const billingaddress of [
    { ...address, phoneno: "555-234-5678" },
    { ...address, address2: "Apt 4" },
  ]) {
    const { status, ok } = await server.call(
      account.updateBillingAddress,
      { body: { sameaddress: false, billingaddress } },
      { token },
    );
    expect(status).toBe(200);
    expect(ok).toEqual(await read());
  }
  expect(await read()).toEqual({
    sameaddress: false,
    billingaddress: { ...address, address2: "Apt 4", country: "US", phoneno: null },
  });
});

test("§13a an apartment answered “none” is stored as none, a long ZIP by its first five digits", async () => {
  const { token } = await server.newPatient();
  const given = { ...address, address2: "none", zipcode: `${address.zipcode}-12345` };
  const savedAddress = { address2: null, zipcode: address.zipcode };
  const shipping = await server.call(store.createShippingAddress, { body: given }, { token });
  expect(shipping.ok).toMatchObject(savedAddress);
  const body = { sameaddress: false, billingaddress: given };
  const billing = await server.call(account.updateBillingAddress, { body }, { token });
  expect(billing.ok.billingaddress).toMatchObject(savedAddress);
});

test("§4 billing: “same as my shipping” follows the shipping address, and needs one", async () => {
  const { token } = await server.newPatient();
  const typed = { ...address, address1: "" };
  const same = () =>
    server.call(account.updateBillingAddress, { body: { sameaddress: true, billingaddress: typed } }, { token });
  const { status, problem } = await same();
  expect([status, problem.code]).toEqual([409, "no_shipping_address"]);
  await server.call(store.createShippingAddress, { body: address }, { token });
  expect((await same()).ok).toMatchObject({ sameaddress: true, billingaddress: { address1: "12 Elm St" } });
  await server.call(store.createShippingAddress, { body: { ...address, address1: "7 Oak Ave" } }, { token });
  const { ok } = await server.call(account.billingAddress, {}, { token });
  expect(ok.billingaddress?.address1).toBe("7 Oak Ave");
});

test.each([
  ["neither same nor another", { sameaddress: false }, "billingaddress"],
  ["neither said", { billingaddress: address }, "sameaddress"],
  ["another country", { sameaddress: false, billingaddress: { ...address, country: "CA" } }, "billingaddress.country"],
])("§7 PUT user/billingaddress: %s is named at its field", async (_, body, path) => {
  const { token } = await server.newPatient();
  const { status, problem } = await server.call(account.updateBillingAddress, { body: body as never }, { token });
  expect([status, fieldsOf(problem)]).toEqual([400, [path]]);
});

test("§7 mailinglist: the answer is the same for a new and a known e-mail, stored once and sealed", async () => {
  const email = `list-${newId()}@example.com`;
  const mailingListRows = () =>
    server.services.db.selectFrom("mailing_list").selectAll().orderBy("created_at").execute();
  const before = await mailingListRows();
  const answers = [];
  for (const each of [email, email.toUpperCase()]) {
    answers.push(await server.call(account.joinMailingList, { body: { email: each } }));
  }
  expect(answers.map(({ status, raw }) => [status, raw.payload])).toEqual([
    [200, answers[0]?.raw.payload],
    [200, answers[0]?.raw.payload],
  ]);
  const rows = (await mailingListRows()).slice(before.length);
  expect(rows).toHaveLength(1);
  expect(Buffer.from(rows[0]?.email_sealed ?? []).toString("latin1")).not.toContain("example.com");
});

test("§5 mailinglist: an invalid e-mail is refused", async () => {
  const { status, problem } = await server.call(account.joinMailingList, { body: { email: "nobody" } });
  expect([status, fieldsOf(problem)]).toEqual([400, ["email"]]);
});

test.each(["user", "billingAddress", "sessions"] as const)("§7 %s: needs a session", async (name) => {
  expect((await server.call(account[name], {})).problem.message).toBe("Need auth");
});
