import { expect, test } from "vitest";
import * as z from "zod/mini";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { ProfileBody } from "#contract/account/profile.ts";
import { newId } from "#server/platform/ids.ts";
import { refusesAny } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import { fixedFields, profileChanges } from "./profile.ts";

const content = await shippedContent();
const patient = {
  firstname: "Ana",
  lastname: "Diaz",
  birthday: "1971-02-03",
  state: "TX",
  email: "ana@example.com",
};
/** What a user has beside what can be changed. */
const asRead = {
  ...{
    email: patient.email,
    emailverified: true,
    emailrefused: false,
    profileUrl: null,
    followup_code: null,
    hasfailedtransaction: true,
  },
  ...{ failedtransactionreason: "lost_card", needspatientreply: false, pharmacy: "Elm Street Pharmacy" },
  timezone: {
    ...{ current: "America/Chicago", name: "Central Time", id: null, choices: [] },
    hint: "Your days go by it: doses, reminders and charges.",
  },
};
const state = (id: string, status: "served" | "not_served") => ({
  id,
  name: id,
  status,
  adminchat: false,
  facevisits: true,
  timezone: "America/Chicago",
});
const facts = {
  states: [state("TX", "served"), state("IA", "served"), state("GU", "not_served")],
  identityMatched: false,
  visitDone: false,
  today: "2026-05-01",
};

test("§7 PUT user: omitted fields do not change, the phone may be cleared", () => {
  expect(profileChanges(refusesAny, patient, { phoneno: null, state: "IA" }, facts)).toEqual({
    phone: null,
    state: "IA",
  });
});

test("§7 PUT user: sent back whole as read it changes nothing; another email is refused in words, not ignored", () => {
  const read = { ...patient, id: newId(), phoneno: null, firstname: null, lastname: null, birthday: null, state: null };
  const body = z.parse(ProfileBody, { ...asRead, ...read });
  expect(
    Object.values(profileChanges(refusesAny, patient, body, facts)).filter((value) => value !== undefined),
  ).toEqual([null]);
  const other = z.parse(ProfileBody, { email: "another@example.com" });
  const message = sentence("account.email_needs_password");
  expect(() => profileChanges(refusesAny, patient, other, facts)).toThrow(
    expect.objectContaining({ code: "bad_request", options: { fields: [{ path: "email", message }] } }),
  );
  expect(z.safeParse(ProfileBody, { firstname: "" }).success).toBe(false);
});

test("§7 PUT user: a state the practice does not serve is refused, the current one may be sent again", () => {
  expect(() => profileChanges(refusesAny, patient, { state: "GU" }, facts)).toThrow(
    expect.objectContaining({ code: "not_available_in_state" }),
  );
  expect(profileChanges(refusesAny, { ...patient, state: "GU" }, { state: "GU" }, facts)).toMatchObject({
    state: "GU",
  });
});

test("decisions 0019 after the visit the patient's state follows the shipping address", () => {
  const done = { ...facts, visitDone: true };
  expect(() => profileChanges(refusesAny, patient, { state: "IA" }, done)).toThrow(
    expect.objectContaining({
      code: "wrong_state",
      options: { message: sentence("account.state_follows_address") },
    }),
  );
  expect(toText(content, sentence("account.state_follows_address"))).toContain("shipping address");
  expect(profileChanges(refusesAny, patient, { state: "TX" }, done)).toMatchObject({ state: "TX" });
});

test.each([{ firstname: "Eva" }, { lastname: "Lopez" }, { birthday: "1971-02-04" }])(
  "§7 PUT user: after the identity check %o is refused",
  (input) => {
    const matched = { ...facts, identityMatched: true };
    expect(() => profileChanges(refusesAny, patient, input, matched)).toThrow(
      expect.objectContaining({ code: "wrong_state" }),
    );
    expect(profileChanges(refusesAny, patient, input, facts)).toMatchObject(input);
  },
);

test.each(["2026-05-02", "1899-12-31"])("§5 PUT user: the birthday %s is refused at its field", (birthday) => {
  expect(() => profileChanges(refusesAny, patient, { birthday }, facts)).toThrow(
    expect.objectContaining({ options: { fields: [expect.objectContaining({ path: "birthday" })] } }),
  );
});

test("what a check of the identity compared is asked about only where it would change", async () => {
  const nobody = {
    selectFrom: () => {
      throw new Error("Asked");
    },
  };
  const fixed = (input: Parameters<typeof fixedFields>[2]) =>
    fixedFields({ db: nobody as never }, { ...patient, id: newId() }, input);
  expect(await fixed({ firstname: patient.firstname, birthday: undefined })).toEqual([]);
  await expect(fixed({ firstname: "Anna" })).rejects.toThrow("Asked");
});
