import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rulesVersion, ruleVersion } from "#content/logic/rule-version.ts";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { startTestServer, type TestPatient, testApiKey, type TestServer } from "#server/testing/harness.ts";
import {
  bill,
  capturedCents,
  home,
  inCare,
  type InCare,
  mailSubjects,
  passDays,
} from "#server/treatment/testing/in-care.ts";
import { applyRescreen, planRescreen, rescreenReport } from "./rescreen.ts";
import { answeredBefore } from "./testing/answered-before.ts";

const apiKey = testApiKey;
const [liver, lupus] = ["active_liver_disease", "lupus"];
let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());
/** Nobody of an earlier test is looked at again. */
beforeEach(async () => void (await applyRescreen(server.services)));

const activeLiver = { liver: "active" };
const withLupus = { conditions: ["lupus"] };

const record = async ({ id }: TestPatient) => (await server.call(care.patient, { params: { id } }, { apiKey })).ok;
const statusesOf = async (patient: TestPatient) =>
  (await record(patient)).prescriptions?.map(({ status }) => status) ?? [];
const itemsOf = async ({ id }: TestPatient) =>
  (await server.call(care.workItems, { query: {} }, { apiKey })).ok.items.filter(({ patient }) => patient?.id === id);
const hitsOf = ({ id }: TestPatient) =>
  server.services.db
    .selectFrom("screening_hit")
    .select(["rule_id", "outcome", "rule_version"])
    .where("patient_id", "=", id)
    .orderBy("rule_id")
    .execute();
const affectedBy = ({ affected }: Awaited<ReturnType<typeof planRescreen>>, ...patients: TestPatient[]) =>
  patients.map(({ id }) => affected.find(({ patientId }) => patientId === id) ?? null);

describe("decisions §5 a corrected rule holds for whoever has answered, before anybody ran anything", () => {
  test("the doctor reads it, and nobody approves a visit that waits against a stop: no person and no system", async () => {
    const rosa = await answeredBefore(server, await handedOver(server), activeLiver);
    const ana = await handedOver(server);
    const params = { id: rosa.id };
    const physician = await signedInStaff(server, ["physician"], "elena_marsh");
    await server.call(care.accept, { params, body: { doctorid: "elena_marsh" } }, { apiKey });
    expect((await record(rosa)).flags).toEqual([
      expect.objectContaining({ ruleid: liver, level: "stop", current: true }),
    ]);
    const override = { reason: "All the same", withoutanswers: true };
    for (const approval of [
      await server.call(care.approvePlan, { params, body: {} }, { apiKey }),
      await physician.browser.call(care.approvePlan, { params, body: { override } }),
    ]) {
      expect([approval.status, approval.problem.code]).toEqual([409, "wrong_state"]);
      expect(approval.problem.message).toContain("A rule says stop");
    }
    expect((await record(rosa)).planstatus).toBe("in_review");
    await server.call(care.accept, { params: { id: ana.id }, body: {} }, { apiKey });
    expect((await server.call(care.approvePlan, { params: { id: ana.id }, body: {} }, { apiKey })).status).toBe(200);
  });

  test("nothing more is charged, home says why and gives no date; another patient goes on", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    await passDays(server, 16);
    await bill(server);
    const before = await capturedCents(server, rosa);
    await answeredBefore(server, rosa, activeLiver);
    const rests = await home(server, rosa);
    expect(rests.nextstep).toMatchObject({ kind: "stop", title: "Your liver needs care first" });
    expect([rests.plan.phase, rests.charges]).toEqual(["on_hold", []]);
    await passDays(server, 12);
    await bill(server);
    expect(await capturedCents(server, rosa)).toEqual(before);
    expect((await capturedCents(server, ana)).length).toBe(before.length + 1);
    // A doctor is asked, as about anything that can't be charged.
    const renewals = await server.call(care.prescriptionRenewals, { query: { patientid: rosa.id } }, { apiKey });
    expect(renewals.ok.items.length).toBeGreaterThan(0);
  });

  test("what was told by the same rules is no finding: what a doctor prescribed knowing of it goes on", async () => {
    const rosa = await answeredBefore(server, await inCare(server), activeLiver);
    await server.services.db
      .insertInto("screening_hit")
      .values({
        ...{ patient_id: rosa.id, rule_id: liver ?? "", outcome: "STOP", content_version: "1", rule_version: "1" },
        at: server.clock.now(),
      })
      .execute();
    expect((await home(server, rosa)).plan.phase).not.toBe("on_hold");
    expect(affectedBy(await planRescreen(server.services), rosa)).toEqual([null]);
  });
});

describe("npm run rescreen", () => {
  async function four(): Promise<{ rosa: InCare; lena: InCare; mia: TestPatient; eva: InCare }> {
    return {
      rosa: await answeredBefore(server, await inCare(server), activeLiver),
      lena: await answeredBefore(server, await inCare(server, { delivered: false }), withLupus),
      mia: await answeredBefore(server, await handedOver(server), withLupus),
      eva: await answeredBefore(server, await inCare(server), { weight: "151" }),
    };
  }

  test("--plan lists whom it touches, and changes nothing", async () => {
    const { rosa, lena, mia, eva } = await four();
    const plan = await planRescreen(server.services);
    expect(plan.looked).toBe(4);
    expect(affectedBy(plan, rosa, lena, mia, eva)).toEqual([
      {
        ...{ patientId: rosa.id, where: "in care", rules: [{ id: liver, level: "stop" }] },
        rests: expect.arrayContaining(["estradiol_patch_0_05", "progesterone_capsule_100"]) as unknown,
      },
      { patientId: lena.id, where: "in care", rules: [{ id: lupus, level: "clinician" }], rests: [] },
      { patientId: mia.id, where: "waiting", rules: [{ id: lupus, level: "clinician" }], rests: [] },
      null,
    ]);
    const report = rescreenReport(plan, true);
    expect(report).toContain(`${rosa.id}\tin care\t${liver} (stop)\twould rest: `);
    expect(report).toContain("lupus: 2");
    expect(report).toContain("Nothing was changed");
    expect(await planRescreen(server.services)).toEqual(plan);
    for (const patient of [rosa, lena, mia, eva])
      expect([await itemsOf(patient), await hitsOf(patient)]).toEqual([[], []]);
    expect(await statusesOf(rosa)).toEqual(["active", "active"]);
  });

  test("--apply puts each in front of a clinician, holds what is forbidden, and tells her without a word about health; once", async () => {
    const { rosa, lena, mia, eva } = await four();
    const result = await applyRescreen(server.services);
    expect([result.looked, result.affected.length]).toEqual([4, 3]);
    const [item] = await itemsOf(rosa);
    expect(item).toMatchObject({
      ...{ kind: "rules", holds: false },
      entries: [
        {
          flags: [{ ruleid: liver, level: "stop" }],
          answers: [{ before: "Yes, now", after: "Yes, now" }].map(() => expect.anything()),
        },
      ],
    });
    expect((await itemsOf(lena))[0]).toMatchObject({
      kind: "rules",
      holds: true,
      entries: [{ flags: [{ ruleid: lupus }] }],
    });
    expect((await itemsOf(mia)).map(({ kind }) => kind)).toEqual(["rules"]);
    expect(await itemsOf(eva)).toEqual([]);
    expect([await statusesOf(rosa), await statusesOf(lena)]).toEqual([
      ["on_hold", "on_hold"],
      ["active", "active"],
    ]);
    const shipped = await server.call(
      care.shipOrder,
      { params: { id: lena.orderId }, body: { carrier: "Meadow Post", trackingnumber: "MP-1" } },
      { apiKey },
    );
    expect(shipped.problem.code).toBe("waits_for_clinician");
    const subject = {
      rosa: "Please read something about your plan today",
      lena: "We're looking at your answers again",
    };
    const told = async (patient: TestPatient, words: string) =>
      (await mailSubjects(server, patient)).filter((each) => each === words).length;
    expect([await told(rosa, subject.rosa), await told(lena, subject.lena), await told(mia, subject.lena)]).toEqual([
      1, 1, 1,
    ]);
    expect([await told(eva, subject.lena), await told(rosa, subject.lena)]).toEqual([0, 0]);
    for (const { text } of await server.mailbox.list(rosa.email)) expect(text).not.toMatch(/liver|lupus/i);
    expect((await home(server, rosa)).nextstep.title).toBe("Your liver needs care first");
    // The version of each rule stands with its hit.
    const { rules } = server.services.content;
    const version = (id: string | undefined) => ruleVersion(rules.find((rule) => rule.id === id) as never);
    expect(await hitsOf(rosa)).toEqual([{ rule_id: liver, outcome: "STOP", rule_version: version(liver) }]);
    expect(await hitsOf(lena)).toEqual([{ rule_id: lupus, outcome: "CLINICIAN", rule_version: version(lupus) }]);
    // Nobody is looked at again.
    expect(await applyRescreen(server.services)).toEqual({ looked: 0, affected: [] });
    expect(rescreenReport({ looked: 0, affected: [] }, false)).toBe("Everybody was screened by these rules.");
    expect((await itemsOf(lena)).map(({ version: seen }) => seen)).toEqual([1]);
    expect(await told(rosa, subject.rosa)).toBe(1);
  });

  test("a rule that asks for more than before is a finding; one that is only worded otherwise is none", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    for (const patient of [rosa, ana]) {
      await answeredBefore(server, patient, activeLiver);
      await server.services.db
        .insertInto("screening_hit")
        .values({
          ...{ patient_id: patient.id, rule_id: liver ?? "", content_version: "1", rule_version: "1" },
          ...{ outcome: patient === rosa ? "CLINICIAN" : "STOP", at: server.clock.now() },
        })
        .execute();
    }
    const [ofRosa, ofAna] = affectedBy(await applyRescreen(server.services), rosa, ana);
    expect([ofRosa?.rules, ofAna]).toEqual([[{ id: liver, level: "stop" }], null]);
    expect((await hitsOf(rosa)).map(({ outcome }) => outcome).toSorted()).toEqual(["CLINICIAN", "STOP"]);
    // Told once in the record, as it holds today.
    expect((await record(rosa)).flags?.map(({ ruleid, level }) => `${level} ${ruleid}`)).toEqual([`stop ${liver}`]);
  });

  test("more than are read at a time; whoever is in nobody's care is noted and no more", async () => {
    const rosa = await answeredBefore(server, await inCare(server), withLupus);
    await server.services.db
      .updateTable("prescription")
      .set({ status: "ended" })
      .where("patient_id", "=", rosa.id)
      .execute();
    expect(affectedBy(await applyRescreen(server.services), rosa)).toEqual([null]);
    expect([await itemsOf(rosa), (await hitsOf(rosa)).map(({ rule_id }) => rule_id)]).toEqual([[], [lupus]]);
    const ids = [];
    for (let count = 0; count < 3; count += 1) ids.push(await answeredBefore(server, await inCare(server), withLupus));
    expect((await planRescreen(server.services, 2)).looked).toBe(3);
    expect(affectedBy(await applyRescreen(server.services, 2), ...ids).every((each) => each !== null)).toBe(true);
  });

  test("what a patient changes afterwards is screened by today's rules, those that nobody told of before too", async () => {
    const rosa = await answeredBefore(server, await inCare(server), activeLiver);
    const { token } = rosa;
    const answers = [{ questionid: "weight", answer: "152" }];
    expect((await server.call(account.updateHealthAnswers, { body: { answers } }, { token })).status).toBe(200);
    expect(await statusesOf(rosa)).toEqual(["on_hold", "on_hold"]);
    expect((await itemsOf(rosa)).map(({ kind }) => kind)).toEqual(["answers"]);
    expect((await planRescreen(server.services)).looked).toBe(0);
  });
});

test("each thing prescribed says by which rules", async () => {
  const rosa = await inCare(server);
  const rows = await server.services.db
    .selectFrom("prescribing_decision")
    .select(["decision", "rules_version", "actor"])
    .where("patient_id", "=", rosa.id)
    .execute();
  expect(rows).toEqual([
    {
      decision: "plan",
      rules_version: rulesVersion(server.services.content),
      actor: expect.stringMatching(/^key:/) as unknown,
    },
  ]);
});
