import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { everyCall } from "#contract/api.ts";
import { auth } from "#contract/auth.ts";
import { care } from "#contract/care/calls.ts";
import { store } from "#contract/cart/calls.ts";
import { followup } from "#contract/followup.ts";
import { growth } from "#contract/growth/calls.ts";
import type { Endpoint, Input } from "#contract/http/endpoint.ts";
import { messages } from "#contract/messages/calls.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { payment } from "#contract/payment.ts";
import { support } from "#contract/support.ts";
import { handlers } from "#server/features.ts";
import { sendFollowupTo, goThrough, save } from "#server/followup/testing/followups.ts";
import { visitSummary } from "#server/onboarding/public.ts";
import { answerVisit, putStep, readOnboardingRecord } from "#server/onboarding/testing/answers.ts";
import { pay, quotedTotal } from "#server/onboarding/testing/checkout.ts";
import { columnsInClear } from "#server/testing/columns-in-clear.ts";
import { startTestServer, testApiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { examplePath } from "./testing/example-requests.ts";

/** What the patient tells about themselves; the words occur nowhere else. */
const plainWords = {
  firstname: "Quinellavox",
  lastname: "Brackenwyx",
  email: "zephyrquill.canary@example.com",
  city: "Fernmoorqa",
};
const secretWords = {
  street: "41 Thistledunqo Row",
  unit: "Oxbowhatchqi",
  phone: "4158675309",
  goal: "Mothwingqa tale",
  condition: "Larkspurqe ache",
  allergy: "Saffronqi dust",
  medicine: "Willowbarkqu drops",
  note: "Gullfeatherqo note",
  contact: "Pebblestoneqa question",
  friend: "tarnishwrenqi.canary@example.com",
  message: "Dewcombqa message",
  answer: "Rushlightqo answer",
  review: "Brindlemossqe words",
  wish: "Cobblefinchqa wish",
  thanks: "Hollyhedgequ thanks",
};
const ssn = "536-22-8726";
const ssnForms = [ssn, ssn.replaceAll("-", ""), ssn.replaceAll("-", " ")];
const allWords = [...Object.values(plainWords), ...Object.values(secretWords), ...ssnForms];

const implementedCalls = [...everyCall()].filter(({ feature, name }) => name in handlers[feature]);

let server: TestServer;
let patient: TestPatient;
const errors: string[] = [];

beforeAll(async () => {
  server = await startTestServer();
  patient = await server.newPatient(plainWords);
  const { token } = patient;
  // The flow that asks everything; which one a patient gets depends on their id.
  await server.call(onboarding.overrideFlow, { body: { flow_variant: "C" } }, { token });
  await server.call(auth.signIn, { body: { email: plainWords.email, password: secretWords.note } });
  await expectRefused(onboarding.saveStep, {
    params: { n: 1.5 },
    body: { state: secretWords.street, birthday: secretWords.note },
  });
  await answerVisit(server, patient, {
    ssn,
    answers: {
      goals: { answer: ["heat", "other"], others: secretWords.goal },
      allergies: { answer: ["other"], others: secretWords.allergy },
      conditions: { answer: ["other"], others: secretWords.condition },
      other_medicines: secretWords.medicine,
      note_for_doctor: secretWords.note,
    },
  });
  await expectRefused(onboarding.saveStep, {
    params: { n: 2.9 },
    body: { answers: [{ questionid: "goals", answer: secretWords.note }] },
  });
  await expectRefused(onboarding.verifyIdentity, { body: { ssn: `${ssn}${secretWords.phone}` } });
  const { firstname, lastname, city } = plainWords;
  const address = {
    firstname,
    lastname,
    address1: secretWords.street,
    address2: secretWords.unit,
    city,
    state: "CA",
    zipcode: "93701",
    phoneno: secretWords.phone,
  };
  await expectRefused(store.createShippingAddress, { body: { ...address, zipcode: secretWords.street } });
  const shipping = await server.call(store.createShippingAddress, { body: address }, { token });
  const { firstname: _first, lastname: _last, ...billing } = address;
  await server.call(account.updateBillingAddress, { body: { sameaddress: false, billingaddress: billing } }, { token });
  await server.call(account.updateUser, { body: { phoneno: secretWords.phone } }, { token });
  await server.call(payment.saveSource, { body: { source: "tok_visa" } }, { token });
  const { ok: view } = await server.call(onboarding.step, { params: { n: 6 } }, { token });
  await putStep(server, patient, 6, {
    shippingid: shipping.ok.id,
    consents: view.consents.map(({ id, version }) => ({ id, version })),
  });
  await pay(server, patient, await quotedTotal(server, patient));
  await server.call(
    support.contact,
    { body: { name: plainWords.lastname, topic: "other", message: secretWords.contact } },
    { token },
  );
  const [conversation] = (await server.call(messages.conversations, {}, { token })).ok.items;
  const params = { id: conversation?.id ?? "" };
  await server.call(messages.send, { params, body: { message: secretWords.message } }, { token });
  await expectRefused(messages.send, { params, body: { message: `${secretWords.message}\u0000` } });
  await server.call(care.sendMessage, { params, body: { message: secretWords.answer } }, { apiKey: testApiKey });
  await completeReview();
  server.clock.advance(600_000);
  await server.jobs.handleSchedules();
  const { referralLink } = (await server.call(growth.referral, { body: {} }, { token })).ok;
  await server.call(growth.inviteFriend, { body: { referralLink, email: secretWords.friend } }, { token });
  const report = {
    name: "SaveFailed",
    message: `Cannot save “${secretWords.note}” of ${plainWords.email}`,
    path: `/checkout?street=${secretWords.street}`,
    answer: secretWords.goal,
  };
  await server.call(
    onboarding.event,
    { params: { eventName: "PageSeen" }, body: { note: secretWords.note, orderid: secretWords.street } },
    { token },
  );
  const reports = [
    await server.call(onboarding.networkLog, { body: { error: report } }, { token }),
    await server.call(onboarding.onboardingLog, { body: { error: report } }, { token }),
    await server.call(
      onboarding.errorLog,
      { body: { event: "SaveFailed", email: plainWords.email, error_log: report.message } },
      { token },
    ),
  ];
  expect(reports.map(({ status }) => status)).toEqual([200, 200, 200]);
  await server.jobs.drain();
});
afterAll(() => server.close());

/** The patient answers a follow-up in their own words, and a doctor writes back. */
async function completeReview() {
  const clinic = { apiKey: testApiKey };
  await server.jobs.drain();
  await server.call(care.accept, { params: { id: patient.id }, body: {} }, clinic);
  await server.call(care.approvePlan, { params: { id: patient.id }, body: {} }, clinic);
  const patientInReview = await sendFollowupTo(server, patient);
  await goThrough(server, patientInReview, {}, 10);
  await expectRefused(followup.saveStep, {
    params: { followupid: patientInReview.followupId, step: 10 },
    body: { questionid: "first_wish", answer: [secretWords.wish] },
  });
  const firstWishAnswer = { questionid: "first_wish", answer: [], others: secretWords.wish };
  expect((await save(server, patientInReview, 10, { body: { answers: [firstWishAnswer] } })).status).toBe(200);
  expect((await save(server, patientInReview, 11, { note: secretWords.review })).status).toBe(200);
  const closeInput = { params: { id: patientInReview.followupId }, body: { note: secretWords.thanks } };
  expect((await server.call(care.closeFollowup, closeInput, clinic)).status).toBe(200);
}

/** Makes a request that must fail, and keeps its answer. */
async function expectRefused<E extends Endpoint>(call: E, input: Input<E>) {
  const { status, raw } = await server.call(call, input, { token: patient.token });
  expect(status).toBeGreaterThanOrEqual(400);
  errors.push(raw.payload);
}

describe("what a patient tells us in their visit", () => {
  test("reaches their record", async () => {
    expect((await readOnboardingRecord(server, patient)).onboardingstatus).toBe("DONE");
    const summary = JSON.stringify(await visitSummary(server.services, patient.id));
    for (const word of [
      secretWords.goal,
      secretWords.condition,
      secretWords.allergy,
      secretWords.medicine,
      secretWords.note,
    ])
      expect(summary).toContain(word);
  });

  test("is nowhere readable in the database, except name, e-mail and city", async () => {
    expect(await columnsInClear(server.services.db, allWords)).toEqual([
      `public.patient.email: ${plainWords.email}`,
      `public.patient.firstname: ${plainWords.firstname}`,
      `public.patient.lastname: ${plainWords.lastname}`,
      `public.shipping_address.city: ${plainWords.city}`,
    ]);
  });

  test("is in no line of the log", () => {
    expect(allWords.filter((word) => server.logged().includes(word))).toEqual([]);
  });

  test("is in no error", () => {
    expect(errors.length).toBeGreaterThan(3);
    expect(allWords.filter((word) => errors.join().includes(word))).toEqual([]);
  });

  test("is in no mail to the patient, except their first name", async () => {
    const mails = await server.mailbox.list(plainWords.email);
    expect(mails.length).toBeGreaterThan(0);
    const written = mails.map((mail) => JSON.stringify({ ...mail, to: "" })).join();
    expect(allWords.filter((word) => written.includes(word))).toEqual([plainWords.firstname]);
  });

  test("what was written to the patient is announced in mail, not quoted", async () => {
    const mails = await server.mailbox.list(plainWords.email);
    expect(mails.map(({ subject }) => subject)).toContain("You have a new message");
  });

  test("is shown to no other patient", async () => {
    const { token } = await server.newPatient();
    for (const { call } of implementedCalls.filter(
      ({ call }) => call.method === "GET" && call.access.caller !== "clinic",
    )) {
      const { payload } = await server.app.inject({
        url: examplePath(call),
        headers: { authorization: `Bearer ${token}` },
      });
      expect(allWords.filter((word) => payload.includes(word))).toEqual([]);
    }
  });

  test("the social security number is in no answer at all, not even to the patient or the clinic", async () => {
    const paths = implementedCalls
      .filter(({ call }) => call.method === "GET")
      .map(({ call }) => examplePath(call).replace(/[\da-f-]{36}/, patient.id));
    for (const url of paths) {
      const headers = { authorization: `Bearer ${patient.token}`, "x-api-key": testApiKey };
      const { payload } = await server.app.inject({ url, headers });
      expect(ssnForms.filter((number) => payload.includes(number))).toEqual([]);
    }
  });
});
