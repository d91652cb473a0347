import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import type { Input } from "#contract/http/endpoint.ts";
import { support } from "#contract/support.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { submitted } from "#server/care/testing/submitted-visit.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { refusesAny } from "#server/platform/refusal.ts";
import { requestPrescriptionRenewal } from "#server/prescriptions/public.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { startTestServer, testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { putPrescriptionsOnHold } from "./hold-prescriptions.ts";

let server: TestServer;
let physician: StaffPerson;
beforeAll(async () => {
  server = await startTestServer();
  const { id } = await server.services.db
    .selectFrom("doctor")
    .innerJoin("doctor_license", "doctor_license.doctor_id", "doctor.id")
    .select("doctor.id")
    .where("active", "=", true)
    .where("state", "=", "IA")
    .executeTakeFirstOrThrow();
  physician = await signedInStaff(server, ["physician"], id);
});
afterAll(() => server.close());

/** Accepted by the physician; a rule says to weigh their fibroids. */
async function warned(answers: Record<string, unknown> = { womens_conditions: ["fibroids"] }) {
  const rosa = await submitted(server, { answers: answers as never });
  await physician.browser.call(care.accept, { params: { id: rosa.id }, body: {} });
  const { ok } = await physician.browser.call(care.patient, { params: { id: rosa.id } });
  const rules = (ok.flags ?? []).filter(({ level, current }) => level === "clinician" && current);
  return { rosa, rules };
}
const approve = ({ id }: TestPatient, override?: { rules?: string[]; withoutanswers?: boolean; reason: string }) =>
  physician.browser.call(care.approvePlan, { params: { id }, body: override ? { override } : {} });
const overridesOf = async ({ id }: TestPatient) =>
  (await server.call(care.patient, { params: { id } }, { apiKey })).ok.overrides;

describe("decisions §11 overriding a warning needs a reason that is kept", () => {
  test("without one a person approves nothing, and is told which rules are left to weigh; with one it's kept in the record", async () => {
    const { rosa, rules } = await warned();
    expect(rules.length).toBeGreaterThan(0);
    const refused = await approve(rosa);
    expect(refused.problem).toMatchObject({
      code: "override_required",
      details: { rules: rules.map(({ ruleid }) => ruleid), unanswered: [] },
    });
    const after = (await server.call(care.patient, { params: { id: rosa.id } }, { apiKey })).ok;
    expect([after.planstatus, after.prescriptions, after.overrides]).toEqual(["in_review", [], []]);
    const half = await approve(rosa, { rules: [], reason: "Small fibroids" });
    expect(half.problem.code).toBe("override_required");
    const reason = "Quillbarkqa: small fibroids, seen by her gynecologist";
    const approved = await approve(rosa, { rules: rules.map(({ ruleid }) => ruleid), reason });
    expect(approved.status).toBe(200);
    expect(await overridesOf(rosa)).toEqual([
      {
        ...{ decision: "plan", refid: expect.any(String), actor: `staff:${physician.id}`, at: expect.any(String) },
        ...{ rules: rules.map(({ ruleid, text }) => ({ ruleid, text })), unanswered: [], reason },
      },
    ]);
    const rows = await server.services.db.selectFrom("warning_override").selectAll().execute();
    expect(rows.some(({ override_sealed }) => Buffer.from(override_sealed).includes("Quillbarkqa"))).toBe(false);
  });

  test("an empty reason is no reason", async () => {
    const { rosa, rules } = await warned();
    const { problem } = await approve(rosa, { rules: rules.map(({ ruleid }) => ruleid), reason: " " });
    expect(problem.code).toBe("bad_request");
  });

  test("where no rule warns, nothing is asked", async () => {
    const { rosa, rules } = await warned({});
    if (rules.length > 0) return expect((await approve(rosa)).problem.code).toBe("override_required");
    expect((await approve(rosa)).status).toBe(200);
    expect(await overridesOf(rosa)).toEqual([]);
  });

  test("a check that couldn't run blocks the approval until somebody says why they decide without it", async () => {
    const { rosa, rules } = await warned({});
    await server.services.db
      .deleteFrom("health_answer")
      .where("patient_id", "=", rosa.id)
      .where("question_id", "=", "womens_conditions")
      .execute();
    const ids = rules.map(({ ruleid }) => ruleid);
    const refused = await approve(rosa, { rules: ids, reason: "Asked by phone" });
    expect(refused.problem).toMatchObject({
      code: "override_required",
      details: { unanswered: ["womens_conditions"] },
    });
    expect((await approve(rosa, { rules: ids, withoutanswers: true, reason: "Asked by phone" })).status).toBe(200);
    expect((await overridesOf(rosa))?.[0]).toMatchObject({
      unanswered: [expect.any(String)],
      reason: "Asked by phone",
    });
  });

  test("a system approves as before; what it says is kept as well", async () => {
    const [one, two] = [await warned(), await warned()];
    const params = (patient: TestPatient) => ({ params: { id: patient.id } });
    expect((await server.call(care.approvePlan, { ...params(one.rosa), body: {} }, { apiKey })).status).toBe(200);
    expect(await overridesOf(one.rosa)).toEqual([]);
    const body = { override: { reason: "Weighed in our own system" } };
    expect((await server.call(care.approvePlan, { ...params(two.rosa), body }, { apiKey })).status).toBe(200);
    expect((await overridesOf(two.rosa))?.[0]).toMatchObject({
      reason: "Weighed in our own system",
      rules: two.rules.map(({ ruleid, text }) => ({ ruleid, text })),
    });
  });

  test("prescribing despite a warning elsewhere needs the reason too", async () => {
    const { rosa, rules } = await warned();
    await approve(rosa, { rules: rules.map(({ ruleid }) => ruleid), reason: "Small fibroids" });
    await server.jobs.drain();
    const [subscription] =
      (await server.call(care.patient, { params: { id: rosa.id } }, { apiKey })).ok.subscriptions ?? [];
    const params = { id: subscription?.id ?? "" };
    const change = { productid: "estradiol_patch_0_1", pricingid: "estradiol_patch_0_1_1m", despitewarning: true };
    const refused = await physician.browser.call(care.changeTreatment, { params, body: change });
    const made = await physician.browser.call(care.changeTreatment, {
      params,
      body: { ...change, override: { reason: "Symptoms are back" } },
    });
    expect(refused.problem.code).toBe("override_required");
    expect(made.status).toBe(201);
    expect((await overridesOf(rosa))?.[0]).toMatchObject({ decision: "change", reason: "Symptoms are back" });
  });

  /** Their patch is on hold, and the doctor is asked to renew it. */
  async function toRenew(answers: Record<string, unknown>) {
    const { rosa, rules } = await warned({});
    await approve(rosa, { rules: rules.map(({ ruleid }) => ruleid), reason: "Weighed" });
    await server.jobs.drain();
    const { version } = (await server.call(account.healthAnswers, { query: {} }, { token: rosa.token })).ok;
    const changed = Object.entries(answers).map(([questionid, answer]) => ({ questionid, answer }) as never);
    await server.call(account.updateHealthAnswers, { body: { answers: changed, version } }, { token: rosa.token });
    await inTransaction(server.services, (tx) =>
      putPrescriptionsOnHold({ ...tx, ...refusesAny }, rosa.id, (product) => product.startsWith("estradiol")),
    );
    const query = { patientid: rosa.id };
    const { items } = (await physician.browser.call(care.prescriptionRenewals, { query })).ok;
    const renew = (body: Input<typeof care.approvePrescriptionRenewal>["body"]) =>
      physician.browser.call(care.approvePrescriptionRenewal, { params: { id: items[0]?.id ?? "" }, body });
    return { rosa, renewal: items[0], renew };
  }

  test("a renewal of what is on hold needs the reason too, and it's kept with the rules that were weighed", async () => {
    const { rosa, renewal, renew } = await toRenew({ womens_conditions: ["fibroids"] });
    expect(renewal).toMatchObject({ onhold: true });
    const weighed = renewal?.flags.filter(({ level }) => level === "clinician") ?? [];
    expect(weighed.length).toBeGreaterThan(0);
    expect((await renew({})).problem.code).toBe("wrong_state");
    expect((await renew({ despitewarning: true })).problem.code).toBe("override_required");
    const override = { rules: weighed.map(({ ruleid }) => ruleid), reason: "Small, and watched" };
    expect((await renew({ despitewarning: true, override })).status).toBe(200);
    const [kept] = (await overridesOf(rosa)) ?? [];
    expect(kept).toMatchObject({ decision: "renewal", reason: "Small, and watched" });
    expect(kept?.rules.map(({ ruleid }) => ruleid).toSorted()).toEqual(override.rules.toSorted());
  });

  test("a warning that was weighed with the plan is weighed again with each renewal", async () => {
    const { rosa, rules } = await warned();
    await approve(rosa, { rules: rules.map(({ ruleid }) => ruleid), reason: "Small fibroids" });
    await server.jobs.drain();
    const { prescriptions = [] } = (await server.call(care.patient, { params: { id: rosa.id } }, { apiKey })).ok;
    const estrogen = prescriptions.find(({ productid }) => productid.startsWith("estradiol"));
    await inTransaction(server.services, (tx) => requestPrescriptionRenewal(tx, rosa.id, estrogen?.id ?? ""));
    const { items } = (await physician.browser.call(care.prescriptionRenewals, { query: { patientid: rosa.id } })).ok;
    expect(items[0]).toMatchObject({ onhold: false });
    const warnings = (items[0]?.flags ?? []).filter(({ level }) => level === "clinician").map(({ ruleid }) => ruleid);
    const renew = (body: Input<typeof care.approvePrescriptionRenewal>["body"]) =>
      physician.browser.call(care.approvePrescriptionRenewal, { params: { id: items[0]?.id ?? "" }, body });
    expect((await renew({})).problem).toMatchObject({ code: "override_required", details: { rules: warnings } });
    const override = { rules: warnings, reason: "Seen again, and no larger" };
    expect((await renew({ despitewarning: true, override })).status).toBe(200);
    expect((await overridesOf(rosa))?.[0]).toMatchObject({ decision: "renewal", reason: override.reason });
  });

  test("nobody renews against a stop, whatever they say", async () => {
    const { rosa, renewal, renew } = await toRenew({ allergies: ["estrogen"] });
    expect(renewal?.flags.map(({ level }) => level)).toContain("stop");
    const override = { reason: "All the same" };
    const refused = await renew({ despitewarning: true, override });
    expect([refused.status, refused.problem.code]).toEqual([409, "wrong_state"]);
    expect(refused.problem.message).toContain("A rule says stop");
    expect((await overridesOf(rosa))?.some(({ decision }) => decision === "renewal")).toBe(false);
  });

  describe("estrogen whose progestogen is missing", () => {
    const capsule = "progesterone_capsule_100";

    /** In care of the physician; the patch is to be renewed, after `meanwhile`. */
    async function patchToRenew(meanwhile: (rosa: TestPatient) => Promise<unknown>) {
      const { rosa, rules } = await warned({});
      await approve(rosa, { rules: rules.map(({ ruleid }) => ruleid), reason: "Weighed" });
      await server.jobs.drain();
      await meanwhile(rosa);
      const { prescriptions = [] } = (await server.call(care.patient, { params: { id: rosa.id } }, { apiKey })).ok;
      const patch = prescriptions.find(({ productid }) => productid.startsWith("estradiol"));
      await inTransaction(server.services, (tx) => requestPrescriptionRenewal(tx, rosa.id, patch?.id ?? ""));
      const { items } = (await physician.browser.call(care.prescriptionRenewals, { query: { patientid: rosa.id } })).ok;
      const renewal = items.find(({ item }) => item.productid === patch?.productid);
      const renew = (body: Input<typeof care.approvePrescriptionRenewal>["body"]) =>
        physician.browser.call(care.approvePrescriptionRenewal, { params: { id: renewal?.id ?? "" }, body });
      const warning = renewal?.flags.find(({ ruleid }) => ruleid === "uterus_needs_progestogen");
      return { rosa, renewal, warning, renew };
    }
    const hold = (rosa: TestPatient) =>
      inTransaction(server.services, (tx) =>
        putPrescriptionsOnHold({ ...tx, ...refusesAny }, rosa.id, (product) => product === capsule),
      );
    const stop = (rosa: TestPatient) =>
      server.services.db
        .updateTable("prescription")
        .set({ status: "ended" })
        .where("patient_id", "=", rosa.id)
        .where("product_id", "=", capsule)
        .execute();
    const cancel = async (rosa: TestPatient) => {
      const token = rosa.token;
      const { subscriptions } = (await server.call(treatment.overview, {}, { token })).ok;
      const id = subscriptions.find(({ item }) => item.productid === capsule)?.id;
      const cancelled = await server.call(
        treatment.cancel,
        { params: { id: rosa.id }, body: { subscriptionid: id ?? "" } },
        { token },
      );
      expect(cancelled.status).toBe(200);
    };
    const spend = ({ id }: TestPatient) =>
      server.services.db.updateTable("prescription").set({ refills_left: 0 }).where("patient_id", "=", id).execute();

    test.each([
      ["on hold", hold, "is on hold"],
      ["stopped", stop, "none is prescribed any more"],
      ["no longer sent", cancel, "isn't sent any more"],
    ])(
      "%s: the renewal says so and is refused until a person says why; the reason is kept",
      async (_, meanwhile, says) => {
        const { rosa, warning, renew } = await patchToRenew(meanwhile);
        expect(warning).toMatchObject({ level: "clinician", text: expect.stringContaining(says) });
        const refused = await renew({});
        expect(refused.problem).toMatchObject({
          code: "override_required",
          details: { rules: ["uterus_needs_progestogen"] },
        });
        expect(refused.problem.message).toContain(says);
        expect((await renew({ despitewarning: true })).problem.code).toBe("override_required");
        const other = { rules: ["fibroids"], reason: "Weighed something else" };
        expect((await renew({ despitewarning: true, override: other })).problem.code).toBe("override_required");
        const override = { rules: ["uterus_needs_progestogen"], reason: "A coil since March" };
        expect((await renew({ despitewarning: true, override })).status).toBe(200);
        expect((await overridesOf(rosa))?.[0]).toMatchObject({
          ...{ decision: "renewal", reason: override.reason },
          rules: [{ ruleid: "uterus_needs_progestogen", text: expect.stringContaining(says) }],
        });
      },
    );

    test("a system says that it knows", async () => {
      const { renewal } = await patchToRenew(hold);
      const approveBySystem = (body: object) =>
        server.call(care.approvePrescriptionRenewal, { params: { id: renewal?.id ?? "" }, body }, { apiKey });
      expect((await approveBySystem({})).problem).toMatchObject({ code: "wrong_state" });
      expect((await approveBySystem({ despitewarning: true })).status).toBe(200);
    });

    test("one that waits for its own renewal isn't missing", async () => {
      const { warning, renew } = await patchToRenew(spend);
      expect(warning).toBeUndefined();
      expect((await renew({})).status).toBe(200);
    });

    test("without a uterus nothing is missing", async () => {
      const { warning } = await patchToRenew(async (rosa) => {
        await stop(rosa);
        const { version } = (await server.call(account.healthAnswers, { query: {} }, { token: rosa.token })).ok;
        const answers = [{ questionid: "uterus", answer: "removed" }];
        const body = { answers, version };
        expect((await server.call(account.updateHealthAnswers, { body }, { token: rosa.token })).status).toBe(200);
      });
      expect(warning).toBeUndefined();
    });
  });
});

describe("while an emergency is open, a person who decides says that they know of it", () => {
  const reportEmergency = async (patient: TestPatient) => {
    const { token } = patient;
    await server.call(support.contact, { body: { topic: "treatment", message: "my chest hurts" } }, { token });
  };
  const emergencyOf = async ({ id }: TestPatient) =>
    (await server.call(care.emergencies, { query: { state: "open", patientid: id } }, { apiKey })).ok.items[0]?.id ??
    expect.fail("none is open");

  test("a plan isn't approved before it is named among what was weighed, acknowledged or not; a closed one asks nothing", async () => {
    const [{ rosa, rules }, other] = [await warned(), await warned()];
    await reportEmergency(rosa);
    const known = rules.map(({ ruleid }) => ruleid);
    const refused = await approve(rosa, { rules: known, reason: "Small fibroids" });
    expect(refused.problem).toMatchObject({
      code: "emergency_open",
      details: { emergencies: [{ words: "my chest hurts" }] },
    });
    const seen = await physician.browser.call(
      care.approvePlan,
      { params: { id: rosa.id }, body: { override: { rules: known, reason: "Small fibroids" } } },
      { headers: { "x-emergency-seen": await emergencyOf(rosa) } },
    );
    expect(seen.problem).toMatchObject({ code: "override_required", details: { rules: ["emergency_open"] } });
    const { flags = [] } = (await physician.browser.call(care.patient, { params: { id: rosa.id } })).ok;
    expect(flags.find(({ ruleid }) => ruleid === "emergency_open")).toMatchObject({
      level: "clinician",
      current: true,
    });
    const params = { id: await emergencyOf(rosa) };
    await server.call(care.acknowledgeEmergency, { params, body: {} }, { apiKey });
    expect((await approve(rosa, { rules: known, reason: "Small fibroids" })).problem.code).toBe("emergency_open");
    expect((await approve(other.rosa, { rules: known, reason: "Small fibroids" })).status).toBe(200);
    const { status } = await approve(rosa, {
      rules: [...known, "emergency_open"],
      reason: "Seen in the ER, all clear",
    });
    expect(status).toBe(200);
    expect((await overridesOf(rosa))?.[0]?.rules.map(({ ruleid }) => ruleid)).toContain("emergency_open");
    const { rosa: third } = await warned();
    await reportEmergency(third);
    await server.call(
      care.closeEmergency,
      { params: { id: await emergencyOf(third) }, body: { outcome: "Heartburn" } },
      { apiKey },
    );
    expect((await approve(third, { rules: known, reason: "Small fibroids" })).status).toBe(200);
  });
});
