import { beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { staff } from "#contract/staff/calls.ts";
import { answeredPatientInCare } from "#server/growth/testing/upsells.ts";
import { insertAnswers } from "#server/onboarding/flow/visit-queries.ts";
import type { GivenAnswers } from "#server/onboarding/rules/answers.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { changeTreatment, newestChange, agreeToChange } from "#server/treatment/testing/changes.ts";
import { home, type InCare, subscriptionOf } from "#server/treatment/testing/in-care.ts";

let server: TestServer;
let physician: StaffPerson;
/** A physician whose doctor has no license in the patients' state. */
let elsewhere: StaffPerson;
beforeAll(async () => {
  server = await startTestServer();
  const rosa = await answeredPatientInCare(server);
  const { state } = (await server.call(care.patient, { params: { id: rosa.id } }, { apiKey })).ok;
  const licensed = await server.services.db
    .selectFrom("doctor_license")
    .select("doctor_id")
    .where("state", "=", state ?? "")
    .execute();
  const doctors = await server.services.db.selectFrom("doctor").select("id").where("active", "=", true).execute();
  const inState = new Set(licensed.map(({ doctor_id }) => doctor_id));
  const [one, other] = [doctors.find(({ id }) => inState.has(id)), doctors.find(({ id }) => !inState.has(id))];
  if (!one || !other) throw new Error("The content has no doctor with and none without a license there");
  physician = await signedInStaff(server, ["physician"], one.id);
  elsewhere = await signedInStaff(server, ["physician"], other.id);
  return () => server.close();
});

const updateHealthAnswers = (patient: InCare, answers: GivenAnswers) => {
  const { secrets, clock, content } = server.services;
  const written = { patientId: patient.id, contentVersion: content.questionnaire.version, now: clock.now() };
  return inTransaction(server.services, ({ db: tx }) => insertAnswers(tx, secrets, written, answers));
};
const patchOf = async (patient: InCare) => {
  const found = (await home(server, patient)).subscriptions.find(({ item }) =>
    item.productid.startsWith("estradiol_patch"),
  );
  if (!found) throw new Error("The patient gets no patch");
  return found;
};
const quote = async (patient: InCare, pricingid: string, person: StaffPerson | null = physician) => {
  const params = { id: (await patchOf(patient)).id };
  const query = { productid: pricingid.replace(/_\dm$/u, ""), pricingid };
  return person
    ? person.browser.call(care.treatmentChangeQuote, { params, query })
    : server.call(care.treatmentChangeQuote, { params, query }, { apiKey });
};

describe("decisions §11 what a change would mean is known before it's made", () => {
  test("to a state that isn't served any more nothing is changed", async () => {
    const rosa = await answeredPatientInCare(server);
    const params = { id: (await patchOf(rosa)).id };
    const body = { productid: "estradiol_patch_0_1", pricingid: "estradiol_patch_0_1_1m" };
    await server.services.db
      .updateTable("shipping_address")
      .set({ state: "ZZ" })
      .where("patient_id", "=", rosa.id)
      .execute();
    const { status, problem } = await server.call(care.changeTreatment, { params, body }, { apiKey });
    expect([status, problem.code]).toEqual([409, "not_available_in_state"]);
  });

  test.each(["estradiol_patch_0_1_1m", "estradiol_patch_0_025_1m"])(
    "%s: the price, the consent it takes and the first charge are those of the change itself",
    async (pricingid) => {
      const rosa = await answeredPatientInCare(server);
      const asked = (await quote(rosa, pricingid, null)).ok;
      expect(asked.obstacle).toBeNull();
      const made = (await changeTreatment(server, rosa, { product: (await patchOf(rosa)).item.productid, pricingid }))
        .ok;
      expect(made).toMatchObject({ status: asked.status, price: asked.price, before: asked.before });
      const change = await newestChange(server, rosa);
      expect([change.from.dayssupply, change.to.dayssupply]).toEqual([asked.daysbefore, asked.dayssupply]);
      expect([change.to.directions, change.chargeon]).toEqual([asked.directions, asked.chargeon]);
      if (made.status === "waiting") await agreeToChange(server, rosa, change);
      expect((await patchOf(rosa)).nextchargeon).toBe(asked.chargeon);
    },
  );

  test("asking changes nothing", async () => {
    const rosa = await answeredPatientInCare(server);
    const before = (await server.call(care.patient, { params: { id: rosa.id } }, { apiKey })).ok;
    await quote(rosa, "estradiol_patch_0_1_1m");
    const after = (await server.call(care.patient, { params: { id: rosa.id } }, { apiKey })).ok;
    expect([after.revision, after.changes, after.subscriptions]).toEqual([before.revision, [], before.subscriptions]);
  });

  test("what would be refused is said in the words of the refusal", async () => {
    const rosa = await answeredPatientInCare(server);
    const same = await patchOf(rosa);
    expect((await quote(rosa, same.pricingid)).ok.obstacle).toBe("The patient already gets this.");
    await updateHealthAnswers(rosa, { allergies: { value: ["estrogen"], others: null } });
    const { obstacle } = (await quote(rosa, "estradiol_tablet_1_1m")).ok;
    expect(obstacle).toContain("Estrogen allergy");
    const refused = await changeTreatment(server, rosa, {
      product: same.item.productid,
      pricingid: "estradiol_tablet_1_1m",
    });
    expect(refused.problem.message).toBe(obstacle);
  });

  test("a physician without a license in the patient's state reads it before writing anything", async () => {
    const rosa = await answeredPatientInCare(server);
    const asked = { params: { id: rosa.id }, body: { reason: "second_opinion" as const } };
    expect((await elsewhere.browser.call(staff.openRecord, asked)).status).toBe(200);
    expect((await quote(rosa, "estradiol_patch_0_1_1m", elsewhere)).ok.obstacle).toContain("not licensed");
    expect((await quote(rosa, "estradiol_patch_0_1_1m")).ok.obstacle).toBeNull();
  });

  test("a product the catalogue doesn't have, and one without a prescription, is refused at its field", async () => {
    const rosa = await answeredPatientInCare(server);
    expect((await quote(rosa, "unheard_of_1m")).problem.code).toBe("bad_request");
  });
});

describe("decisions §11 a person goes against a warning only with a reason that names the rule", () => {
  test("the warning is in the quote; without the reason the change is refused in the rule's words; with it, it's kept", async () => {
    const rosa = await answeredPatientInCare(server);
    await updateHealthAnswers(rosa, { last_period: { value: "over_10_years", others: null } });
    const { id } = await patchOf(rosa);
    const { warnings, obstacle } = (await quote(rosa, "estradiol_tablet_1_1m")).ok;
    const rules = warnings.map(({ ruleid }) => ruleid);
    expect([obstacle, rules.length]).toEqual([null, 1]);
    const body = { productid: "estradiol_tablet_1", pricingid: "estradiol_tablet_1_1m" };
    const change = (more: object) =>
      physician.browser.call(care.changeTreatment, { params: { id }, body: { ...body, ...more } });
    const plain = await change({});
    expect(plain.problem).toMatchObject({ code: "override_required", details: { rules, unanswered: [] } });
    expect(plain.problem.message).toContain(warnings[0]?.text);
    expect(plain.problem.message).not.toContain("despitewarning");
    const reason = "She can't wear patches.";
    const other = await change({ despitewarning: true, override: { rules: [], reason } });
    expect(other.problem).toMatchObject({ code: "override_required", details: { rules } });
    expect((await change({ despitewarning: true, override: { rules, reason } })).status).toBe(201);
    const record = (await server.call(care.patient, { params: { id: rosa.id } }, { apiKey })).ok;
    expect(record.overrides?.[0]).toMatchObject({
      ...{ decision: "change", refid: id, actor: `staff:${physician.id}`, reason },
      rules: rules.map((ruleid) => ({ ruleid, text: expect.any(String) })),
    });
  });
});

test("decisions §11 the record shows the change that waits; a second one takes its place", async () => {
  const rosa = await answeredPatientInCare(server);
  const product = (await patchOf(rosa)).item.productid;
  await changeTreatment(server, rosa, { product, pricingid: "estradiol_patch_0_1_1m", note: "A little more." });
  const changesOf = async () => (await server.call(care.patient, { params: { id: rosa.id } }, { apiKey })).ok.changes;
  expect(await changesOf()).toMatchObject([{ status: "waiting", note: "A little more.", to: { price: 62 } }]);
  const { id } = await subscriptionOf(server, rosa, product);
  const again = { productid: "estradiol_patch_0_075", pricingid: "estradiol_patch_0_075_1m" };
  const made = await physician.browser.call(care.changeTreatment, { params: { id }, body: again });
  expect(made.status).toBe(201);
  const changes = await changesOf();
  expect(changes?.filter(({ status }) => status === "waiting").length).toBeLessThanOrEqual(1);
  expect(changes?.some(({ note }) => note === "A little more.")).toBe(false);
});
