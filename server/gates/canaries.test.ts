import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account.ts";
import { everyCall } from "#contract/api.ts";
import { auth } from "#contract/auth.ts";
import { care } from "#contract/care.ts";
import type { Endpoint, Input } from "#contract/endpoint.ts";
import { followup } from "#contract/followup.ts";
import { growth } from "#contract/growth.ts";
import { messages } from "#contract/messages.ts";
import { onboarding } from "#contract/onboarding.ts";
import { payment } from "#contract/payment.ts";
import { store } from "#contract/store.ts";
import { support } from "#contract/support.ts";
import { visitSummary } from "#server/onboarding/public.ts";
import { ask, goThrough, save } from "#server/followup/testing/reviews.ts";
import { answerAll, put, recordOf } from "#server/onboarding/testing/answers.ts";
import { pay, totalOf } from "#server/onboarding/testing/checkout.ts";
import { handlers } from "#server/rooms.ts";
import { startTestServer, testApiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { keptInClear } from "./kept-in-clear.ts";
import { somePath } from "./requests.ts";

/** What she tells about herself; the words occur nowhere else. */
const about = {
  firstname: "Quinellavox",
  lastname: "Brackenwyx",
  email: "zephyrquill.canary@example.com",
  city: "Fernmoorqa",
};
const told = {
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
const numbers = [ssn, ssn.replaceAll("-", ""), ssn.replaceAll("-", " ")];
const all = [...Object.values(about), ...Object.values(told), ...numbers];

const built = [...everyCall()].filter(({ room, name }) => name in handlers[room]);

let server: TestServer;
let patient: TestPatient;
const errors: string[] = [];

beforeAll(async () => {
  server = await startTestServer();
  patient = await server.newPatient(about);
  const { token } = patient;
  // The flow that asks everything; which one a patient gets hangs on her id.
  await server.call(onboarding.overrideFlow, { body: { flow_variant: "C" } }, { token });
  await server.call(auth.signIn, { body: { email: about.email, password: told.note } });
  await refuse(onboarding.saveStep, { params: { n: 1.5 }, body: { state: told.street, birthday: told.note } });
  await answerAll(server, patient, {
    ssn,
    answers: {
      goals: { answer: ["heat", "other"], others: told.goal },
      allergies: { answer: ["other"], others: told.allergy },
      conditions: { answer: ["other"], others: told.condition },
      other_medicines: told.medicine,
      note_for_doctor: told.note,
    },
  });
  await refuse(onboarding.saveStep, {
    params: { n: 2.9 },
    body: { answers: [{ questionid: "goals", answer: told.note }] },
  });
  await refuse(onboarding.verifyIdentity, { body: { ssn: `${ssn}${told.phone}` } });
  const { firstname, lastname, city } = about;
  const address = {
    firstname,
    lastname,
    address1: told.street,
    address2: told.unit,
    city,
    state: "CA",
    zipcode: "93701",
    phoneno: told.phone,
  };
  await refuse(store.createShippingAddress, { body: { ...address, zipcode: told.street } });
  const shipping = await server.call(store.createShippingAddress, { body: address }, { token });
  const { firstname: _first, lastname: _last, ...billing } = address;
  await server.call(account.updateBillingAddress, { body: { sameaddress: false, billingaddress: billing } }, { token });
  await server.call(account.updateUser, { body: { phoneno: told.phone } }, { token });
  await server.call(payment.saveSource, { body: { source: "tok_visa" } }, { token });
  const { ok: view } = await server.call(onboarding.step, { params: { n: 6 } }, { token });
  await put(server, patient, 6, {
    shippingid: shipping.ok.id,
    consents: view.consents.map(({ id, version }) => ({ id, version })),
  });
  await pay(server, patient, await totalOf(server, patient));
  await server.call(
    support.contact,
    { body: { name: about.lastname, topic: "other", message: told.contact } },
    { token },
  );
  const [conversation] = (await server.call(messages.conversations, {}, { token })).ok.items;
  const params = { id: conversation?.id ?? "" };
  await server.call(messages.send, { params, body: { message: told.message } }, { token });
  await refuse(messages.send, { params, body: { message: `${told.message}\u0000` } });
  await server.call(care.sendMessage, { params, body: { message: told.answer } }, { apiKey: testApiKey });
  await beReviewed();
  server.clock.advance(600_000);
  await server.jobs.wake();
  const { referralLink } = (await server.call(growth.referral, { body: {} }, { token })).ok;
  await server.call(growth.inviteFriend, { body: { referralLink, email: told.friend } }, { token });
  const report = {
    name: "SaveFailed",
    message: `Cannot save “${told.note}” of ${about.email}`,
    path: `/checkout?street=${told.street}`,
    answer: told.goal,
  };
  await server.call(
    onboarding.event,
    { params: { eventName: "PageSeen" }, body: { note: told.note, orderid: told.street } },
    { token },
  );
  const reports = [
    await server.call(onboarding.networkLog, { body: { error: report } }, { token }),
    await server.call(onboarding.onboardingLog, { body: { error: report } }, { token }),
    await server.call(
      onboarding.errorLog,
      { body: { event: "SaveFailed", email: about.email, error_log: report.message } },
      { token },
    ),
  ];
  expect(reports.map(({ status }) => status)).toEqual([200, 200, 200]);
  await server.jobs.drain();
});
afterAll(() => server.close());

/** She answers a treatment review in her own words, and a doctor writes back. */
async function beReviewed() {
  const clinic = { apiKey: testApiKey };
  await server.jobs.drain();
  await server.call(care.accept, { params: { id: patient.id }, body: {} }, clinic);
  await server.call(care.approvePlan, { params: { id: patient.id }, body: {} }, clinic);
  const her = await ask(server, patient);
  await goThrough(server, her, {}, 10);
  await refuse(followup.saveStep, {
    params: { followupid: her.reviewId, step: 10 },
    body: { questionid: "first_wish", answer: [told.wish] },
  });
  const wish = { questionid: "first_wish", answer: [], others: told.wish };
  expect((await save(server, her, 10, { body: { answers: [wish] } })).status).toBe(200);
  expect((await save(server, her, 11, { note: told.review })).status).toBe(200);
  const closed = { params: { id: her.reviewId }, body: { note: told.thanks } };
  expect((await server.call(care.closeFollowup, closed, clinic)).status).toBe(200);
}

/** Makes a request that must fail, and keeps what was answered. */
async function refuse<E extends Endpoint>(call: E, input: Input<E>) {
  const { status, raw } = await server.call(call, input, { token: patient.token });
  expect(status).toBeGreaterThanOrEqual(400);
  errors.push(raw.payload);
}

describe("what a patient tells us in her visit", () => {
  test("reached her record", async () => {
    expect((await recordOf(server, patient)).onboardingstatus).toBe("DONE");
    const summary = JSON.stringify(await visitSummary(server.services, patient.id));
    for (const word of [told.goal, told.condition, told.allergy, told.medicine, told.note])
      expect(summary).toContain(word);
  });

  test("stands nowhere in the database readable but name, e-mail and city", async () => {
    expect(await keptInClear(server.services.db, all)).toEqual([
      `public.patient.email: ${about.email}`,
      `public.patient.firstname: ${about.firstname}`,
      `public.patient.lastname: ${about.lastname}`,
      `public.shipping_address.city: ${about.city}`,
    ]);
  });

  test("is in no line of the log", () => {
    expect(all.filter((word) => server.logged().includes(word))).toEqual([]);
  });

  test("is in no error", () => {
    expect(errors.length).toBeGreaterThan(3);
    expect(all.filter((word) => errors.join().includes(word))).toEqual([]);
  });

  test("is in no mail to her, but her first name", async () => {
    const mails = await server.mailbox.list(about.email);
    expect(mails.length).toBeGreaterThan(0);
    const written = mails.map((mail) => JSON.stringify({ ...mail, to: "" })).join();
    expect(all.filter((word) => written.includes(word))).toEqual([about.firstname]);
  });

  test("what was written to her is announced to her, not quoted", async () => {
    const mails = await server.mailbox.list(about.email);
    expect(mails.map(({ subject }) => subject)).toContain("You have a new message");
  });

  test("is shown to no other patient", async () => {
    const { token } = await server.newPatient();
    for (const { call } of built.filter(({ call: { method, auth: who } }) => method === "GET" && who !== "clinic")) {
      const { payload } = await server.app.inject({
        url: somePath(call),
        headers: { authorization: `Bearer ${token}` },
      });
      expect(all.filter((word) => payload.includes(word))).toEqual([]);
    }
  });

  test("the social security number is in no answer at all, not even to her or the clinic", async () => {
    const paths = built
      .filter(({ call }) => call.method === "GET")
      .map(({ call }) => somePath(call).replace(/[\da-f-]{36}/, patient.id));
    for (const url of paths) {
      const headers = { authorization: `Bearer ${patient.token}`, "x-api-key": testApiKey };
      const { payload } = await server.app.inject({ url, headers });
      expect(numbers.filter((number) => payload.includes(number))).toEqual([]);
    }
  });
});
