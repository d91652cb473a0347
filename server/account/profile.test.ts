import { refusesAny } from "#server/platform/refusal.ts";
import { expect, test } from "vitest";
import { loadContent } from "#content/loader/load.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import { profileChanges } from "./profile.ts";

const content = await loadContent();
const patient = { firstname: "Ana", lastname: "Diaz", birthday: "1971-02-03", state: "TX" };
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
