import { beforeAll, describe, expect, test } from "vitest";
import { onboarding } from "#contract/onboarding/calls.ts";
import { sharedTestServer, type TestPatient, type TestServer, testApiKey } from "#server/testing/harness.ts";
import { answerVisit, answerStep, putStep, readOnboardingRecord, type Overrides } from "../testing/answers.ts";
import { visitSummary } from "../visit/visit-summary.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function patientIn(variant: "C" | "F1"): Promise<TestPatient> {
  const patient = await server.newPatient();
  await server.call(onboarding.overrideFlow, { body: { flow_variant: variant } }, { token: patient.token });
  return patient;
}

const reveal = async ({ token }: TestPatient) =>
  (await server.call(onboarding.productReveal, { query: {} }, { token })).ok;
const families = (products: readonly { productid: string }[]) =>
  products.map(
    ({ productid }) => server.services.content.catalogue.products.find((each) => each.productid === productid)?.family,
  );

describe("STOP", () => {
  test.each<[string, Overrides, string]>([
    ["undiagnosed bleeding", { bleeding: "not_checked" }, "undiagnosed_bleeding"],
    ["breast cancer", { cancer: ["breast"] }, "breast_cancer"],
    ["a blood clot", { heart_and_clots: ["lung_clot"] }, "blood_clot"],
    ["active liver disease", { liver: "active" }, "active_liver_disease"],
    ["pregnancy", { last_period: "under_3_months", pregnancy: "yes" }, "pregnant"],
    [
      "an unclear bleeding that a clarification explains",
      { bleeding: "unsure", bleeding_kind: "after_a_year" },
      "undiagnosed_bleeding",
    ],
  ])("%s stops the visit with its text before any further question", async (_, answers, rule) => {
    const patient = await patientIn("C");
    const record = await answerVisit(server, patient, { answers });
    expect(record.stop).toMatchObject({ ruleid: rule, kind: "stop" });
    expect(record.stop?.text.length).toBeGreaterThan(20);
    expect(record.onboardingstatus).toBe("PENDING");
  });

  test("an age under 40 is referred at step 1.5 already", async () => {
    const patient = await patientIn("C");
    const saved = await putStep(server, patient, 1.5, { state: "CA", birthday: "1995-01-01" });
    expect(saved.stop).toMatchObject({ ruleid: "age_under_40", kind: "stop" });
    expect(saved.interstitial).toBeNull();
  });

  test("nothing is sold, shown or asked after it, and no edit undoes it", async () => {
    const patient = await patientIn("C");
    const { token } = patient;
    await answerVisit(server, patient, { answers: { liver: "active" } });
    const refused = [
      await server.call(
        onboarding.saveStep,
        { params: { n: 2.3 }, body: { answers: [{ questionid: "liver", answer: "no" }] } },
        { token },
      ),
      await server.call(onboarding.step, { params: { n: 2.3 } }, { token }),
      await server.call(onboarding.previousStep, { params: { n: 2.3 } }, { token }),
      await server.call(onboarding.productReveal, { query: {} }, { token }),
      await server.call(onboarding.updateTreatmentForm, { body: { treatmentform: "patch" } }, { token }),
      await server.call(onboarding.verifyIdentity, { body: { ssn: "123456789" } }, { token }),
      await server.call(onboarding.saveStep, { params: { n: 7 }, body: { totalamount: 1 } }, { token }),
    ];
    expect(refused.map(({ status, problem }) => [status, problem.code])).toEqual(
      refused.map(() => [403, "visit_stopped"]),
    );
    const coupon = await server.call(onboarding.applyCoupon, { body: { couponid: "FSASTORE30" } }, { token });
    expect([coupon.status, coupon.problem.code]).toEqual([409, "coupon_not_applicable"]);
    expect((await readOnboardingRecord(server, patient)).stop).toMatchObject({ ruleid: "active_liver_disease" });
    const { ok } = await server.call(onboarding.recordV2, {}, { token });
    expect(ok.view).toBeNull();
  });

  test("the stopped visit is kept with a summary to print", async () => {
    const patient = await patientIn("C");
    await answerVisit(server, patient, { answers: { liver: "active", goals: ["heat"] } });
    const { status, ok } = await server.call(onboarding.reject, { body: { reason: "seen" } }, { token: patient.token });
    expect(status).toBe(200);
    expect(ok.stop.ruleid).toBe("active_liver_disease");
    expect(ok.summary).toContainEqual({ question: "Liver disease", answer: "Yes, I have it now" });
    expect(ok.summary).toContainEqual({ question: "Goals", answer: "Hot flashes and night sweats" });
    expect(Date.parse(ok.rejectedat)).not.toBeNaN();
  });

  test("§7 reject takes the API key beside the bearer, needs the bearer alone, and says so", async () => {
    const patient = await patientIn("C");
    await answerVisit(server, patient, { answers: { liver: "active" } });
    const { token } = patient;
    const reject = (credentials: object) => server.call(onboarding.reject, { body: {} }, credentials);
    expect((await reject({ token, apiKey: testApiKey })).status).toBe(200);
    expect((await reject({ token, apiKey: "the fixed key of a browser" })).status).toBe(200);
    expect((await reject({ token })).status).toBe(200);
    const { status, problem } = await reject({ apiKey: testApiKey });
    expect([status, problem.message]).toEqual([401, "Need auth"]);
    const document = (await server.app.inject({ url: "/api/openapi.json" })).json();
    const published = document.paths["/api/patient/onboardingv2/reject"].post;
    expect(published.security).toEqual([{ bearer: [] }, { bearer: [], apiKey: [] }]);
    expect(published.summary).toMatch(/only the bearer says whose visit it is/);
  });

  test("a visit that was not stopped has nothing to reject", async () => {
    const { token } = await patientIn("C");
    const { status, problem } = await server.call(onboarding.reject, { body: {} }, { token });
    expect([status, problem.code]).toEqual([409, "wrong_state"]);
  });
});

describe("emergency signs", () => {
  test.each<[string, Overrides, string]>([
    ["chest pain", { safety_signs: ["chest_pain"] }, "tel:911"],
    ["stroke signs", { safety_signs: ["stroke_signs"] }, "tel:911"],
    ["leg clot signs", { safety_signs: ["leg_clot"] }, "tel:911"],
    ["suicidal thoughts", { safe_thoughts: "now" }, "tel:988"],
  ])("%s: the patient is shown where to get help at once", async (_, answers, href) => {
    const patient = await patientIn("C");
    await putStep(server, patient, 1.5, { state: "CA", birthday: "1974-05-06" });
    const saved = await answerStep(server, patient, answers);
    expect(saved?.stop?.kind).toBe("emergency");
    expect(saved?.stop?.actions.map((action) => action.href)).toContain(href);
    expect((await readOnboardingRecord(server, patient)).stop?.kind).toBe("emergency");
  });
});

describe("product reveal", () => {
  test("the best fit comes first, with reasons, one strength of a family, and the doctor", async () => {
    const patient = await patientIn("C");
    await answerVisit(server, patient, { until: 3 });
    const { products, addons, doctor, excluded } = await reveal(patient);
    expect(families(products)[0]).toBe("estradiol_patch");
    expect(products[0]).toMatchObject({ fit: "recommended", strength: "0.05 mg/day", prescription: true });
    expect(products[0]?.reasons.length).toBeGreaterThan(0);
    expect(new Set(families(products)).size).toBe(products.length);
    expect(families(addons)).toContain("magnesium");
    expect(excluded).toEqual([]);
    expect(doctor.credentials).toContain("OB/GYN");
  });

  test("a requested form comes first; an unknown one is refused", async () => {
    const patient = await patientIn("C");
    await answerVisit(server, patient, { until: 3, answers: { preferred_form: "no_preference" } });
    const { ok } = await server.call(
      onboarding.productReveal,
      { query: { treatmentform: "tablet" } },
      { token: patient.token },
    );
    expect(families(ok.products)[0]).toBe("estradiol_tablet");
    expect(ok.treatmentform).toBe("tablet");
    const saved = await server.call(
      onboarding.updateTreatmentForm,
      { body: { treatmentform: "tablet" } },
      { token: patient.token },
    );
    expect(saved.status).toBe(200);
    expect((await reveal(patient)).treatmentform).toBe("tablet");
    const refused = await server.call(
      onboarding.updateTreatmentForm,
      { body: { treatmentform: "potion" } },
      { token: patient.token },
    );
    expect([refused.status, refused.problem.details?.fields?.[0]?.path]).toEqual([400, "treatmentform"]);
  });

  test.each<[string, Overrides, string]>([
    ["nitrates withhold sildenafil", { watch_medicines: ["nitrates"] }, "sildenafil_cream"],
    ["nursing withholds tretinoin", { last_period: "under_12_months", nursing: "yes" }, "tretinoin_cream"],
    ["a peanut allergy withholds progesterone capsules", { allergies: ["peanut"] }, "progesterone_capsule"],
    ["a peanut allergy with a uterus withholds systemic estrogen", { allergies: ["peanut"] }, "estradiol_patch"],
  ])("%s, with the reason", async (_, answers, family) => {
    const patient = await patientIn("C");
    await answerVisit(server, patient, { until: 3, answers });
    const { products, addons, excluded } = await reveal(patient);
    expect([...families(products), ...families(addons)]).not.toContain(family);
    const name = server.services.content.catalogue.products.find((each) => each.family === family)?.name;
    expect(excluded.find((each) => each.name === name)?.reason.length).toBeGreaterThan(10);
  });

  test("face products are not offered in a non-flow state", async () => {
    const patient = await patientIn("C");
    await answerVisit(server, patient, { until: 3, state: "NY" });
    expect(families((await reveal(patient)).addons)).not.toContain("tretinoin_cream");
  });

  test("a clinician's preference puts the patch first whatever the patient likes", async () => {
    const patient = await patientIn("C");
    await answerVisit(server, patient, {
      until: 3,
      answers: { preferred_form: "tablet", smoking: "yes", weight: "300" },
    });
    expect(families((await reveal(patient)).products)[0]).toBe("estradiol_patch");
  });
});

describe("choosing", () => {
  const patch = { productid: "estradiol_patch_0_05", pricingid: "estradiol_patch_0_05_1m" };
  const capsule = { productid: "progesterone_capsule_100", pricingid: "progesterone_capsule_100_1m" };
  const tablet = { productid: "estradiol_tablet_1", pricingid: "estradiol_tablet_1_1m" };

  test("with a uterus estrogen is accepted only with a progestogen", async () => {
    const patient = await patientIn("C");
    const { token } = patient;
    await answerVisit(server, patient, { until: 3 });
    const required = (await reveal(patient)).products.find(({ fit }) => fit === "required");
    expect(required?.productid).toBe(capsule.productid);
    const alone = await server.call(onboarding.saveStep, { params: { n: 3 }, body: { products: [patch] } }, { token });
    expect([alone.status, alone.problem.message]).toEqual([400, expect.stringContaining("lining")]);
    expect((await putStep(server, patient, 3, { products: [patch, capsule] })).onboarding.onboardingstep).toBe(4);
  });

  test("without a uterus estrogen is accepted alone", async () => {
    const patient = await patientIn("C");
    await answerVisit(server, patient, { until: 3, answers: { uterus: "removed" } });
    expect((await putStep(server, patient, 3, { products: [patch] })).onboarding.onboardingstep).toBe(4);
  });

  test.each([
    ["an unknown product", [{ productid: "moonlight", pricingid: "moonlight_1m" }]],
    ["a supply of another product", [{ ...patch, pricingid: capsule.pricingid }]],
    ["two kinds of the same hormone", [patch, tablet, capsule]],
    ["an add-on", [{ productid: "magnesium", pricingid: "magnesium_1m" }]],
    ["nothing", []],
  ])("step 3 refuses %s", async (_, products) => {
    const patient = await patientIn("C");
    await answerVisit(server, patient, { until: 3 });
    const { status, problem } = await server.call(
      onboarding.saveStep,
      { params: { n: 3 }, body: { products } },
      { token: patient.token },
    );
    expect([status, problem.code]).toEqual([400, "bad_request"]);
    expect(problem.details?.fields?.[0]?.path).toMatch(/^products/);
  });

  test("a price in the body is refused", async () => {
    const patient = await patientIn("C");
    await answerVisit(server, patient, { until: 3 });
    const products = [{ ...patch, price: 0.01 }, capsule];
    const { status } = await server.call(
      onboarding.saveStep,
      { params: { n: 3 }, body: { products } },
      { token: patient.token },
    );
    expect(status).toBe(400);
  });

  test("a changed answer drops the products it contraindicates, says so and leads back to the choice", async () => {
    const patient = await patientIn("C");
    await answerVisit(server, patient, { until: 6 });
    const saved = await putStep(server, patient, 2.5, { answers: [{ questionid: "allergies", answer: ["peanut"] }] });
    expect(saved.onboarding.onboardingstep).toBe(3);
    expect(saved.view.chosen).toEqual([]);
    expect(saved.notices).toContainEqual({ questionid: "allergies", text: expect.stringContaining("peanut") });
  });
});

describe("reveal before questions", () => {
  test("answers after the choice are screened: contraindicated products are dropped, and the patient chooses again after the questions", async () => {
    const patient = await patientIn("F1");
    await putStep(server, patient, 1.5, { state: "CA", birthday: "1974-05-06" });
    await answerVisit(server, patient, { until: 2 });
    const before = await server.call(onboarding.step, { params: { n: 3 } }, { token: patient.token });
    expect(before.ok.chosen.length).toBeGreaterThan(0);
    const record = await answerVisit(server, patient, {
      until: 3,
      answers: { allergies: ["adhesive"], uterus: "removed" },
    });
    expect(record.onboardingstep).toBe(3);
    const again = await server.call(onboarding.step, { params: { n: 3 } }, { token: patient.token });
    expect(families(again.ok.chosen)).not.toContain("estradiol_patch");
    expect((await server.call(onboarding.step, { params: { n: 4 } }, { token: patient.token })).problem.code).toBe(
      "step_ahead",
    );
    expect((await answerVisit(server, patient)).onboardingstep).toBe(6);
  });

  test("questions go on before the patient chooses again, and the choice can still be viewed", async () => {
    const patient = await patientIn("F1");
    await answerVisit(server, patient, { until: 2.2, products: ["estradiol_patch_0_05"] });
    const saved = await putStep(server, patient, 2.2, { answers: [{ questionid: "uterus", answer: "present" }] });
    expect(saved.onboarding.onboardingstep).toBe(2.2);
    expect(saved.notices).toContainEqual({
      questionid: null,
      text: expect.stringContaining("You can choose your treatment again after the questions."),
    });
    expect((await server.call(onboarding.step, { params: { n: 3 } }, { token: patient.token })).status).toBe(200);
    const record = await answerVisit(server, patient, { until: 3 });
    expect(record.onboardingstep).toBe(3);
    expect(record.steps.indexOf(3), "the questions lie before the choice").toBeGreaterThan(record.steps.indexOf(2));
  });

  test("a STOP after the choice sells nothing", async () => {
    const patient = await patientIn("F1");
    const record = await answerVisit(server, patient, { answers: { cancer: ["breast"] } });
    expect(record.stop?.ruleid).toBe("breast_cancer");
    expect((await server.call(onboarding.productReveal, { query: {} }, { token: patient.token })).problem.code).toBe(
      "visit_stopped",
    );
  });
});

describe("what the doctor reads", () => {
  test("clinician rules let the patient go on, notify once, and flag the visit even when the answer changes", async () => {
    const patient = await patientIn("C");
    await answerVisit(server, patient, { until: 2.4 });
    const saved = await putStep(server, patient, 2.3, { answers: [{ questionid: "conditions", answer: ["lupus"] }] });
    expect(saved.stop).toBeNull();
    expect(saved.notices).toEqual([{ questionid: "conditions", text: expect.stringMatching(/lupus/i) }]);
    const again = await putStep(server, patient, 2.3, { answers: [{ questionid: "conditions", answer: ["none"] }] });
    expect(again.notices).toEqual([]);
    const { flags, answers } = await visitSummary(server.services, patient.id);
    expect(flags.find(({ ruleid }) => ruleid === "lupus")).toMatchObject({ outcome: "CLINICIAN", current: false });
    expect(answers.find(({ question }) => question === "Uterus")).toMatchObject({ answer: "Yes" });
  });

  test("every answer ever given stays, sealed; the latest counts", async () => {
    const patient = await patientIn("C");
    await answerVisit(server, patient, { until: 2.1 });
    await putStep(server, patient, 2, { answers: [{ questionid: "goals", answer: ["other"], others: "CANARY-7b1" }] });
    const rows = await server.services.db
      .selectFrom("health_answer")
      .select(["value_sealed", "content_version"])
      .where("patient_id", "=", patient.id)
      .where("question_id", "=", "goals")
      .execute();
    expect(rows.length).toBe(2);
    expect(rows.every((row) => row.content_version === server.services.content.questionnaire.version)).toBe(true);
    expect(rows.some((row) => Buffer.from(row.value_sealed).includes("CANARY-7b1"))).toBe(false);
    const { answers } = await visitSummary(server.services, patient.id);
    expect(answers.find(({ question }) => question === "Goals")?.answer).toContain("CANARY-7b1");
    expect(server.logged()).not.toContain("CANARY-7b1");
  });
});
