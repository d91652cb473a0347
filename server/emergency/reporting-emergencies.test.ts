import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { createEmergencyDetector } from "#contract/emergency/find-emergency.ts";
import { messages } from "#contract/messages/calls.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import type { Answer } from "#contract/onboarding/questions.ts";
import { support } from "#contract/support.ts";
import { submitted } from "#server/care/testing/submitted-visit.ts";
import { patientWithFollowup, goThrough, save } from "#server/followup/testing/followups.ts";
import { waitingConversations } from "#server/messages/conversations/conversations.ts";
import {
  attachAsPatient,
  conversationsOf,
  sendAsPatient,
  patientWithConversations,
  type PatientWithConversations,
  sendAsClinic,
} from "#server/messages/testing/conversations.ts";
import { answerVisit } from "#server/onboarding/testing/answers.ts";
import { pay, readyToPay } from "#server/onboarding/testing/checkout.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { paginate, decodeCursor } from "#server/platform/pagination.ts";
import { startTestServer, testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { tokenOf } from "#server/treatment/testing/in-care.ts";
import { reportEmergency } from "./emergency-reports.ts";

const onCall = "on-call@practice.example";
const content = await shippedContent();
const signs = new Map(content.emergencywords.signs.map((sign) => [sign.id, sign]));

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, { ON_CALL_EMAIL: onCall });
  // None of this depends on the demo: from here on the node takes itself for production.
  Object.assign(server.services.config, { demo: false, production: true });
});
afterAll(() => server.close());

const openReports = async () => (await server.call(care.emergencies, { query: {} }, { apiKey })).ok.items;
const openReportsOf = async ({ id }: TestPatient) => (await openReports()).filter(({ patient }) => patient?.id === id);
const acknowledge = (id: string) => server.call(care.acknowledgeEmergency, { params: { id }, body: {} }, { apiKey });
const acknowledgeAll = async () => {
  for (const { id } of await openReports()) await acknowledge(id);
};
const mailsOf = async () => {
  await server.jobs.drain();
  return server.mailbox.list(onCall);
};
const counted = async (source: string, kind: string) => {
  const metric = await server.services.metrics.getSingleMetricAsString("emergencies_told_total");
  return Number(new RegExp(`source="${source}",kind="${kind}"\\} (\\d+)`).exec(metric)?.[1] ?? 0);
};
const conversationOf = async (patient: PatientWithConversations) =>
  (await conversationsOf(server, patient)).find(({ id }) => id === patient.doctorConversationId);

describe("an emergency in a message, outside the demo", () => {
  let rosa: PatientWithConversations;
  beforeAll(async () => {
    rosa = await patientWithConversations(server);
  });

  test("the response says whom to call, and the conversation does until it is dismissed", async () => {
    const { status, ok } = await sendAsPatient(server, rosa, rosa.doctorConversationId, {
      message: "cant breathe, chest hurts",
      clientid: "a",
    });
    const sign = signs.get("chest_or_breath");
    expect(status).toBe(201);
    const emergency = { kind: "911", title: sign?.title, text: sign?.text, phones: sign?.phones };
    expect(ok).toMatchObject({ emergency });
    expect((await conversationOf(rosa))?.emergency).toEqual(emergency);
    await sendAsPatient(server, rosa, rosa.doctorConversationId, { message: "Where is my order?" });
    expect((await conversationOf(rosa))?.emergency).toEqual(emergency);
    const token = await tokenOf(server, rosa);
    const dismissed = await server.call(
      messages.dismissEmergency,
      { params: { id: rosa.doctorConversationId } },
      { token },
    );
    expect([dismissed.status, dismissed.ok.emergency]).toEqual([200, null]);
    expect((await conversationOf(rosa))?.emergency).toBeNull();
    expect(await openReportsOf(rosa)).toHaveLength(1);
  });

  test("a repeated send answers the same and reports nothing again", async () => {
    const again = await sendAsPatient(server, rosa, rosa.doctorConversationId, {
      message: "cant breathe, chest hurts",
      clientid: "a",
    });
    expect(again.ok).toMatchObject({ emergency: { kind: "911" } });
    expect(await openReportsOf(rosa)).toHaveLength(1);
  });

  test("the text sent with a file is checked too", async () => {
    const file = {
      name: "photo.pdf",
      type: "application/pdf",
      bytes: Buffer.from("%PDF-1.7\n1 0 obj\n<< /Type /Page >>\nendobj\nstartxref\n0\n%%EOF\n"),
    };
    const { status, ok } = await attachAsPatient(server, rosa, rosa.doctorConversationId, file, {
      message: "my leg is swollen and hot",
    });
    expect([status, ok]).toMatchObject([201, { emergency: { kind: "911" } }]);
    expect((await openReportsOf(rosa)).map(({ title }) => title)).toContain(signs.get("leg_clot")?.title);
  });

  test("988 comes first for self-harm, and can be texted", async () => {
    const maria = await patientWithConversations(server);
    const { ok } = await sendAsPatient(server, maria, maria.doctorConversationId, {
      message: "i dont want to live anymore",
    });
    expect(ok).toMatchObject({ emergency: { kind: "988" } });
    const phones = (await conversationOf(maria))?.emergency?.phones.map(({ href }) => href);
    expect(phones).toEqual(["tel:988", "sms:988", "tel:911"]);
  });

  test("a message that is no emergency says so, and nobody is notified", async () => {
    const [before, mails] = [await openReports(), (await mailsOf()).length];
    const { ok } = await sendAsPatient(server, rosa, rosa.doctorConversationId, {
      message: "No chest pain, all is well. My mother had a stroke.",
    });
    expect(ok).toMatchObject({ emergency: null });
    expect(await openReports()).toEqual(before);
    expect(await mailsOf()).toHaveLength(mails);
  });

  test("the practice gets a mail that names neither health nor the patient, a metric counts it, and the log holds none of the words", async () => {
    await acknowledgeAll();
    const lena = await patientWithConversations(server);
    const [mails, count] = [(await mailsOf()).length, await counted("message", "911")];
    await sendAsPatient(server, lena, lena.doctorConversationId, { message: "My chest hurts since zinnia o'clock" });
    const [report] = await openReportsOf(lena);
    const [mail, ...others] = (await mailsOf()).filter(({ text }) => text.includes(report?.id ?? "none"));
    expect([mail?.to, others]).toEqual([onCall, []]);
    expect(await mailsOf()).toHaveLength(mails + 1);
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/chest|zinnia|pain|rosa|winter|patient|911|menopause/i);
    expect(await counted("message", "911")).toBe(count + 1);
    expect(server.logged()).not.toContain("zinnia");
  });

  test("each one is mailed, the latest is shown, and dismissing it in one conversation leaves every other", async () => {
    const [vera, other] = [await patientWithConversations(server), await patientWithConversations(server)];
    const mails = (await mailsOf()).length;
    await sendAsPatient(server, vera, vera.doctorConversationId, { message: "chest pain" });
    server.clock.advance(60_000);
    await sendAsPatient(server, vera, vera.doctorConversationId, { message: "i want to die" });
    await sendAsPatient(server, other, other.doctorConversationId, { message: "chest pain" });
    expect(await mailsOf()).toHaveLength(mails + 3);
    expect((await conversationOf(vera))?.emergency?.kind).toBe("988");
    const token = await tokenOf(server, vera);
    await server.call(messages.dismissEmergency, { params: { id: vera.doctorConversationId } }, { token });
    expect((await conversationOf(vera))?.emergency).toBeNull();
    expect((await conversationOf(other))?.emergency?.kind).toBe("911");
  });

  test("a message that is not saved reports nothing", async () => {
    const anna = await patientWithConversations(server);
    await server.call(
      care.openConversation,
      { params: { id: anna.doctorConversationId }, body: { open: false } },
      { apiKey },
    );
    expect((await sendAsPatient(server, anna, anna.doctorConversationId, { message: "chest pain" })).status).toBe(409);
    expect(await openReportsOf(anna)).toEqual([]);
  });

  test("nobody can dismiss another patient's", async () => {
    const other = await server.newPatient();
    const params = { id: rosa.doctorConversationId };
    expect((await server.call(messages.dismissEmergency, { params }, { token: other.token })).status).toBe(404);
  });
});

describe("the practice's lists", () => {
  test("conversations: those with an emergency come first, also when answered, until it is acknowledged", async () => {
    await acknowledgeAll();
    const [first, second, third] = [
      await patientWithConversations(server),
      await patientWithConversations(server),
      await patientWithConversations(server),
    ];
    for (const each of [first, second, third]) {
      server.clock.advance(60_000);
      const message = each === third ? "i think im having a stroke" : "Where is my order?";
      await sendAsPatient(server, each, each.doctorConversationId, { message });
    }
    const three = new Set([first, second, third].map(({ id }) => id));
    const listed = async () =>
      (await server.call(care.conversations, { query: {} }, { apiKey })).ok.items
        .filter(({ patient }) => three.has(patient.id))
        .map(({ patient }) => [patient.id, patient.emergencysince !== null]);
    expect(await listed()).toEqual([
      [third.id, true],
      [first.id, false],
      [second.id, false],
    ]);
    await sendAsClinic(server, third.doctorConversationId, { message: "We call you now." });
    expect((await listed())[0]).toEqual([third.id, true]);
    const [report] = await openReportsOf(third);
    expect(report).toMatchObject({
      source: "message",
      conversationid: third.doctorConversationId,
      words: "i think im having a stroke",
      acknowledgedat: null,
    });
    const done = await acknowledge(report?.id ?? "");
    expect(done.ok.acknowledgedat).not.toBeNull();
    server.clock.advance(1000);
    expect((await acknowledge(report?.id ?? "")).ok).toEqual(done.ok);
    expect(await listed()).toEqual([
      [first.id, false],
      [second.id, false],
    ]);
  });

  test("every conversation is listed once, across all pages", async () => {
    const urgent = await patientWithConversations(server);
    await sendAsPatient(server, urgent, urgent.doctorConversationId, { message: "chest pain" });
    await sendAsPatient(server, urgent, urgent.servicesConversationId, { message: "hello?" });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const rows = await waitingConversations(
        server.services.db,
        ["doctor", "patient_services"],
        decodeCursor(cursor),
        2,
      );
      const { items, nextpage } = paginate(rows, ({ waitingSince: at, id, isPriority }) => ({ at, id, isPriority }), 1);
      seen.push(...items.map(({ id }) => id));
      cursor = nextpage ?? undefined;
    } while (cursor !== undefined);
    const { ok } = await server.call(care.conversations, { query: {} }, { apiKey });
    expect(seen).toEqual(ok.items.map(({ id }) => id));
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.slice(0, 2).toSorted()).toEqual(
      [urgent.doctorConversationId, urgent.servicesConversationId].toSorted(),
    );
    await acknowledgeAll();
  });

  test("incoming patients and follow-ups: those with an emergency come first", async () => {
    const [waiting, urgent] = [await submitted(server), await submitted(server)];
    await server.call(
      support.contact,
      { body: { topic: "treatment", message: "I have chest pain" } },
      { token: await tokenOf(server, urgent) },
    );
    const { ok } = await server.call(care.incoming, { query: {} }, { apiKey });
    const ids = ok.items.map(({ id }) => id);
    expect(ids[0]).toBe(urgent.id);
    expect(ids).toContain(waiting.id);
    const [calm, withEmergency] = [await patientWithFollowup(server), await patientWithFollowup(server)];
    await goThrough(server, calm);
    server.clock.advance(60_000);
    await goThrough(server, withEmergency, {}, 4);
    await save(server, withEmergency, 4, { side_effects: ["chest_pain"] });
    const reviews = await server.call(care.followups, { query: {} }, { apiKey });
    const order = reviews.ok.items
      .map(({ patient }) => patient.id)
      .filter((id) => [calm.id, withEmergency.id].includes(id));
    expect(order).toEqual([withEmergency.id, calm.id]);
    const { services } = server;
    const emergency = { kind: "911" as const, title: "Now", text: "Call.", phones: [] };
    const lateReport = { patientId: calm.id, source: "followup" as const, followupId: calm.followupId, words: "pain" };
    await inTransaction(services, (tx) => reportEmergency(tx, { ...lateReport, sign: "chest", emergency }));
    await server.call(care.closeFollowup, { params: { id: withEmergency.followupId }, body: {} }, { apiKey });
    expect(await openReportsOf(withEmergency)).toEqual([]);
    expect(await openReportsOf(calm)).toHaveLength(1);
    await acknowledgeAll();
  });

  test("one desk for every source: who it is, what they take, what was done; acknowledged is not closed", async () => {
    await acknowledgeAll();
    const [vera, other] = [await patientWithFollowup(server), await patientWithFollowup(server)];
    const token = await tokenOf(server, vera);
    await server.call(support.contact, { body: { topic: "treatment", message: "my chest hurts" } }, { token });
    await server.call(
      support.contact,
      { body: { topic: "treatment", message: "i want to die" } },
      { token: await tokenOf(server, other) },
    );
    const [report] = await openReportsOf(vera);
    const id = report?.id ?? "";
    expect(report).toMatchObject({ source: "contact", words: "my chest hurts", closedat: null, actions: [] });
    expect(report?.medicines).toContain("Estradiol patch 0.05 mg/day");
    const since = async (patient: TestPatient) =>
      (await server.call(care.patient, { params: { id: patient.id } }, { apiKey })).ok.emergencysince;
    const params = { id };
    await server.call(care.acknowledgeEmergency, { params, body: { note: "I call her" } }, { apiKey });
    expect(await openReportsOf(vera)).toEqual([]);
    expect(await since(vera)).toBe(report?.reportedat);
    const open = await server.call(care.emergencies, { query: { state: "open", patientid: vera.id } }, { apiKey });
    expect(open.ok.items.map((each) => each.id)).toEqual([id]);
    const called = { reached: "other", text: "Her husband drives her to the ER" } as const;
    await server.call(care.emergencyCalled, { params, body: called }, { apiKey });
    const close = (outcome: string) => server.call(care.closeEmergency, { params, body: { outcome } }, { apiKey });
    expect((await close("No heart attack")).status).toBe(200);
    expect((await close("Another outcome")).status).toBe(200);
    const { ok } = await server.call(care.emergency, { params }, { apiKey });
    expect(ok.actions.map(({ kind, reached, text }) => [kind, reached, text])).toEqual([
      ["acknowledged", null, "I call her"],
      ["call", "other", "Her husband drives her to the ER"],
      ["closed", null, "No heart attack"],
    ]);
    expect(ok.actions.every(({ actor }) => actor.startsWith("key:"))).toBe(true);
    expect([await since(vera), (await since(other)) === null]).toEqual([null, false]);
    expect(server.logged()).not.toContain("husband");
    await acknowledgeAll();
  });

  test("whoever has waited longest comes first, of all and of one patient", async () => {
    await acknowledgeAll();
    const told: { id: string; words: string }[] = [];
    for (const message of ["I want to die", "I have chest pain", "I can't breathe"]) {
      const patient = await patientWithConversations(server);
      for (const words of [message, `${message}, still`]) {
        await sendAsPatient(server, patient, patient.doctorConversationId, { message: words });
        server.clock.advance(60_000);
        told.push({ id: patient.id, words });
      }
    }
    expect((await openReports()).map(({ patient, words }) => ({ id: patient?.id, words }))).toEqual(told);
    const [first] = told;
    const query = { state: "open" as const, patientid: first?.id };
    const own = (await server.call(care.emergencies, { query }, { apiKey })).ok.items;
    expect(own.map(({ words }) => words)).toEqual(["I want to die", "I want to die, still"]);
    await acknowledgeAll();
  });

  test("one that is closed unacknowledged is acknowledged with it, and one nobody knows has no desk", async () => {
    const body = { email: "late@example.com", topic: "other" as const, message: "i cant breathe" };
    const { ok: sent } = await server.call(support.contact, { body });
    const found = (await openReports()).find(({ contact }) => contact?.reference === sent.reference);
    const params = { id: found?.id ?? "" };
    const { ok } = await server.call(care.closeEmergency, { params, body: { outcome: "Wrote to them" } }, { apiKey });
    expect([ok.phoneno, ok.medicines, ok.acknowledgedat]).toEqual([null, [], ok.closedat]);
    const unknown = { id: "01990000-0000-7000-8000-000000000000" };
    const outcome = { outcome: "Nothing" };
    expect((await server.call(care.closeEmergency, { params: unknown, body: outcome }, { apiKey })).status).toBe(404);
    expect((await server.call(care.emergency, { params: unknown }, { apiKey })).status).toBe(404);
  });

  test("an unknown emergency is refused, and so is a patient's token", async () => {
    const { status } = await acknowledge("01990000-0000-7000-8000-000000000000");
    expect(status).toBe(404);
    const { token } = await server.newPatient();
    expect((await server.call(care.emergencies, { query: {} }, { token })).status).toBe(401);
    expect((await server.call(care.emergencies, { query: { nextpage: "?" } }, { apiKey })).status).toBe(400);
  });
});

describe("elsewhere", () => {
  test("a follow-up: the patient's own words show what to do at once, flag the follow-up and notify the practice", async () => {
    const patient = await patientWithFollowup(server);
    await goThrough(server, patient, {}, 2);
    const { ok } = await save(server, patient, 2, {
      still_using: "stopped",
      why_stopped: "my chest hurts and i cant breathe",
    });
    expect(ok.stop).toMatchObject({ ruleid: "chest_or_breath", kind: "emergency" });
    expect(ok.stop?.actions[0]).toMatchObject({ href: "tel:911", emphasis: true });
    const [report] = await openReportsOf(patient);
    expect(report).toMatchObject({ source: "followup", followupid: patient.followupId });
    const result = await server.call(care.followupResult, { params: { id: patient.followupId } }, { apiKey });
    expect(result.ok.flags[0]).toMatchObject({ level: "emergency", text: expect.stringContaining("Please call 911") });
  });

  test("the contact form, also without being signed in", async () => {
    const body = { email: "night@example.com", topic: "other" as const, message: "i want to die" };
    const { ok } = await server.call(support.contact, { body });
    expect(ok.emergency?.kind).toBe("988");
    const report = (await openReports()).find(({ contact }) => contact?.reference === ok.reference);
    expect(report).toMatchObject({ source: "contact", patient: null, words: "i want to die" });
    const calm = await server.call(support.contact, { body: { ...body, message: "How do I log in?" } });
    expect(calm.ok.emergency).toBeNull();
  });

  test("a health answer in the patient's own words", async () => {
    const patient = await submitted(server);
    const token = await tokenOf(server, patient);
    const { ok: health } = await server.call(account.healthAnswers, { query: {} }, { token });
    const change = (answer: string) =>
      server.call(
        account.updateHealthAnswers,
        { body: { version: health.version, answers: [{ questionid: "other_medicines", answer }] } },
        { token },
      );
    const changed = await change("aspirin, and right now my chest hurts");
    expect(changed.ok.emergency?.kind).toBe("911");
    expect(await openReportsOf(patient)).toHaveLength(1);
    expect((await change("aspirin, and right now my chest hurts")).ok.emergency).toEqual(changed.ok.emergency);
    expect(await openReportsOf(patient)).toHaveLength(1);
  });

  test.each<[string, string, Answer]>([
    ["a text", "2.5", { questionid: "other_medicines", answer: "aspirin, and right now my chest hurts" }],
    [
      "the words beside a choice",
      "2.5",
      { questionid: "allergies", answer: ["other"], others: "my throat is closing up" },
    ],
  ])("the visit: %s, while the visit continues", async (_, step, answer) => {
    await acknowledgeAll();
    const patient = await server.newPatient();
    const { token } = patient;
    await server.call(onboarding.overrideFlow, { body: { flow_variant: "C" } }, { token });
    await answerVisit(server, patient, { until: Number(step) });
    const [mails, count] = [(await mailsOf()).length, await counted("health", "911")];
    const save = (text: Answer) =>
      server.call(onboarding.saveStep, { params: { n: Number(step) }, body: { answers: [text] } }, { token });
    const { ok } = await save(answer);
    expect(ok.emergency).toMatchObject({ kind: "911", phones: [{ href: "tel:911" }] });
    expect(ok.onboarding.stop).toBeNull();
    const [report, ...others] = await openReportsOf(patient);
    expect([report?.source, report?.patient?.emergencysince, others]).toEqual(["health", report?.reportedat, []]);
    expect(report?.words).toBe(answer.others ?? answer.answer);
    expect(await mailsOf()).toHaveLength(mails + 1);
    expect(await counted("health", "911")).toBe(count + 1);
    expect((await save(answer)).ok.emergency).toEqual(ok.emergency);
    const calm = await save({ questionid: answer.questionid, answer: answer.others ? ["none"] : "No chest pain." });
    expect(calm.ok.emergency).toBeNull();
    expect(await openReportsOf(patient)).toHaveLength(1);
  });

  test("the visit: what is detected there comes first for the practice once the visit is done", async () => {
    const [waiting, patient] = [await submitted(server), await server.newPatient()];
    const answers = { other_medicines: "right now my chest hurts" };
    const { totalamount } = await readyToPay(server, patient, { answers });
    expect((await pay(server, patient, totalamount)).status).toBe(200);
    const { ok } = await server.call(care.incoming, { query: {} }, { apiKey });
    const ids = ok.items.map(({ id }) => id);
    expect([ids[0], ids.includes(waiting.id)]).toEqual([patient.id, true]);
    await acknowledgeAll();
  });

  test("the visit: choosing an emergency ends it, and a person is asked to reach out", async () => {
    const patient = await server.newPatient();
    await answerVisit(server, patient, { answers: { safe_thoughts: "now" } });
    const [report, ...others] = await openReportsOf(patient);
    expect([report?.words, others]).toEqual([expect.stringContaining("Reach out today"), []]);
  });

  test("the browser detects by the same rules", async () => {
    const { ok, headers } = await server.call(support.emergencyWords, {});
    const read = createEmergencyDetector(ok);
    for (const { id, examples } of signs.values()) for (const text of examples) expect(read(text)?.id, text).toBe(id);
    expect(JSON.stringify(ok)).not.toContain("to be reviewed");
    expect(headers["content-type"]).toContain("json");
  });
});

test("what is stored of it is sealed", async () => {
  const rows = await server.services.db.selectFrom("emergency_report").selectAll().execute();
  expect(rows.length).toBeGreaterThan(5);
  // Words of five letters: three stand in random bytes by chance, once in some thousand runs.
  expect(
    rows.filter(({ report_sealed }) => /chest|stroke/.test(Buffer.from(report_sealed).toString("latin1"))),
  ).toEqual([]);
});
