import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { bareRecord } from "#clinic/testing/patients.ts";
import { care } from "#contract/care/calls.ts";
import { contactFields } from "#contract/care/subscriptions.ts";
import { type Role, roles } from "#contract/policy/roles.ts";
import { permissionsOfRoles } from "#contract/testing/permissions-of-roles.ts";
import {
  askedOf,
  changesLabel,
  contactChange,
  contactDraft,
  contactNotices,
  contactValues,
  mayChangeContact,
  missingFromContact,
  type ContactDraft,
} from "./contact-data.ts";
import { ContactFields } from "./contact-fields.tsx";

const address = {
  ...{ id: "a", firstname: "Maria", lastname: "Patient", address1: "12 Hidden Lane", address2: "4B", city: "Ames" },
  ...{ state: "IA", zipcode: "50010", country: "US" as const, phoneno: "5155552345", default: true },
};
const record = bareRecord({ phoneno: "2125550142", shippingaddress: address, identitystatus: "none" });
const { id: _id, country: _country, default: _default, ...sentFields } = address;
const sentAddress = { ...sentFields, phoneno: "515-555-2345" };

describe("decisions §11 contact data for a patient who asks", () => {
  test.each(roles.map((role) => [role, ["physician", "nurse", "patient_services"].includes(role)] as const))(
    "offered to %s: %s",
    (role: Role, may) => expect(mayChangeContact(permissionsOfRoles(role))).toBe(may),
  );

  test.each<[ContactDraft, object]>([
    [{ firstname: "Mary" }, { firstname: "Mary" }],
    [{ lastname: "Moss" }, { lastname: "Moss" }],
    [{ birthday: "1970-03-10" }, { birthday: "1970-03-10" }],
    [{ phoneno: "212-555-0143" }, { phoneno: "212-555-0143" }],
    [{ phoneno: "" }, { phoneno: null }],
    [{ email: "moss@example.com" }, { email: "moss@example.com" }],
    [{ city: "Boone" }, { shippingaddress: { ...sentAddress, city: "Boone" } }],
    [{ address2: "" }, { shippingaddress: { ...sentAddress, address2: "" } }],
    [{ shippingphone: "" }, { shippingaddress: { ...sentAddress, phoneno: "" } }],
    [{ firstname: "Maria", phoneno: "212-555-0142", zipcode: "50010", email: " maria1@example.com " }, {}],
    [{ channel: "phone", note: "Called" }, {}],
  ])("of %j only what differs is sent, an address whole", (change, body) => {
    expect(contactChange(record, change)).toEqual(body);
  });

  test("what is sent is what the call takes, also a first address", () => {
    const first = bareRecord({ firstname: "Maria", lastname: "Patient", identitystatus: "none" });
    const draft = { address1: "9 Oak Street", city: "Ames", state: "IA", zipcode: "50010" };
    const change = contactChange(first, draft);
    expect(change.shippingaddress).toMatchObject({ firstname: "Maria", address1: "9 Oak Street" });
    const asked = askedOf({ channel: "letter" }, "2026-11-25");
    expect(care.changeContact.body.safeParse({ ...change, asked }).success).toBe(true);
  });

  test("nothing is sent without a way the patient asked, a change, or what can’t be empty", () => {
    const missing = (draft: ContactDraft) => missingFromContact(contactChange(record, draft), draft);
    expect(missing({ channel: "phone" })).toEqual({ nothing: expect.any(String) });
    expect(Object.keys(missing({ email: "", firstname: " ", birthday: "" }))).toEqual([
      ...["firstname", "birthday", "email", "asked.channel"],
    ]);
    expect(missing({ phoneno: "", channel: "phone" })).toEqual({});
  });

  test("a draft keeps what was typed and nothing else, and shows over what the record says now", () => {
    const draft = contactDraft.fromText(contactDraft.toText({ city: "Boone", channel: "phone" }));
    expect(draft).toEqual({ city: "Boone", channel: "phone" });
    const now = { ...record, phoneno: "3035550199" };
    expect(contactValues(now, draft)).toMatchObject({ city: "Boone", phoneno: "303-555-0199", zipcode: "50010" });
    expect(contactChange(now, draft)).toEqual({ shippingaddress: { ...sentAddress, city: "Boone" } });
  });

  test("a move and a new e-mail say first what they mean", () => {
    const notices = (draft: ContactDraft) => contactNotices(record, contactChange(record, draft));
    expect(notices({ city: "Boone", phoneno: "" })).toEqual([]);
    expect(notices({ state: "OH", zipcode: "45402" }).join()).toMatch(/go to OH/);
    expect(notices({ email: "moss@example.com" }).join()).toMatch(/old address can stop/);
  });
});

const markup = (errors: Readonly<Record<string, string>> = {}, identityFixed = false) =>
  renderToStaticMarkup(
    <ContactFields
      values={contactValues(record, { city: "Boone" })}
      identityFixed={identityFixed}
      fieldError={(path) => errors[path]}
      onWrite={() => undefined}
    />,
  );
const invalid = (html: string) => [...html.matchAll(/aria-invalid="true"/g)].length;

describe("the fields", () => {
  test("show what is stored and what was typed, both phones by their names", () => {
    const html = markup();
    for (const text of ["212-555-0142", "515-555-2345", "Boone", "maria1@example.com", "1970-03-09", "Shipping phone"])
      expect(html).toContain(text);
    expect(invalid(html)).toBe(0);
  });

  test.each([
    ...["firstname", "lastname", "birthday", "phoneno", "email"],
    ...["address1", "address2", "city", "state", "zipcode", "phoneno"].map((field) => `shippingaddress.${field}`),
  ])("an error at %s stands at one field", (path) => {
    const html = markup({ [path]: "Please check this one." });
    expect([html.includes("Please check this one."), invalid(html)]).toEqual([true, 1]);
  });

  test("name and birthday aren’t offered once the identity check matched them", () => {
    const html = markup({}, true);
    expect(html).not.toContain("First name");
    expect(html).toContain("The identity check matched name and birthday");
  });
});

test("the record says what was changed and what it was", () => {
  const before = { phoneno: "2125550142", birthday: "1970-03-09", email: null } as const;
  const changes = contactFields.map((field) => ({ field, before: before[field as "email"] ?? null }));
  expect(changesLabel(changes)).toBe(
    "Changed: first name (none before), last name (none before), birthday (was March 9, 1970), phone (was 212-555-0142), email, once confirmed (none before), and shipping address (none before)",
  );
});
