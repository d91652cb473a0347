import { expect } from "vitest";
import type { TestServer } from "#server/testing/harness.ts";
import type { Call } from "./client.ts";
import { missingFields } from "./spec-fields.ts";
import { saveAddressAndCard, type Person } from "./visit.ts";

const password = "marigold at noon";

/** The cart of a new patient: registration, address, card, order. */
export async function shopAsNewPatient(call: Call, email: string): Promise<Person> {
  const form = { firstname: "Ada", lastname: "Field", email, password };
  const { userid: id } = await call<{ userid: string }>("POST default /signup/nonrx", { body: form });
  await saveAddressAndCard(call);
  const checkout = [{ productid: "magnesium", pricingid: "magnesium_1m", quantity: 2 }];
  const tax = await call<{ ordersummary: object }>("POST default /transact/computeTax", {
    body: { checkout, couponid: "" },
  });
  expect([...missingFields("tax", tax), ...missingFields("taxSummary", tax.ordersummary)]).toEqual([]);
  const paid = await call<{ order: { id: string } }>("POST default /transact/checkout", { body: { checkout } });
  // The single retry of a client that sends no key makes no second order.
  const again = await call<typeof paid>("POST default /transact/checkout", { body: { checkout } });
  expect(again.order.id).toBe(paid.order.id);
  return { call, id, email, password };
}

/** Sign-in and everything that renews, hands over and ends a session. */
export async function exerciseSessions({ call, email }: Person, open: () => Call): Promise<void> {
  await call("POST default /signin", { body: { email, password, role: "PATIENT" } });
  await call("POST default /refreshtoken", { body: {} });
  await call("POST default /refreshtoken", { body: { refreshtoken: "" } });
  await call("POST default /refreshtoken", { body: { refreshtoken: "true" } });
  await call("POST default /gettoken", { body: {} });
  const { onetimetoken } = await call<{ onetimetoken: string }>("POST default /getonetimetoken", { body: {} });
  const other = open();
  await other("POST default /gettoken", { body: { onetimetoken } });
  expect(await other("GET default /user")).toMatchObject({ email });
  await other("POST default /signout", { body: {} });
  await call("POST default /globalsignout", { body: {} });
  await call("POST default /signin", { body: { email, password, role: "PATIENT" } });
}

/** A link in the last mail that matches `within`. */
async function linkInMail(server: TestServer, to: string, within: RegExp): Promise<URL> {
  await server.jobs.drain();
  const mails = await server.mailbox.list(to);
  const [link] = mails.flatMap(({ text }) => within.exec(text)?.[0] ?? []);
  return new URL(link ?? expect.fail("No link was mailed"));
}

/** Changes the password, with the current one and by mail, and the e-mail. */
export async function changePasswordAndEmail(server: TestServer, { call, email }: Person): Promise<void> {
  const newpassword = "another calm noon";
  await call("PUT default /password/change", { body: { password, newpassword } });
  await call("POST default /password/forgot", { body: { email } });
  const code = (await linkInMail(server, email, /http\S+new-password\S+/)).searchParams.get("c");
  await call("POST default /password/confirm", { body: { email, code, password } });
  await call("POST default /signin", { body: { email, password, role: "PATIENT" } });
  const changed = `new-${email}`;
  await call("PUT default /user/email", { body: { email: changed, password } });
  const link = await linkInMail(server, changed, /http\S+account-settings\/email\S+/);
  await call("PUT default /user/emailverification", { body: { code: link.searchParams.get("code") } });
}

/** A user and an address are sent back whole, as they were read. */
async function sendBackAsRead(call: Call): Promise<void> {
  const user = await call<object>("GET default /user");
  expect(await call("PUT default /user", { body: user })).toEqual(user);
  const { address } = await call<{ address: { id: string; default: boolean } }>("GET default /shipping/default");
  expect(await call("PUT default /shipping/{id}", { path: [address.id], body: address })).toEqual(address);
  expect(await call("POST default /shipping", { body: { ...address, id: null } })).toMatchObject({ default: true });
}

/** Profile, picture and documents. */
export async function updateProfile(call: Call, file: File, addDocument: () => Promise<string>): Promise<void> {
  await call("PUT default /user", { body: { firstname: "Ada", lastname: "Fields" } });
  await sendBackAsRead(call);
  await call("POST default /user/avatar", { file });
  await call("PUT default /user/updatepharmacy", { body: { pharmacy: "Elm Street Pharmacy" } });
  const id = await addDocument();
  const page = await call<{ items: { id: string }[] }>("GET default /document", { query: "nextpage=" });
  expect(page.items).toEqual([expect.objectContaining({ id })]);
  await call("PUT default /document/{id}", { path: [id], file });
}
