import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { store } from "#contract/cart/calls.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import type { Answer } from "#contract/onboarding/questions.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { startTestServer, testApiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { answerVisit, type Overrides } from "../testing/answers.ts";
import { pay, readyToPay } from "../testing/checkout.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

/** A patient who has finished the visit in the flow that asks everything. */
async function inCare(answers: Overrides = {}): Promise<TestPatient> {
  const patient = await server.newPatient();
  await server.call(onboarding.overrideFlow, { body: { flow_variant: "C" } }, { token: patient.token });
  const { totalamount } = await readyToPay(server, patient, { answers });
  expect((await pay(server, patient, totalamount)).status).toBe(200);
  server.clock.advance(60_000);
  return patient;
}

const read = async ({ token }: TestPatient, version?: number) =>
  server.call(account.healthAnswers, { query: version === undefined ? {} : { version } }, { token });
const change = ({ token }: TestPatient, version: number, ...answers: Answer[]) =>
  server.call(account.updateHealthAnswers, { body: { version, answers } }, { token });
const answerTo = (questionid: string, answer: Answer["answer"], others?: string): Answer => ({
  questionid,
  answer,
  ...(others !== undefined && { others }),
});
const questionsIn = (health: Awaited<ReturnType<typeof read>>["ok"]) =>
  health.screens.flatMap(({ questions }) => questions);
const answerIn = (health: Awaited<ReturnType<typeof read>>["ok"], id: string) =>
  questionsIn(health).find((question) => question.id === id)?.answer;
const doctorView = async ({ id }: TestPatient) =>
  (await server.call(care.patient, { params: { id } }, { apiKey: testApiKey })).ok;

describe("§7 GET /patient/healthquestion", () => {
  test("before the visit is done there are no answers, and no version of them", async () => {
    const patient = await server.newPatient();
    await answerVisit(server, patient, { until: 2.3 });
    const { status, ok } = await read(patient);
    expect([status, ok]).toMatchObject([
      200,
      { version: 0, answeredat: null, screens: [], topics: [], versions: [], stop: null },
    ]);
    expect((await read(patient, 1)).problem.code).toBe("not_found");
  });

  test("decisions §5 after the visit all of the patient's answers are there, section by section, with the version of the questions", async () => {
    const patient = await inCare({ allergies: ["adhesive"] });
    const { ok } = await read(patient);
    const { version: contentversion, sections } = server.services.content.questionnaire;
    expect(ok).toMatchObject({ version: 1, contentversion, stop: null, versions: [{ version: 1, contentversion }] });
    expect(ok.screens.every(({ complete }) => complete)).toBe(true);
    expect(answerIn(ok, "allergies")).toEqual(["adhesive"]);
    const titles = sections.map(({ title }) => title);
    expect(ok.screens.every(({ section }) => titles.includes(section.title))).toBe(true);
  });

  test("§2.1 each section says in a line what is known, what bothers most first, and when it was changed last", async () => {
    const patient = await inCare({ height: "66", weight: "150", night_sweats: "4", hot_flashes: "2" });
    const topic = (health: Awaited<ReturnType<typeof read>>["ok"], title: string) =>
      health.topics.find((each) => each.title === title);
    const { ok: before } = await read(patient);
    expect(before.topics.map(({ title }) => title)).toEqual([
      ...new Set(before.screens.map(({ section }) => section.title)),
    ]);
    expect(topic(before, "Your body")).toMatchObject({
      facts: [
        { label: "Height", answer: "5 ft 6 in" },
        { label: "Weight", answer: "150 pounds" },
      ],
      open: 0,
    });
    expect(topic(before, "How you feel")?.facts[0]).toEqual({ label: "Night sweats", answer: "Very much" });
    expect(topic(before, "Your health history")).toMatchObject({ facts: [], more: 0 });
    const { ok: changed } = await change(patient, 1, answerTo("weight", "160"), answerTo("liver", "past"));
    expect(topic(changed.health, "Your health history")?.facts).toEqual([
      { label: "Liver disease", answer: "In the past, but it has cleared up" },
    ]);
    const { ok: after } = await read(patient);
    expect(after.topics).toEqual(changed.health.topics);
    const changedTitles = after.topics.filter((each) => each.changedat !== topic(before, each.title)?.changedat);
    expect(changedTitles.map(({ title }) => title)).toEqual(["Your health history", "Your body"]);
  });

  test.each(["0", "-1", "1.5", "two"])("version %s is refused at its field", async (version) => {
    const { token } = await server.newPatient();
    const { status, problem } = await server.call(account.healthAnswers, { query: { version } }, { token });
    expect([status, problem.details?.fields?.[0]?.path]).toEqual([400, "version"]);
  });

  test("an unknown version is not found", async () => {
    expect((await read(await inCare(), 2)).status).toBe(404);
  });
});

describe("§7 PUT /patient/healthquestion", () => {
  test("a change is a new version; the earlier one stays readable as it was given", async () => {
    const patient = await inCare();
    const { status, ok } = await change(
      patient,
      1,
      answerTo("weight", "160"),
      answerTo("other_medicines", "CANARY-mint tea"),
    );
    expect([status, ok.stop, ok.health.version]).toEqual([200, null, 2]);
    expect(ok.health.versions.map(({ version }) => version)).toEqual([2, 1]);
    const { ok: now } = await read(patient);
    expect(now).toEqual(ok.health);
    expect([answerIn(now, "weight"), answerIn(now, "other_medicines")]).toEqual(["160", "CANARY-mint tea"]);
    const { ok: before } = await read(patient, 1);
    expect(before.version).toBe(1);
    expect(new Date(before.answeredat ?? 0) < new Date(now.answeredat ?? 0)).toBe(true);
    expect(answerIn(before, "weight")).toBe("150");
    const rows = await server.services.db
      .selectFrom("health_answers_version")
      .select("screens_sealed")
      .where("patient_id", "=", patient.id)
      .execute();
    expect(rows.some((row) => Buffer.from(row.screens_sealed).includes("CANARY"))).toBe(false);
    expect(server.logged()).not.toContain("CANARY-mint");
  });

  test("the doctor reads the new answer", async () => {
    const patient = await inCare();
    await change(patient, 1, answerTo("weight", "160"));
    const { answers } = await doctorView(patient);
    expect(answers?.find(({ questionid }) => questionid === "weight")?.answer).toMatch(/^160/);
  });

  test("an answer that is stored already makes no new version", async () => {
    const patient = await inCare();
    const { ok } = await change(patient, 1, answerTo("weight", "150"));
    expect([ok.health.version, ok.notices]).toEqual([1, []]);
  });

  test("two tabs: the second to save gets a conflict for its stale version, and nothing of the first is lost", async () => {
    const patient = await inCare();
    await change(patient, 1, answerTo("weight", "160"));
    const { status, problem } = await change(patient, 1, answerTo("weight", "170"));
    expect([status, problem.code]).toEqual([409, "conflict"]);
    expect(answerIn((await read(patient)).ok, "weight")).toBe("160");
  });

  test("both saved at once: one of them wins", async () => {
    const patient = await inCare();
    const answers = await Promise.all(["161", "162"].map((weight) => change(patient, 1, answerTo("weight", weight))));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test("a repeat after a lost response gets the first response, its notices too", async () => {
    const patient = await inCare();
    const first = await change(patient, 1, answerTo("conditions", ["lupus"]));
    const second = await change(patient, 1, answerTo("conditions", ["lupus"]));
    expect(second.status).toBe(200);
    expect(first.ok.notices).not.toEqual([]);
    expect(second.ok).toEqual(first.ok);
  });

  test.each<[string, Answer, string]>([
    ["an unknown question", answerTo("favourite_tea", "mint"), "answers.0.questionid"],
    ["an unknown option", answerTo("uterus", "maybe"), "answers.0.answer"],
    ["a number out of its limits", answerTo("weight", "5000"), "answers.0.answer"],
    ["“none” beside another", answerTo("conditions", ["none", "lupus"]), "answers.0.answer"],
    ["“other” without words", answerTo("conditions", ["other"]), "answers.0.others"],
    ["a question that is not open", answerTo("bp_top", "120"), "answers.0.questionid"],
  ])("%s is refused at its field, and no version is made", async (_, answer, path) => {
    const patient = await inCare();
    const { status, problem } = await change(patient, 1, answer);
    expect([status, problem.details?.fields?.[0]?.path]).toEqual([400, path]);
    expect((await read(patient)).ok.version).toBe(1);
  });

  test("a question answered twice is refused", async () => {
    const patient = await inCare();
    const { problem } = await change(patient, 1, answerTo("weight", "150"), answerTo("weight", "160"));
    expect(problem.details?.fields).toEqual([
      { path: "answers.1.questionid", message: "Please answer each question just once." },
    ]);
  });

  test("more changes than anybody makes in an hour are refused; another patient's are not", async () => {
    const [patient, other] = [await server.newPatient(), await server.newPatient()];
    for (let tried = 0; tried < 60; tried += 1)
      expect((await change(patient, 0, answerTo("weight", "150"))).problem.code).toBe("wrong_state");
    const { status, problem, headers } = await change(patient, 0, answerTo("weight", "150"));
    expect([status, problem.code]).toEqual([429, "rate_limited"]);
    expect(problem.message).toMatch(/wait an hour, or message your doctor/);
    expect(Number(headers["retry-after"])).toBeGreaterThan(3000);
    expect((await change(other, 0, answerTo("weight", "150"))).problem.code).toBe("wrong_state");
  });

  test("before the visit is done the refusal says where to change answers", async () => {
    const patient = await server.newPatient();
    const { status, problem } = await change(patient, 0, answerTo("weight", "150"));
    expect([status, problem.code]).toEqual([409, "wrong_state"]);
    expect(problem.message).toContain("visit");
  });

  test("an answer that opens a question leaves it unanswered; one that closes a question drops its answer", async () => {
    const patient = await inCare();
    const { ok: opened } = await change(patient, 1, answerTo("bp_known", "numbers"));
    expect(opened.health.screens.find(({ id }) => id === "bp_numbers")?.complete).toBe(false);
    const { ok: answeredHealth } = await change(patient, 2, answerTo("bp_top", "120"), answerTo("bp_bottom", "80"));
    expect(answeredHealth.health.screens.every(({ complete }) => complete)).toBe(true);
    const { status, ok } = await change(patient, 3, answerTo("bp_known", "told_normal"), answerTo("bp_top", "130"));
    expect([status, answerIn(ok.health, "bp_top")]).toEqual([200, undefined]);
  });
});

describe("decisions §5 screening of a change", () => {
  test("CLINICIAN: the patient is notified once, the doctor has the flag, treatment goes on", async () => {
    const patient = await inCare();
    const { ok } = await change(patient, 1, answerTo("conditions", ["lupus"]));
    expect([ok.stop, ok.notices.length]).toEqual([null, 1]);
    const { flags } = await doctorView(patient);
    expect(flags).toContainEqual(expect.objectContaining({ ruleid: "lupus", level: "clinician" }));
    const { ok: back } = await change(patient, 2, answerTo("conditions", ["none"]));
    expect(back.notices).toEqual([]);
    expect((await doctorView(patient)).flags?.map(({ ruleid }) => ruleid)).toContain("lupus");
  });

  test("STOP: its text is shown, the doctor has the flag, nothing new is sold, and no edit undoes it", async () => {
    const patient = await inCare();
    const { token } = patient;
    const { ok } = await change(patient, 1, answerTo("liver", "active"));
    expect(ok).toMatchObject({ stop: { ruleid: "active_liver_disease", kind: "stop" }, notices: [] });
    expect((await doctorView(patient)).flags).toContainEqual(
      expect.objectContaining({ ruleid: "active_liver_disease", level: "stop" }),
    );
    const lines = [{ productid: "estradiol_patch_0_05", pricingid: "estradiol_patch_0_05_1m", quantity: 1 }];
    const placeOrder = () => server.call(store.checkout, { body: { checkout: lines } }, { token });
    expect((await placeOrder()).problem.code).toBe("visit_stopped");
    const { ok: undone } = await change(patient, 2, answerTo("liver", "no"));
    expect(undone.stop?.ruleid).toBe("active_liver_disease");
    expect((await read(patient)).ok.stop?.ruleid).toBe("active_liver_disease");
    expect((await placeOrder()).problem.code).toBe("visit_stopped");
  });

  test("STOP: nothing more is charged or sent of what is prescribed, until the doctor prescribes it again", async () => {
    const patient = await inCare();
    const { token } = patient;
    const params = { id: patient.id };
    await server.call(care.accept, { params, body: {} }, { apiKey: testApiKey });
    await server.call(care.approvePlan, { params, body: {} }, { apiKey: testApiKey });
    await server.jobs.drain();
    const home = async () => (await server.call(treatment.overview, {}, { token })).ok;
    expect((await home()).charges).not.toEqual([]);
    await change(patient, 1, answerTo("liver", "active"));
    const stopped = await home();
    expect(stopped.charges).toEqual([]);
    expect(stopped.nextstep).toMatchObject({ kind: "stop", title: "Your liver needs care first" });
    const { ok: waiting } = await server.call(care.prescriptionRenewals, { query: {} }, { apiKey: testApiKey });
    for (const { id } of waiting.items.filter((each) => each.patient.id === patient.id))
      await server.call(
        care.approvePrescriptionRenewal,
        { params: { id }, body: { despitewarning: true } },
        { apiKey: testApiKey },
      );
    expect((await home()).charges).not.toEqual([]);
  });

  test("a chosen medicine that becomes contraindicated is named, so that the patient asks the doctor", async () => {
    const patient = await inCare({ preferred_form: "patch" });
    const { ok } = await change(patient, 1, answerTo("allergies", ["peanut"]));
    expect(ok.stop).toBeNull();
    expect(ok.notices[0]).toMatch(/peanut.*Please message your doctor/i);
  });

  test("it is named again when the patient reports it again, also on a repeat after a lost response", async () => {
    const patient = await inCare({ preferred_form: "patch" });
    const peanut = answerTo("allergies", ["peanut"]);
    const { notices } = (await change(patient, 1, peanut)).ok;
    const named = notices.filter((notice) => notice.includes("Please message your doctor today"));
    expect(named).not.toEqual([]);
    server.clock.advance(60_000);
    await change(patient, 2, answerTo("allergies", ["none"]));
    server.clock.advance(60_000);
    const { ok } = await change(patient, 3, peanut);
    expect(ok.notices).toEqual(named);
    expect((await change(patient, 3, peanut)).ok).toEqual(ok);
  });

  test.each<[string, Answer, string]>([
    ["chest pain", answerTo("safety_signs", ["chest_pain"]), "tel:911"],
    ["suicidal thoughts", answerTo("safe_thoughts", "now"), "tel:988"],
  ])("%s: the patient is shown where to get help at once, also after another STOP", async (_, answer, href) => {
    const patient = await inCare();
    await change(patient, 1, answerTo("liver", "active"));
    const { ok } = await change(patient, 2, answer);
    expect(ok.stop?.kind).toBe("emergency");
    expect(ok.stop?.actions.map((action) => action.href)).toContain(href);
    expect((await read(patient)).ok.stop?.kind).toBe("emergency");
  });
});

test("a visit finished before versions were kept gets its first one when it is read", async () => {
  const patient = await inCare();
  await server.services.db.deleteFrom("health_answers_version").where("patient_id", "=", patient.id).execute();
  expect((await read(patient)).ok).toMatchObject({ version: 1, versions: [{ version: 1 }] });
  expect((await change(patient, 1, answerTo("weight", "160"))).ok.health.version).toBe(2);
});
