import { beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { everyCall } from "#contract/api.ts";
import { care } from "#contract/care/calls.ts";
import { store } from "#contract/cart/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { followup } from "#contract/followup.ts";
import { growth } from "#contract/growth/calls.ts";
import { type Endpoint, fullPath, type Input } from "#contract/http/endpoint.ts";
import { type Conversation, messages } from "#contract/messages/calls.ts";
import { notifications } from "#contract/notifications.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { payment } from "#contract/payment.ts";
import { staff } from "#contract/staff/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { wellbeing } from "#contract/wellbeing/calls.ts";
import { toldByPhone } from "#server/account/testing/told-by-phone.ts";
import { joinedHelper } from "#server/auth/helpers/testing/helpers.ts";
import { suggested } from "#server/care/testing/suggestions.ts";
import { handlers } from "#server/features.ts";
import { answerVisit, putStep } from "#server/onboarding/testing/answers.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, testApiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { askedByPhone } from "#server/treatment/testing/in-care.ts";
import { multipart } from "./testing/example-requests.ts";

/** Ids of what another patient owns. */
interface OwnedIds {
  readonly requestId: string;
  readonly recordCodeId: string;
  readonly patientId: string;
  readonly shippingId: string;
  readonly orderId: string;
  readonly sessionId: string;
  readonly helperId: string;
  readonly documentId: string;
  readonly prescriptionOrderId: string;
  readonly subscriptionId: string;
  readonly notificationId: string;
  readonly conversationId: string;
  readonly messageId: string;
  readonly attachmentId: string;
  readonly letterId: string;
  readonly upsellId: string;
  readonly treatmentChangeId: string;
  readonly suggestionId: string;
  readonly followupId: string;
  readonly prescriptionId: string;
}

const address = { address1: "18 Orchard Street", city: "Davis", state: "CA", zipcode: "95616" };
const cartLines = [{ productid: "moisturizer", pricingid: "moisturizer_1m", quantity: 1 }];

const pdf = Buffer.from("%PDF-1.7\n1 0 obj\n<< /Type /Page >>\nendobj\nstartxref\n0\n%%EOF\n");
const form = multipart({ name: "card.pdf", type: "application/pdf", bytes: pdf }, { kind: "referral" });
/** A form as the body of a call; the test server sends it unchanged. */
const formBody = form.payload as never;
const messageForm = multipart({ name: "card.pdf", type: "application/pdf", bytes: pdf });
const filedForm = multipart(
  { name: "card.pdf", type: "application/pdf", bytes: pdf },
  { kind: "other", from: "Dr. Ito" },
);
const minoxidilOffer = { productId: "minoxidil_serum", pricingId: "minoxidil_serum_1m" };

let server: TestServer;
let intruder: TestPatient;
let owner: TestPatient;
let ownedIds: OwnedIds;
let conversationOfIntruder: string;

beforeAll(async () => {
  server = await sharedTestServer();
  [intruder, owner] = [await server.newPatient(), await server.newPatient()];
  const { token } = owner;
  await answerVisit(server, owner);
  const shippingId = (await server.call(store.createShippingAddress, { body: address }, { token })).ok.id;
  await server.call(payment.saveSource, { body: { source: "tok_visa" } }, { token });
  const { ok: view } = await server.call(onboarding.step, { params: { n: 6 } }, { token });
  const consents = view.consents.map(({ id, version }) => ({ id, version }));
  await putStep(server, owner, 6, { shippingid: shippingId, consents });
  const { ordersummary } = (await server.call(store.computeTax, { body: {} }, { token })).ok;
  const { order } = await putStep(server, owner, 7, { consents, totalamount: ordersummary.totalamount });
  const { ok: sessions } = await server.call(account.sessions, {}, { token });
  const document = await server.call(documents.upload, { body: formBody }, { token, headers: form.headers });
  const [subscription] = (await server.call(treatment.overview, {}, { token })).ok.subscriptions;
  const conversationId = await doctorsConversation(owner);
  const params = { id: conversationId };
  const file = await server.call(
    messages.sendAttachment,
    { params, body: messageForm.payload as never },
    { token, headers: messageForm.headers },
  );
  const review = { message: "How are you?", type: "prescription_followup" } as const;
  const reviewMessage = await server.call(care.sendMessage, { params, body: review }, { apiKey: testApiKey });
  const { ok: notificationPage } = await server.call(notifications.list, { query: {} }, { token });
  await server.call(care.accept, { params: { id: owner.id }, body: {} }, { apiKey: testApiKey });
  await server.call(care.approvePlan, { params: { id: owner.id }, body: {} }, { apiKey: testApiKey });
  const sentFollowup = await server.call(
    care.sendFollowup,
    { params: { id: owner.id }, body: {} },
    { apiKey: testApiKey },
  );
  const upsell = await server.call(growth.addUpsellToPatient, { params: { id: "UPSELL51" }, body: {} }, { token });
  const treatmentChangeId = await insertWaitingTreatmentChange(owner.id, subscription?.id ?? "");
  const { id: suggestionId } = await suggested(server, owner, {
    ...{ productid: "sildenafil_cream", pricingid: "sildenafil_cream_1m" },
  });
  const letter = await server.call(
    care.issueLetter,
    { params: { id: owner.id }, body: { text: "To whom it may concern" } },
    { apiKey: testApiKey, key: newId() },
  );
  const { ok: record } = await server.call(care.patient, { params: { id: owner.id } }, { apiKey: testApiKey });
  const asked = await server.call(
    account.addRequest,
    { body: { kind: "correction", words: "I never smoked." } },
    { token: owner.token },
  );
  const code = await server.call(documents.makeRecordCode, { body: { opens: "record" } }, { token: owner.token });
  ownedIds = {
    recordCodeId: code.ok.id,
    requestId: asked.ok.requests.items[0]?.id ?? "",
    prescriptionId: record.prescriptions?.[0]?.id ?? "",
    treatmentChangeId,
    suggestionId,
    upsellId: upsell.ok.upsellId,
    followupId: sentFollowup.ok.followupid,
    notificationId: notificationPage.items[0]?.id ?? "",
    conversationId,
    messageId: reviewMessage.ok.id,
    attachmentId: file.ok.attachment?.id ?? "",
    letterId: letter.ok.id,
    subscriptionId: subscription?.id ?? "",
    prescriptionOrderId: subscription?.prescriptionorders[0]?.id ?? "",
    patientId: owner.id,
    shippingId,
    orderId: order?.id ?? "",
    sessionId: sessions.items[0]?.id ?? "",
    helperId: (await joinedHelper(server, owner)).id,
    documentId: document.ok.id,
  };
  await answerVisit(server, intruder);
  await server.call(payment.saveSource, { body: { source: "tok_visa" } }, { token: intruder.token });
  conversationOfIntruder = await servicesConversation(intruder);
});

/** A treatment change by the doctor that waits for the patient's consent. */
async function insertWaitingTreatmentChange(patientId: string, subscriptionId: string): Promise<string> {
  const { db, clock, content } = server.services;
  const id = newId();
  const row = {
    ...{ id, patient_id: patientId, subscription_id: subscriptionId, doctor_id: content.doctors[0]?.id ?? "" },
    ...{ from_product_id: "estradiol_patch_0_05", from_pricing_id: "estradiol_patch_0_05_1m", from_price_cents: 5900 },
    ...{ to_product_id: "estradiol_patch_0_1", to_pricing_id: "estradiol_patch_0_1_1m", to_price_cents: 6200 },
    ...{ status: "waiting" as const, refills: 3, created_at: clock.now() },
  };
  await db.insertInto("treatment_change").values(row).execute();
  return id;
}

async function conversationOf({ token }: TestPatient, kind: Conversation["kind"]): Promise<string> {
  const { items } = (await server.call(messages.conversations, {}, { token })).ok;
  return items.find((each) => each.kind === kind)?.id ?? expect.fail(`The patient has no conversation with ${kind}`);
}
const doctorsConversation = (patient: TestPatient) => conversationOf(patient, "doctor");
async function servicesConversation(patient: TestPatient): Promise<string> {
  await server.services.db.updateTable("patient").set({ state: "IA" }).where("id", "=", patient.id).execute();
  return conversationOf(patient, "patient_services");
}

interface Attempt<E extends Endpoint = Endpoint> {
  readonly call: E;
  readonly location: string;
  readonly input: (owned: OwnedIds) => Input<E>;
  readonly headers: Readonly<Record<string, string>>;
}
const attempt = <E extends Endpoint>(
  call: E,
  location: string,
  input: (owned: OwnedIds) => Input<E>,
  headers: Attempt["headers"] = {},
): Attempt => ({ call, where: location, input, headers }) as unknown as Attempt;

/** Every way to name another patient's object, in the path or in the body. */
const attempts: readonly Attempt[] = [
  attempt(store.updateShippingAddress, "path", ({ shippingId }) => ({ params: { id: shippingId }, body: address })),
  attempt(store.computeTax, "body", ({ shippingId }) => ({ body: { checkout: cartLines, shippingid: shippingId } })),
  attempt(store.checkout, "body", ({ shippingId }) => ({ body: { checkout: cartLines, shippingid: shippingId } })),
  attempt(onboarding.saveStep, "body", ({ shippingId }) => ({ params: { n: 6 }, body: { shippingid: shippingId } })),
  attempt(account.endSession, "path", ({ sessionId }) => ({ params: { id: sessionId } })),
  attempt(account.endHelper, "path", ({ helperId }) => ({ params: { id: helperId } })),
  attempt(account.setHelperReminder, "path", ({ prescriptionId }) => ({
    params: { id: prescriptionId },
    body: { remindat: 8 },
  })),
  attempt(account.chooseHelperCopies, "path", ({ helperId }) => ({ params: { id: helperId }, body: { copies: [] } })),
  attempt(growth.validateDiscount, "path", ({ patientId }) => ({
    params: { id: patientId },
    body: { promocode: "FSAHSA80" },
  })),
  attempt(treatment.order, "path", ({ orderId }) => ({ params: { id: orderId } })),
  attempt(treatment.counseling, "path", ({ orderId }) => ({ params: { id: orderId } })),
  attempt(treatment.answerCounseling, "path", ({ orderId }) => ({
    params: { id: orderId },
    body: { answer: "decline" as const },
  })),
  attempt(account.packageRequests, "path", ({ orderId }) => ({ params: { id: orderId } })),
  attempt(account.medicineRequests, "path", ({ subscriptionId }) => ({ params: { id: subscriptionId } })),
  attempt(account.takeRequestBack, "path", ({ requestId }) => ({ params: { id: requestId } })),
  attempt(account.addRequest, "body", ({ subscriptionId }) => ({
    body: { kind: "dose_request", choice: "other", words: "Another form.", subscriptionid: subscriptionId },
  })),
  attempt(account.addRequest, "body", ({ orderId }) => ({
    body: { kind: "package_problem", words: "It’s broken.", orderid: orderId },
  })),
  ...[documents.hsaReceipt, documents.fsaReceipt, documents.ndcLetter].map((call) =>
    attempt(call, "path", ({ patientId }) => ({ params: { id: patientId } })),
  ),
  ...[documents.hsaReceiptOfYear, documents.fsaReceiptOfYear, documents.ndcLetterOfYear].map((call) =>
    attempt(call, "path", ({ patientId }) => ({ params: { id: patientId, year: 2024 } })),
  ),
  ...[documents.medicalLetter, documents.medicalRecords, documents.medicalRecordsFhir].map((call) =>
    attempt(call, "path", ({ patientId }) => ({ params: { id: patientId } })),
  ),
  ...[
    treatment.shipment,
    treatment.getNext,
    treatment.reorder,
    treatment.skip,
    treatment.unskip,
    treatment.cancelPrescriptionOrder,
  ].map((call) => attempt(call, "path", ({ prescriptionOrderId }) => ({ params: { id: prescriptionOrderId } }))),
  attempt(treatment.move, "path", ({ prescriptionOrderId }) => ({
    params: { id: prescriptionOrderId },
    body: { day: "2026-12-01" },
  })),
  attempt(treatment.restart, "path", ({ patientId, subscriptionId }) => ({
    params: { id: patientId },
    body: { subscriptionid: subscriptionId },
  })),
  attempt(treatment.restart, "body", ({ subscriptionId }) => ({
    params: { id: intruder.id },
    body: { subscriptionid: subscriptionId },
  })),
  attempt(treatment.agreeToChange, "path", ({ treatmentChangeId }) => ({
    params: { id: treatmentChangeId },
    body: { price: 62 },
  })),
  attempt(treatment.refuseChange, "path", ({ treatmentChangeId }) => ({
    params: { id: treatmentChangeId },
    body: {},
  })),
  attempt(treatment.agreeToSuggestion, "path", ({ suggestionId }) => ({
    params: { id: suggestionId },
    body: { price: 79 },
  })),
  attempt(treatment.declineSuggestion, "path", ({ suggestionId }) => ({ params: { id: suggestionId }, body: {} })),
  attempt(treatment.pause, "path", ({ patientId }) => ({ params: { id: patientId }, body: { months: 1 } })),
  attempt(treatment.pause, "body", ({ subscriptionId }) => ({
    params: { id: intruder.id },
    body: { months: 1, subscriptionid: subscriptionId },
  })),
  ...[treatment.resume, treatment.preventCancel, treatment.cancel].flatMap((call) => [
    attempt(call, "path", ({ patientId }) => ({ params: { id: patientId }, body: {} })),
    attempt(call, "body", ({ subscriptionId }) => ({
      params: { id: intruder.id },
      body: { subscriptionid: subscriptionId },
    })),
  ]),
  attempt(wellbeing.pickDays, "path", ({ prescriptionId }) => ({
    params: { id: prescriptionId },
    body: { days: [1, 4], remindat: null },
  })),
  attempt(wellbeing.endDays, "path", ({ prescriptionId }) => ({ params: { id: prescriptionId } })),
  attempt(wellbeing.noteDose, "path", ({ prescriptionId }) => ({
    params: { id: prescriptionId, day: "2026-11-23" },
    body: { status: "done" as const },
  })),
  attempt(messages.dismissEmergency, "path", ({ conversationId }) => ({ params: { id: conversationId } })),
  ...[messages.conversation, messages.members, messages.messagePages, messages.messages].map((call) =>
    attempt(call, "path", ({ conversationId }) => ({ params: { id: conversationId } })),
  ),
  ...[messages.adminChat, messages.adminChatUnread].map((call) =>
    attempt(call, "path", ({ conversationId }) => ({ params: { id: conversationId } })),
  ),
  ...[messages.markAsRead, messages.markAdminChatAsRead].map((call) =>
    attempt(call, "path", ({ conversationId }) => ({ params: { id: conversationId }, body: {} })),
  ),
  attempt(messages.send, "path", ({ conversationId }) => ({
    params: { id: conversationId },
    body: { message: "Hello" },
  })),
  attempt(
    messages.sendAttachment,
    "path",
    ({ conversationId }) => ({ params: { id: conversationId }, body: messageForm.payload as never }),
    messageForm.headers,
  ),
  attempt(messages.attachment, "path", ({ conversationId, attachmentId }) => ({
    params: { id: conversationId, attachmentid: attachmentId },
  })),
  attempt(messages.attachment, "path beside the own conversation", ({ attachmentId }) => ({
    params: { id: conversationOfIntruder, attachmentid: attachmentId },
  })),
  attempt(messages.answerAction, "path", ({ conversationId, messageId }) => ({
    params: { id: conversationId, mid: messageId },
    body: {},
  })),
  attempt(messages.answerAction, "path beside the own conversation", ({ messageId }) => ({
    params: { id: conversationOfIntruder, mid: messageId },
    body: {},
  })),
  attempt(messages.reportMessage, "path", ({ conversationId, messageId }) => ({
    params: { id: conversationId, mid: messageId },
  })),
  attempt(messages.reportMessage, "path beside the own conversation", ({ messageId }) => ({
    params: { id: conversationOfIntruder, mid: messageId },
  })),
  attempt(documents.endRecordCode, "path", ({ recordCodeId }) => ({ params: { id: recordCodeId } })),
  attempt(documents.reportDocument, "path", ({ documentId }) => ({ params: { id: documentId } })),
  attempt(treatment.reportMedicine, "path", ({ subscriptionId }) => ({ params: { id: subscriptionId } })),
  attempt(documents.reportLetter, "path", ({ letterId }) => ({ params: { id: letterId } })),
  attempt(growth.acceptUpsell, "path", ({ upsellId }) => ({ params: { id: upsellId }, body: { totalamount: 39 } })),
  attempt(growth.denyUpsell, "path", ({ upsellId }) => ({ params: { id: upsellId }, body: {} })),
  attempt(treatment.withdrawPlan, "path", ({ orderId }) => ({ params: { id: orderId }, body: {} })),
  attempt(growth.withdrawUpsell, "path", ({ orderId }) => ({ params: { id: orderId }, body: {} })),
  attempt(growth.addUpsellToPatient, "path", ({ upsellId }) => ({ params: { id: upsellId }, body: {} })),
  attempt(growth.acceptOnboardingUpsell, "body", ({ upsellId }) => ({ body: { upsellId } })),
  attempt(growth.acceptUpsellProduct, "body", ({ upsellId }) => ({
    body: { upsellId, ...minoxidilOffer, totalamount: 39 },
  })),
  attempt(growth.acceptUpsellProducts, "body", ({ upsellId }) => ({
    body: { upsells: [{ upsellId, ...minoxidilOffer }], totalamount: 39 },
  })),
  attempt(messages.unreadCount, "path", ({ patientId }) => ({ params: { patientId } })),
  ...[followup.step, followup.previousStep].map((call) =>
    attempt(call, "path", ({ followupId }) => ({ params: { followupid: followupId, step: 0 } })),
  ),
  attempt(followup.saveStep, "path", ({ followupId }) => ({
    params: { followupid: followupId, step: 0 },
    body: { questionid: "welcome", answer: "" },
  })),
  attempt(followup.claim, "path", ({ followupId }) => ({ params: { id: followupId }, body: {} })),
  attempt(followup.applyCoupon, "path", ({ followupId }) => ({
    params: { id: followupId },
    body: { code: "A" },
  })),
  attempt(followup.rate, "body", ({ followupId }) => ({ body: { rating: 5, followupid: followupId } })),
  attempt(followup.firstPurchase, "path", ({ patientId }) => ({ params: { id: patientId, productid: "moisturizer" } })),
  attempt(notifications.read, "path", ({ notificationId }) => ({ params: { id: notificationId }, body: {} })),
  attempt(documents.file, "path", ({ documentId }) => ({ params: { id: documentId } })),
  attempt(
    documents.replace,
    "path",
    ({ documentId }) => ({ params: { id: documentId }, body: formBody }),
    form.headers,
  ),
];

/** Path parameters that do not reference a patient's object; another patient's idempotency key counts as unknown. */
const nonReferenceParams = new Set(["n", "code", "type", "eventName", "year", "key", "week", "day"]);

describe("another patient's object is not found", () => {
  test.each(
    attempts.map((entry) => ({ ...entry, title: `${entry.call.method} ${entry.call.path} in the ${entry.location}` })),
  )("$title", async ({ call, input, headers }) => {
    const before = await server.call(treatment.order, { params: { id: ownedIds.orderId } }, { token: owner.token });
    const { status, problem } = await server.call(call, input(ownedIds), { token: intruder.token, headers });
    expect({ status, code: problem.code }).toEqual({ status: 404, code: "not_found" });
    const after = await server.call(treatment.order, { params: { id: ownedIds.orderId } }, { token: owner.token });
    expect(after).toMatchObject({ status: 200, ok: before.ok });
  });

  test("an id that belongs to nobody gets the same answer", async () => {
    const { status, problem } = await server.call(
      treatment.order,
      { params: { id: newId() } },
      { token: intruder.token },
    );
    expect({ status, code: problem.code }).toEqual({ status: 404, code: "not_found" });
  });

  test("every patient call that names an object is in the table", () => {
    const triedCalls = new Set(attempts.map(({ call }) => call));
    const missingCalls = [...everyCall()]
      .filter(({ feature, name, call }) => name in handlers[feature] && call.access.caller === "patient")
      .filter(({ call }) =>
        [...call.path.matchAll(/\{(\w+)\}/g)].some(([, name = ""]) => !nonReferenceParams.has(name)),
      )
      .filter(({ call }) => !triedCalls.has(call))
      .map(({ feature, name }) => `${feature}.${name}`);
    expect(missingCalls).toEqual([]);
  });
});

describe("the clinic's calls with unknown ids", () => {
  const named = [...everyCall()]
    .filter(({ feature, name, call }) => call.access.caller === "clinic" && name in handlers[feature])
    .filter(({ call }) => call.path.includes("{id}"))
    .map(({ name, call }) => [name, call] as const);
  const asked = askedByPhone;
  const changed = { productid: "estradiol_patch_0_1", pricingid: "estradiol_patch_0_1_1m" };
  const bodies: Readonly<Record<string, object>> = {
    shipped: { carrier: "Meadow Post", trackingnumber: "9400" },
    packed: { lines: [{ pricingid: "estradiol_patch_1m" }] },
    verified: { lines: [{ pricingid: "estradiol_patch_1m", packedat: "2026-11-02T12:00:00Z" }] },
    returned: { reason: "address" },
    identity: { outcome: "matched" },
    correction: { outcome: "matched" },
    payment: { outcome: "release" },
    medicalletter: { text: "To whom it may concern" },
    message: { message: "Good morning" },
    note: { text: "Good morning" },
    withdraw: {},
    suggestion: { ...changed, note: "It may help." },
    open: { open: true },
    read: { seq: 1 },
    assignee: { memberid: null },
    withdrawn: {},
    kept: { message: "It’s yours." },
    handover: { note: "About a delivery.", seq: 1 },
    followup: {},
    close: {},
    acknowledge: {},
    call: { reached: "nobody", text: "No answer." },
    copy: { of: "record", recipient: "court", words: "By order of the court." },
    receiptcopy: { of: "hsa", year: 2025, recipient: "insurer", words: "Asked for by letter." },
    stop: { reason: "No such patient.", message: "Please stop." },
    hold: { reason: "No such patient.", message: "Please wait." },
    release: { reason: "No such patient.", message: "Please go on." },
    directions: { reason: "No such patient.", message: "Slower.", directions: "Every other day.", pace: "half" },
    day: { followupon: null },
    rest: { reason: "No such patient.", message: "A break.", from: "2099-03-01", until: "2099-03-08" },
    end: { reason: "No such patient.", message: "No break." },
    verdict: { verdict: "same", version: 1, reason: "No such pair." },
    merge: { survivingid: newId() },
    "early-fill": { reason: "No such patient.", message: "Please order.", cause: "travel" },
    question: { words: "No such order." },
    answer: { answer: "No such question." },
    ended: { outcome: "dropped" },
    draft: { decision: "medicine_held", products: [] },
    addendum: { text: "No such note." },
    for: { role: "nurse" },
    pause: { asked, months: 1 },
    recoverylink: { asked: { ...asked, callerproved: "photo_id" } },
    charge: { asked: { ...asked, callerproved: "photo_id" }, amount: 94 },
    mail: { mail: "payment_help" },
    writeoff: { prescriptionorderids: [newId()], reason: "not_reached" },
    takeback: { prescriptionorderids: [newId()] },
    credit: { amount: 5, reason: "late", note: "No such patient." },
    contact: { asked, phoneno: "2125550142" },
    healthquestion: { told: toldByPhone, answers: [{ questionid: "uterus", answer: "unsure" }], version: 1 },
    preview: { answers: [{ questionid: "uterus", answer: "unsure" }] },
    resume: { asked },
    restart: { asked },
    skip: { asked },
    unskip: { asked },
    move: { asked, day: "2026-12-01" },
    rotate: {},
    revoke: {},
    secret: {},
    replay: { failedsince: "2026-01-01T00:00:00Z" },
    timeline: {},
    "{id}": {},
    change: changed,
  };
  test.each(named)("%s on an id that does not exist is not found", async (_, call) => {
    const url = fullPath(call).replace(/\{\w+\}/g, () => newId());
    const body = (call === staff.updateMember ? { name: "Ines Falk", roles: ["nurse"] } : undefined) ??
      (call === care.withdrawChange || call === care.withdrawSuggestion ? { note: "Let us wait." } : undefined) ??
      (call === care.withdrawVisitNote ? { reason: "No such note." } : undefined) ??
      (call === care.closeEmergency ? { outcome: "All is well." } : undefined) ??
      (call === care.putTaskAside ? { until: addDays(clinicToday(server.services), 1) } : undefined) ??
      (call === care.addPatientTask ? { kind: "question", role: "nurse", words: "No such patient." } : undefined) ??
      (call === care.prepareDecision
        ? { decision: "letter", refid: newId(), fields: [{ id: "text", value: "No such patient." }], revision: "none" }
        : undefined) ??
      (call === care.putAside ? { of: "case", refid: newId(), foranswer: true } : undefined) ??
      (call === care.addPatientLog ? { kind: "note", words: "No such patient.", fields: [] } : undefined) ??
      (call === care.voidFill ? { pricingid: "none", parcel: 1, wrong: "count", note: "No such order." } : undefined) ??
      (call === care.answerDispute ? { revision: "none" } : undefined) ??
      (call === care.judgeAccess ? { outcome: "explained", note: "No such access." } : undefined) ??
      (call === care.judgeDecision ? { outcome: "agrees", doctorid: "elena_marsh" } : undefined) ??
      (call === care.closeWorkItem ? { version: 1, outcome: "no_change" } : undefined) ??
      bodies[call.path.split("/").at(-1) ?? ""] ?? {
        reason: "No such patient.",
        ...(call === care.cancelSubscription && { asked }),
      };
    const form = call === care.fileDocument ? filedForm : messageForm;
    const answer = await server.app.inject({
      method: call.method,
      url,
      headers: {
        "x-api-key": testApiKey,
        "idempotency-key": newId(),
        ...(call.upload ? form.headers : {}),
      },
      ...((call === care.treatmentChangeQuote || call === care.suggestionQuote) && { query: changed }),
      ...(call === care.stepQuote && { query: { step: "stop" } }),
      ...(call === care.restQuote && { query: { from: "2099-03-01", until: "2099-03-08" } }),
      ...(call === care.directionsQuote && { query: { pace: "half" } }),
      ...(call.method === "GET" ||
      call.path.endsWith("accept") ||
      call.path.endsWith("approve") ||
      call.path.endsWith("delivered")
        ? {}
        : { payload: call.upload ? form.payload : body }),
    });
    expect(answer.statusCode, answer.payload).toBe(404);
  });
});
