import { sql } from "kysely";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { dayIn } from "#contract/fields/formats.ts";
import { integrations } from "#contract/integrations/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { staff } from "#contract/staff/calls.ts";
import { support } from "#contract/support.ts";
import { updatePatient } from "#server/auth/public.ts";
import { reviewLastMonth } from "#server/care/peer-review/review-month.ts";
import { decidedFor, toNextMonth } from "#server/care/peer-review/testing/months.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { completeVisit } from "#server/care/testing/submitted-visit.ts";
import { suggested } from "#server/care/testing/suggestions.ts";
import { sendFollowupTo, patientWithFollowup, codeOf, goThrough } from "#server/followup/testing/followups.ts";
import { acceptedUpsellOrder, upsellAtClinic, answeredPatientInCare } from "#server/growth/testing/upsells.ts";
import { webhookTable } from "#server/integrations/public.ts";
import { packed } from "#server/lists/testing/listed-patients.ts";
import { ask, linked, mergeAccounts } from "#server/merging/testing/two-accounts.ts";
import {
  attachAsPatient,
  patientWithConversations,
  sendAsClinic,
  sendAsPatient,
} from "#server/messages/testing/conversations.ts";
import { answerVisit } from "#server/onboarding/testing/answers.ts";
import { syncIntent } from "#server/orders/payments/sync-intent.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { openDispute } from "#server/platform/gateway/sandbox/emulator/disputes.ts";
import { payOut } from "#server/platform/gateway/sandbox/emulator/payouts.ts";
import { refundInDashboard } from "#server/platform/gateway/sandbox/emulator/refunds.ts";
import { newId } from "#server/platform/ids.ts";
import { reviewLastWeek } from "#server/records/access-review/review-week.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { ownSsn } from "#server/testing/ssn.ts";
import { photoWithGps } from "#server/testing/upload-files.ts";
import { changeTreatment, stronger } from "#server/treatment/testing/changes.ts";
import {
  askedByPhone,
  bill,
  declineCard,
  inCare,
  passDays,
  prescriptionOrderIn,
  subscriptionOf,
  tokenOf,
} from "#server/treatment/testing/in-care.ts";
import { multipart } from "./example-requests.ts";

/** Values of an example's placeholders, by name. */
export type Placeholders = Readonly<Record<string, string>>;
export type PrepareState = (server: TestServer) => Promise<Placeholders>;

/**
 * States on a server, at the clock they were prepared at. Calls that only read share a state, because none changes it; every other call gets one of its own.
 */
export function statesOn(server: TestServer) {
  const shared = new Map<PrepareState, { readonly names: Placeholders; readonly offset: number }>();
  return async (prepare: PrepareState | undefined, { method }: { readonly method: string }): Promise<Placeholders> => {
    // What earlier calls left to do is done on their day.
    server.clock.setOffset(0);
    await server.jobs.drain();
    if (!prepare) return {};
    const state = (method === "GET" && shared.get(prepare)) || {
      names: await prepare(server),
      offset: server.clock.offset,
    };
    if (method === "GET") shared.set(prepare, state);
    server.clock.setOffset(state.offset);
    return state.names;
  };
}
export type States = ReturnType<typeof statesOn>;

const pdf = {
  name: "letter.pdf",
  type: "application/pdf",
  bytes: Buffer.from("%PDF-1.7\n1 0 obj\n<< /Type /Page >>\nendobj\nstartxref\n0\n%%EOF\n"),
};
export const pdfFile = pdf;

const incomingPatient: PrepareState = async (server) => ({ PATIENT: (await handedOver(server)).id });
const acceptedPatient: PrepareState = async (server) => {
  const { id, orderId } = await handedOver(server);
  await server.call(care.accept, { params: { id }, body: {} }, { apiKey });
  return { PATIENT: id, ORDER: orderId };
};
const paidOrder: PrepareState = async (server) => {
  const { id, orderId } = await inCare(server, { delivered: false });
  return { PATIENT: id, ORDER: orderId };
};
const shippedOrder: PrepareState = async (server) => {
  const names = await paidOrder(server);
  const body = { carrier: "Meadow Post", trackingnumber: "MP-1" };
  await server.call(care.shipOrder, { params: { id: names["ORDER"] ?? "" }, body }, { apiKey });
  return names;
};

const orderToPack: PrepareState = async (server) => {
  const names = await paidOrder(server);
  const { pricing_id } = await server.services.db
    .selectFrom("order_line")
    .select("pricing_id")
    .where("order_id", "=", names["ORDER"] ?? "")
    .orderBy("line")
    .limit(1)
    .executeTakeFirstOrThrow();
  return { ...names, PRICING: pricing_id };
};
const orderSentWrong: PrepareState = async (server) => {
  const names = await orderToPack(server);
  const body = { carrier: "Meadow Post", trackingnumber: "MP-1" };
  await server.call(care.shipOrder, { params: { id: names["ORDER"] ?? "" }, body }, { apiKey });
  return names;
};
/** What is to be packed for somebody with an allergy and another medicine. */
const orderToReview: PrepareState = async (server) => {
  const rosa = await inCare(server, { delivered: false });
  const answers = [
    { questionid: "allergies", answer: ["soy"] },
    { questionid: "other_medicines", answer: "Levothyroxine 50 mcg" },
  ];
  await server.call(account.updateHealthAnswers, { body: { answers } }, { token: rosa.token });
  return { ORDER: rosa.orderId };
};
/** Packed by the pharmacy's own system, so that a person may send it as well. */
const orderToShip: PrepareState = async (server) => {
  const names = await paidOrder(server);
  const id = names["ORDER"] ?? "";
  const rows = await server.services.db
    .selectFrom("order_line")
    .select("pricing_id")
    .where("order_id", "=", id)
    .execute();
  const lines = rows.map(({ pricing_id: pricingid }) => ({ pricingid, lotnumber: "MB2207", expireson: "2031-05-31" }));
  await server.call(care.packOrder, { params: { id }, body: { lines } }, { apiKey });
  return names;
};
const packedOrder: PrepareState = async (server) => {
  const names = await orderToPack(server);
  const lines = [{ pricingid: names["PRICING"] ?? "", lotnumber: "MB2207", expireson: "2031-05-31" }];
  await server.call(care.packOrder, { params: { id: names["ORDER"] ?? "" }, body: { lines } }, { apiKey });
  return names;
};
/** Packed, and left for a pharmacist to verify. */
const orderToVerify: PrepareState = async (server) => {
  const names = await orderToPack(server);
  const lines = [{ pricingid: names["PRICING"] ?? "", lotnumber: "MB2207", expireson: "2031-05-31" }];
  const id = names["ORDER"] ?? "";
  await server.call(care.packOrder, { params: { id }, body: { lines, verified: false } }, { apiKey });
  const { packed_at } = await server.services.db
    .selectFrom("order_fill")
    .select("packed_at")
    .where("order_id", "=", id)
    .executeTakeFirstOrThrow();
  return { ...names, PACKED_AT: packed_at.toISOString() };
};

const waitingConversation: PrepareState = async (server) => {
  const rosa = await patientWithConversations(server);
  await sendAsPatient(server, rosa, rosa.doctorConversationId, { message: "Where is my order?" });
  return { PATIENT: rosa.id, CONVERSATION: rosa.doctorConversationId };
};
const twoAlike: PrepareState = async (server) => {
  const names = await namedPatient(server);
  const other = await server.newPatient();
  await updatePatient(server.services, other.id, { firstname: "Rosalia", lastname: "Winter", birthday: "1981-02-03" });
  return names;
};
const messageSent: PrepareState = async (server) => {
  const rosa = await patientWithConversations(server);
  const { ok } = await sendAsClinic(server, rosa.doctorConversationId, { message: "Your ferritin is back to normal." });
  return { PATIENT: rosa.id, CONVERSATION: rosa.doctorConversationId, MESSAGE: ok.id };
};
const messageReported: PrepareState = async (server) => {
  const rosa = await patientWithConversations(server);
  const { doctorConversationId: id } = rosa;
  const { ok } = await sendAsClinic(server, id, { message: "Your ferritin is back to normal." });
  const token = await tokenOf(server, rosa);
  await server.call(messages.reportMessage, { params: { id, mid: ok.id } }, { token });
  const { id: task } = await server.services.db
    .selectFrom("task")
    .select("id")
    .where("message_id", "=", ok.id)
    .executeTakeFirstOrThrow();
  return { PATIENT: rosa.id, CONVERSATION: id, MESSAGE: ok.id, TASK: task };
};
/** Somebody's task of the day before yesterday. */
const taskOverdue: PrepareState = async (server) => {
  const names = await orderAskedAbout(server);
  const past = new Date(server.clock.now().getTime() - 2 * 86_400_000);
  await server.services.db
    .updateTable("task")
    .set({ due_on: dayIn(server.services.content.brand.timezone, past), due_at: past })
    .where("id", "=", names["TASK"] ?? "")
    .execute();
  return names;
};
const letterFor = async (server: TestServer, rosa: TestPatient) => {
  const body = { text: "To whom it may concern: Ms. Winter is under my care." };
  const { ok } = await server.call(care.issueLetter, { params: { id: rosa.id }, body }, { apiKey, key: newId() });
  return { PATIENT: rosa.id, LETTER: ok.id };
};
const letterIssued: PrepareState = async (server) => letterFor(server, await inCare(server));
const letterReported: PrepareState = async (server) => {
  const rosa = await inCare(server);
  const names = await letterFor(server, rosa);
  const letter = names.LETTER;
  await server.call(documents.reportLetter, { params: { id: letter } }, { token: await tokenOf(server, rosa) });
  const { id: task } = await server.services.db
    .selectFrom("task")
    .select("id")
    .where("letter_id", "=", letter)
    .executeTakeFirstOrThrow();
  return { ...names, TASK: task };
};
const emptyConversation: PrepareState = async (server) => {
  const rosa = await patientWithConversations(server);
  return { PATIENT: rosa.id, CONVERSATION: rosa.doctorConversationId };
};
const conversationToAssign: PrepareState = async (server) => {
  const { id } = await signedInStaff(server, ["nurse"]);
  await server.services.db.updateTable("staff_member").set({ name: "Noor Haddad" }).where("id", "=", id).execute();
  return { ...(await waitingConversation(server)), MEMBER: id };
};
const conversationHandedOver: PrepareState = async (server) => {
  const names = await waitingConversation(server);
  const params = { id: names["CONVERSATION"] ?? "" };
  const body = { note: "Please say when the parcel comes.", seq: 1 };
  await server.call(care.handOverConversation, { params, body }, { apiKey });
  return names;
};
const conversationWithFile: PrepareState = async (server) => {
  const rosa = await patientWithConversations(server);
  const { ok } = await attachAsPatient(server, rosa, rosa.doctorConversationId, pdf);
  return { CONVERSATION: rosa.doctorConversationId, ATTACHMENT: ok.attachment?.id ?? "" };
};

/** A patient has sent a photo, and their identity is in review. */
const identityInReview: PrepareState = async (server) => {
  const rosa = await server.newPatient();
  await server.call(onboarding.overrideFlow, { body: { flow_variant: "C" } }, { token: rosa.token });
  await answerVisit(server, rosa, { state: "IA", ssn: "666-45-6789", until: 5.1 });
  await uploadPhotoId(server, rosa);
  const { ok } = await server.call(care.patient, { params: { id: rosa.id } }, { apiKey });
  return { PATIENT: rosa.id, PHOTO: ok.photos?.[0]?.id ?? "" };
};

/** A person made a second account: both visits are submitted, and nobody has said yet whose they are. */
const sameTwice: PrepareState = async (server) => {
  const person = { state: "IA", birthday: "1969-10-21", ssn: ownSsn() };
  const accounts = [await server.newPatient(), await server.newPatient({ lastname: "Winter-Hale" })];
  for (const { token } of accounts) await completeVisit(server, token, person);
  await server.jobs.drain();
  const { id: PAIR } = await server.services.db
    .selectFrom("person_pair")
    .select("id")
    .where("later_id", "=", accounts[1]?.id ?? "")
    .executeTakeFirstOrThrow();
  return { PAIR };
};

/** Two accounts that are linked, of which neither has anything that goes on. */
const linkedAccounts: PrepareState = async (server) => {
  const both = [await server.newPatient(), await server.newPatient()] as const;
  return { PAIR: await linked(server, both), PATIENT: both[0].id };
};

/** As `linkedAccounts`, and the patient is being asked at both addresses. */
const askedToMerge: PrepareState = async (server) => {
  const names = await linkedAccounts(server);
  await ask(server, names["PAIR"] ?? "", { id: names["PATIENT"] ?? "" });
  return names;
};

const mergedAccounts: PrepareState = async (server) => {
  const [surviving, retired] = [await server.newPatient(), await server.newPatient()];
  const pair = await linked(server, [surviving, retired]);
  await mergeAccounts(server, { surviving, retired, pair });
  return { PAIR: pair, PATIENT: surviving.id };
};

/** A patient sent a card for their insurance. */
const insuranceDocument: PrepareState = async (server) => {
  const { id, token } = await server.newPatient();
  const { headers, payload } = multipart(pdf, { kind: "insurance_front" });
  const { ok } = await server.call(documents.upload, { body: payload as never }, { token, headers });
  return { PATIENT: id, DOCUMENT: ok.id };
};

/** A patient whose record somebody has opened. */
const openedRecord: PrepareState = async (server) => {
  const names = await incomingPatient(server);
  await server.call(care.patient, { params: { id: names["PATIENT"] ?? "" } }, { apiKey });
  return names;
};

/** Your system noted something about a patient. */
const notedPatient: PrepareState = async (server) => {
  const names = await incomingPatient(server);
  const params = { id: names["PATIENT"] ?? "" };
  const { ok } = await server.call(care.writeNote, { params, body: { text: "Prefers calls after five." } }, { apiKey });
  return { ...names, NOTE: ok.id };
};

/** A doctor declined a plan and left a note in the record. */
const declinedWithNote: PrepareState = async (server) => {
  const names = await acceptedPatient(server);
  const params = { id: names["PATIENT"] ?? "" };
  const body = { reason: "Please see a doctor near you first.", visitnote: "Blood pressure of 170/100 at home." };
  await server.call(care.declinePlan, { params, body }, { apiKey });
  const { ok } = await server.call(care.visitNotes, { params, query: {} }, { apiKey });
  return { ...names, VISITNOTE: ok.items[0]?.id ?? "" };
};

/** A patient who phones has the name of the example. */
const namedPatient: PrepareState = async (server) => {
  const names = await incomingPatient(server);
  const changes = { firstname: "Rosa", lastname: "Winter", birthday: "1974-05-06" };
  await updatePatient(server.services, names["PATIENT"] ?? "", changes);
  return names;
};

/** A patient's identity was refused. */
const identityRefused: PrepareState = async (server) => {
  const scene = await identityInReview(server);
  const params = { id: scene["PATIENT"] ?? "" };
  await server.call(care.decideIdentity, { params, body: { outcome: "no_match" } }, { apiKey });
  return scene;
};

async function uploadPhotoId(server: TestServer, { token }: TestPatient): Promise<void> {
  const { default: sharp } = await import("sharp");
  const picture = sharp({ create: { width: 640, height: 400, channels: 3, background: "#885522" } });
  const file = { name: "id.png", type: "image/png", bytes: await picture.png().toBuffer() };
  const { headers, payload } = multipart(file, { kind: "photo_id" });
  await server.app.inject({
    method: "POST",
    url: "/api/v2/onboarding/patient/photo",
    headers: { ...headers, authorization: `Bearer ${token}`, "idempotency-key": newId() },
    payload,
  });
}

/** A patient's next prescription orders wait for a prescription renewal each; the patch's, because what an answer takes depends on the product. */
const renewalRequested: PrepareState = async (server) => {
  const { id } = await inCare(server);
  await server.services.db.updateTable("prescription").set({ refills_left: 0 }).where("patient_id", "=", id).execute();
  await passDays(server, 28);
  await bill(server);
  const { ok } = await server.call(care.prescriptionRenewals, { query: {} }, { apiKey });
  const ofPatch = ok.items.find(({ patient, item }) => patient.id === id && item.productid === "estradiol_patch_0_05");
  return { RENEWAL: ofPatch?.id ?? "" };
};

/** A patient in care, with the code a follow-up is sent with. */
const followupSendable: PrepareState = async (server) => ({
  PATIENT: (await inCare(server)).id,
  CODE: await codeOf(server, 5),
});
const followupDaySettable: PrepareState = async (server) => ({
  PATIENT: (await inCare(server)).id,
  DAY: addDays(clinicToday(server.services), 28),
});
/** A patient has completed a follow-up, not their first, and reported something that must not be missed. */
const followupCompleted: PrepareState = async (server) => {
  const before = await patientWithFollowup(server);
  await goThrough(server, before);
  await server.call(care.closeFollowup, { params: { id: before.followupId }, body: {} }, { apiKey });
  server.clock.advance(60_000);
  const rosa = await sendFollowupTo(server, before);
  await goThrough(server, rosa, { overall: "worse" });
  return { FOLLOWUP: rosa.followupId };
};

/** A patient wrote about an emergency, and nobody has acknowledged it. */
const openEmergency: PrepareState = async (server) => {
  const rosa = await patientWithConversations(server);
  await sendAsPatient(server, rosa, rosa.doctorConversationId, { message: "My chest hurts since an hour ago" });
  const { id: EMERGENCY } = await server.services.db
    .selectFrom("emergency_report")
    .select("id")
    .where("patient_id", "=", rosa.id)
    .executeTakeFirstOrThrow();
  return { EMERGENCY };
};

/** A patient in care, whose first order is paid and not sent, changed an answer that a rule is about. */
const answersChanged: PrepareState = async (server) => {
  const rosa = await inCare(server, { delivered: false });
  const answers = [{ questionid: "conditions", answer: ["lupus"] }];
  await server.call(account.updateHealthAnswers, { body: { answers } }, { token: rosa.token });
  const { id: ITEM } = await server.services.db
    .selectFrom("work_item")
    .select("id")
    .where("patient_id", "=", rosa.id)
    .executeTakeFirstOrThrow();
  return { ITEM };
};

/** A pharmacist asked the prescriber about an order that is paid and not sent. */
const orderAskedAbout: PrepareState = async (server) => {
  const rosa = await inCare(server, { delivered: false });
  const body = { words: "Two patches at once: is that meant?" };
  const { ok } = await server.call(care.askAboutOrder, { params: { id: rosa.orderId }, body }, { apiKey });
  return { PATIENT: rosa.id, ORDER: rosa.orderId, TASK: ok.id };
};
const orderNotAskedAbout: PrepareState = async (server) => {
  const rosa = await inCare(server, { delivered: false });
  return { PATIENT: rosa.id, ORDER: rosa.orderId };
};
/** A patient about whom something is prepared, on the record as it is. */
const toPrepare: PrepareState = async (server) => {
  const rosa = await inCare(server);
  const { ok } = await server.call(care.patient, { params: { id: rosa.id } }, { apiKey });
  return { PATIENT: rosa.id, REVISION: ok.revision };
};
/** Somebody asked finance something about no patient. */
const questionToFinance: PrepareState = async (server) => {
  const body = { kind: "question", role: "finance", words: "Which carrier do we pay by the pound?" } as const;
  const { ok } = await server.call(care.addTask, { body }, { apiKey });
  return { TASK: ok.id, DAY: addDays(clinicToday(server.services), 3) };
};

/** Everybody who opens the record of a patient in care is to see an alert. */
const alertOnTheChart: PrepareState = async (server) => {
  const rosa = await inCare(server, { delivered: false });
  const body = {
    ...{ kind: "alert", words: "Her son translates.", fields: [{ id: "what", value: "interpreter" }] },
  };
  await server.call(care.addPatientLog, { params: { id: rosa.id }, body }, { apiKey });
  return { PATIENT: rosa.id };
};

const sideEffectLogged: PrepareState = async (server) => {
  const rosa = await inCare(server);
  const fields = [
    { id: "medicine", value: "Estradiol patch" },
    { id: "began", value: clinicToday(server.services) },
    { id: "serious", value: "no" },
    { id: "stopped", value: "not_stopped" },
  ];
  const body = { kind: "adverse_event", words: "A rash under the patch.", fields };
  const { ok } = await server.call(care.addPatientLog, { params: { id: rosa.id }, body }, { apiKey });
  return { TASK: ok.id };
};

/** The state of whoever was the last to be put on a list. */
export const aloneInState = "WY";
/** A patient in care had a lot that nobody else had, and lives where nobody else does. */
const onAList: PrepareState = async (server) => {
  const rosa = await inCare(server, { delivered: false });
  const { db } = server.services;
  await db.updateTable("patient").set({ state: "IA" }).where("state", "=", aloneInState).execute();
  await db.updateTable("patient").set({ state: aloneInState }).where("id", "=", rosa.id).execute();
  const LOT = `L-${newId().slice(-12)}`.toUpperCase();
  await packed(server, rosa, "estradiol", LOT);
  return { PATIENT: rosa.id, LOT };
};
/** A list was kept. */
const savedList: PrepareState = async (server) => {
  const body = { name: "Patches, Iowa", filters: { state: "IA" } };
  const { ok } = await server.call(care.saveList, { body }, { apiKey });
  return { LIST: ok.id };
};
/** Somebody wrote to all on a list. */
const listWritten: PrepareState = async (server) => {
  const { LOT = "" } = await onAList(server);
  const body = { filters: { lotnumber: LOT }, count: 1, kind: "doctor", message: "Please wait." } as const;
  await server.call(care.listMessage, { body }, { apiKey });
  return {};
};
/** A nurse opened a record for a reason last week, and nobody has looked at it. */
const unusualAccess: PrepareState = async (server) => {
  // Each week is looked at once.
  const { db } = server.services;
  const { length } = await db.selectFrom("access_review").select("week_on").execute();
  for (let days = 0; days < 7 * length; days += 1) server.clock.advance(86_400_000);
  const [rosa, nurse] = [await inCare(server), await signedInStaff(server, ["nurse"])];
  await db.updateTable("staff_member").set({ name: "Zoe Falk" }).where("id", "=", nurse.id).execute();
  await nurse.browser.call(staff.openRecord, { params: { id: rosa.id }, body: { reason: "patient_called" } });
  await nurse.browser.call(care.patient, { params: { id: rosa.id } });
  for (let days = 0; days < 7; days += 1) server.clock.advance(86_400_000);
  await reviewLastWeek(server.services);
  const { id, task_id: taskId } = await db
    .selectFrom("access_finding")
    .select(["id", "task_id"])
    .where("patient_id", "=", rosa.id)
    .executeTakeFirstOrThrow();
  return { FINDING: id, TASK: taskId };
};

/** A prescriber decided something last month, which waits for a colleague. */
const decisionToRead: PrepareState = async (server) => {
  // Each month is drawn from once.
  const { db } = server.services;
  const { length } = await db.selectFrom("peer_review_month").select("month_on").execute();
  for (let months = 0; months < length; months += 1) toNextMonth(server);
  const [doctorId, readerId] = ["ruth_okafor", "ines_valdez"];
  const reader = await db.selectFrom("staff_member").select("id").where("doctor_id", "=", readerId).executeTakeFirst();
  if (!reader) {
    const { id } = await signedInStaff(server, ["nurse"]);
    const prescriber = { name: "Zoe Valdez", roles: ["physician"], doctor_id: readerId };
    await db.updateTable("staff_member").set(prescriber).where("id", "=", id).execute();
  }
  await decidedFor(server, (await inCare(server)).id, doctorId);
  toNextMonth(server);
  await reviewLastMonth(server.services);
  const { id, task_id: taskId } = await db
    .selectFrom("peer_review_decision")
    .innerJoin("peer_review", "peer_review.id", "peer_review_decision.review_id")
    .select(["peer_review_decision.id", "peer_review.task_id"])
    .where("peer_review.doctor_id", "=", doctorId)
    .orderBy("month_on", "desc")
    .executeTakeFirstOrThrow();
  return { REVIEWED: id, TASK: taskId };
};

/** A patient used the contact form, and nobody has answered. */
const contactMessageOpen: PrepareState = async (server) => {
  const { token, email } = await server.newPatient();
  await server.call(support.contact, { body: { topic: "billing", message: "Where is my receipt?" } }, { token });
  const { ok } = await server.call(care.contactMessages, { query: {} }, { apiKey });
  return { CONTACT: ok.items.find((each) => each.email === email)?.id ?? "" };
};

/** A patient in care accepted an upsell, and the doctor has yet to decide. */
const upsellAwaitingDecision: PrepareState = async (server) => {
  const rosa = await answeredPatientInCare(server);
  await acceptedUpsellOrder(server, rosa);
  return { UPSELL: (await upsellAtClinic(server, rosa))?.id ?? "" };
};

/** A patient in care with a subscription for a patch. */
const activeSubscription: PrepareState = async (server) => ({
  SUBSCRIPTION: (await subscriptionOf(server, await inCare(server))).id,
});

/** A change of a patient's patch that waits for the patient. */
const changeToAgree: PrepareState = async (server) => {
  const rosa = await inCare(server);
  const { id } = await subscriptionOf(server, rosa);
  await changeTreatment(server, rosa, { pricingid: stronger });
  return { SUBSCRIPTION: id };
};

/** A patient to whom something may be suggested. */
const inCarePatient: PrepareState = async (server) => ({ PATIENT: (await inCare(server)).id });

/** A medicine that a doctor suggested and the patient hasn't answered. */
const suggestionToAnswer: PrepareState = async (server) => ({
  SUGGESTION: (await suggested(server, await inCare(server))).id,
});

/** A patient in care with a prescription for a patch, on hold if the example releases it. */
const activePrescription: PrepareState = async (server) => {
  const { id } = await inCare(server);
  const { ok } = await server.call(care.patient, { params: { id } }, { apiKey });
  return { PRESCRIPTION: ok.prescriptions?.find(({ productid }) => productid === "estradiol_patch_0_05")?.id ?? "" };
};
const prescriptionOnHold: PrepareState = async (server) => {
  const names = await activePrescription(server);
  const body = { reason: "A finding to be checked", message: "Please wait until we have talked." };
  await server.call(care.holdPrescription, { params: { id: names["PRESCRIPTION"] ?? "" }, body }, { apiKey });
  return names;
};

const prescriptionToRest: PrepareState = async (server) => {
  const today = clinicToday(server.services);
  return { ...(await activePrescription(server)), FROM: addDays(today, 5), UNTIL: addDays(today, 33) };
};
const restingPrescription: PrepareState = async (server) => {
  const names = await activePrescription(server);
  const today = clinicToday(server.services);
  const days = { from: addDays(today, 3), until: addDays(today, 20) };
  const body = { ...days, reason: "Surgery", message: "Good luck!" };
  await server.call(care.restPrescription, { params: { id: names["PRESCRIPTION"] ?? "" }, body }, { apiKey });
  return names;
};

/** A patient in care who phones about a subscription, paused if the example resumes it. */
const phonedAbout: PrepareState = async (server) => {
  const rosa = await inCare(server);
  return { PATIENT: rosa.id, SUBSCRIPTION: (await subscriptionOf(server, rosa)).id };
};
const pausedSubscription: PrepareState = async (server) => {
  const names = await phonedAbout(server);
  const params = { id: names["PATIENT"] ?? "", subscriptionid: names["SUBSCRIPTION"] ?? "" };
  await server.call(care.pauseSubscription, { params, body: { asked: askedByPhone, months: 2 } }, { apiKey });
  return names;
};

/** A patient whose charge failed, and the prescription order it's for. */
const pastDueCharge: PrepareState = async (server) => {
  const rosa = await inCare(server);
  await declineCard(server, rosa, "insufficient_funds");
  const failed = () =>
    server.services.db
      .selectFrom("prescription_order")
      .select("id")
      .where("patient_id", "=", rosa.id)
      .where("failed_on", "is not", null)
      .executeTakeFirst();
  for (let day = 0; day < 40 && !(await failed()); day += 1) {
    await passDays(server, 1);
    await server.jobs.drain();
  }
  return { PATIENT: rosa.id, SUPPLY: (await failed())?.id ?? "" };
};
/** One who is charged again for what they said yes to: its amount is that of the example. */
const chargeWithWriteOff: PrepareState = async (server) => {
  const names = await pastDueCharge(server);
  const body = { prescriptionorderids: [names["SUPPLY"] ?? ""], reason: "not_reached" as const };
  await server.call(care.writeOff, { params: { id: names["PATIENT"] ?? "" }, body }, { apiKey });
  return names;
};
const creditGiven: PrepareState = async (server) => {
  const rosa = await inCare(server);
  const body = { amount: 15, reason: "late" as const, note: "The box came two weeks late." };
  const { ok } = await server.call(care.giveCredit, { params: { id: rosa.id }, body }, { apiKey });
  return { PATIENT: rosa.id, CREDIT: ok.credit.id };
};
const receiptMailed: PrepareState = async (server) => {
  const rosa = await inCare(server);
  await server.jobs.drain();
  // The newest one says that a package left.
  await server.services.db
    .updateTable("patient_mail")
    .set({ queued_at: new Date(server.clock.now().getTime() + 1000) })
    .where("patient_id", "=", rosa.id)
    .where("mail", "=", "order_shipped")
    .execute();
  const { ok } = await server.call(care.patientMails, { params: { id: rosa.id }, query: {} }, { apiKey });
  return { PATIENT: rosa.id, MAIL: ok.items.find(({ obstacle }) => obstacle === null)?.id ?? "" };
};

const cancelledSubscription: PrepareState = async (server) => {
  const names = await phonedAbout(server);
  const params = { id: names["PATIENT"] ?? "", subscriptionid: names["SUBSCRIPTION"] ?? "" };
  await server.call(
    care.cancelSubscription,
    { params, body: { asked: askedByPhone, despitewarning: true } },
    { apiKey },
  );
  return names;
};
/** One who phones about the next order, which is skipped if the example takes that back. */
const phonedAboutOrder: PrepareState = async (server) => {
  const rosa = await inCare(server);
  const { id, move } = prescriptionOrderIn(await subscriptionOf(server, rosa), "scheduled");
  return { PATIENT: rosa.id, SUPPLY: id, DAY: addDays(move?.first ?? "", 3) };
};
const skippedOrder: PrepareState = async (server) => {
  const names = await phonedAboutOrder(server);
  const params = { id: names["PATIENT"] ?? "", prescriptionorderid: names["SUPPLY"] ?? "" };
  await server.call(care.skipPrescriptionOrder, { params, body: { asked: askedByPhone } }, { apiKey });
  return names;
};

/** The gateway took more than the order's total. */
const paymentMismatch: PrepareState = async (server) => {
  const names = await acceptedPatient(server);
  const { db } = server.services;
  await sql`update sandbox.intent set amount = amount + 500 where order_id = ${names["ORDER"]}`.execute(db);
  await server.call(care.approvePlan, { params: { id: names["PATIENT"] ?? "" }, body: {} }, { apiKey });
  await server.jobs.drain();
  return names;
};

/** A paid order with its payment at the gateway. */
async function paidIntent(server: TestServer): Promise<Placeholders & { readonly intent: string }> {
  const names = await paidOrder(server);
  const { gateway_intent_id } = await server.services.db
    .selectFrom("payment_intent")
    .select("gateway_intent_id")
    .where("order_id", "=", names["ORDER"] ?? "")
    .executeTakeFirstOrThrow();
  return { ...names, intent: gateway_intent_id ?? "" };
}

/** A bank disputes a patient's first payment. */
const openedDispute: PrepareState = async (server) => {
  const { intent, ...names } = await paidIntent(server);
  await openDispute({ db: server.services.db, clock: server.clock }, intent);
  await syncIntent(server.services, intent);
  const { ok } = await server.call(care.disputes, { query: {} }, { apiKey });
  return { ...names, DISPUTE: ok.items[0]?.id ?? "" };
};

/** A dispute whose evidence somebody has looked at. */
const disputeToAnswer: PrepareState = async (server) => {
  const names = await openedDispute(server);
  const params = { id: names["DISPUTE"] ?? "" };
  return {
    ...names,
    REVISION: (await server.call(care.disputeEvidence, { params, query: {} }, { apiKey })).ok.revision,
  };
};

/** A day that is over, in days from now: somebody paid, and was refunded in the gateway's dashboard, which nobody has heard of yet. */
const dayWithDifference =
  (daysAhead: number, close = false): PrepareState =>
  async (server) => {
    const { db, content } = server.services;
    server.clock.advance(daysAhead * 86_400_000);
    const { intent, ...names } = await paidIntent(server);
    await refundInDashboard({ db, clock: server.clock }, intent, 500);
    const day = dayIn(content.brand.timezone, server.clock.now());
    server.clock.advance(86_400_000);
    const { revision } = (await server.call(care.closingOfDay, { params: { day } }, { apiKey })).ok;
    if (close) await server.call(care.closeDay, { params: { day }, body: { revision } }, { apiKey });
    return { ...names, DAY: day, REVISION: revision };
  };
/** A day on which a payment of two days before is paid out, and another one is made. */
const dayOfPayout: PrepareState = async (server) => {
  const { db, content } = server.services;
  const emulator = { db, clock: server.clock };
  server.clock.advance(90 * 86_400_000);
  // What other examples left.
  await payOut(emulator);
  await paidIntent(server);
  server.clock.advance(2 * 86_400_000);
  await payOut(emulator);
  const names = await paidIntent(server);
  return { ...names, DAY: dayIn(content.brand.timezone, server.clock.now()) };
};
const numberedOrder: PrepareState = async (server) => {
  const names = await paidOrder(server);
  const { number } = await server.services.db
    .selectFrom("customer_order")
    .select("number")
    .where("id", "=", names["ORDER"] ?? "")
    .executeTakeFirstOrThrow();
  return { ...names, NUMBER: number ?? "" };
};
/** A doctor who was added, and has no patients. */
const addedDoctor: PrepareState = async (server) => {
  const body = {
    ...{ firstname: "Noemi", lastname: "Brandt", credentials: "MD", bio: "Listens first.", npi: "0000000009" },
    ...{ portrait: "/doctors/doctor-2.svg", states: ["IA"], acceptspatients: true },
  };
  const { ok } = await server.call(staff.addDoctor, { body }, { apiKey });
  return { DOCTOR: ok.id, EDITEDAT: ok.editedat ?? "" };
};

/** A doctor with a portrait that was uploaded. */
const doctorWithPortrait: PrepareState = async (server) => {
  const DOCTOR = "ruth_okafor";
  const { payload, headers } = multipart(await photoWithGps());
  const upload = { params: { doctorid: DOCTOR }, body: payload as never };
  await server.call(staff.uploadPortrait, upload, { apiKey, headers });
  return { DOCTOR };
};
/** A key that may be rotated or revoked. */
const pharmacyKey: PrepareState = async (server) => {
  const body = { name: "Pharmacy link", scopes: ["dispense" as const] };
  return { APIKEY: (await server.call(integrations.createKey, { body }, { apiKey })).ok.key.id };
};
/** Somebody who was invited. */
const invitedMember: PrepareState = async (server) => {
  const body = { email: `s-${newId()}@practice.example`, name: "Ines Falk", roles: ["nurse" as const] };
  return { MEMBER: (await server.call(staff.invite, { body }, { apiKey })).ok.id };
};
const eventBefore: PrepareState = async (server) => {
  await handedOver(server);
  const { ok } = await server.call(integrations.events, { query: { limit: 1000 } }, { apiKey });
  await handedOver(server);
  return { EVENT: ok.items.at(-1)?.id ?? "" };
};
const webhook: PrepareState = async (server) => {
  const body = { url: "https://hooks.example.com/calendula" };
  return { WEBHOOK: (await server.call(integrations.createWebhook, { body }, { apiKey })).ok.webhook.id };
};
/** Events reach nobody. */
const failingOutside: PrepareState = async (server) => {
  const { outside } = server.services;
  outside.of(webhookTable).failed("unreachable");
  await outside.write();
  return {};
};
/** An endpoint with an event on its way. */
const waitingWebhook: PrepareState = async (server) => {
  const { db, clock } = server.services;
  const { WEBHOOK = "" } = await webhook(server);
  await handedOver(server);
  const { ok } = await server.call(
    integrations.events,
    { query: { limit: 1000, type: "visit.submitted" } },
    { apiKey },
  );
  const event_id = ok.items.at(-1)?.id ?? "";
  const { seq } = await db
    .selectFrom("clinic_event")
    .select("seq")
    .where("id", "=", event_id)
    .executeTakeFirstOrThrow();
  await db
    .insertInto("webhook_delivery")
    .values({ endpoint_id: WEBHOOK, event_id, event_seq: seq ?? 0, next_attempt_at: clock.now() })
    .execute();
  return { WEBHOOK };
};

/** The state an example needs, by the call it is of. */
export const statesByCall: Readonly<Record<string, PrepareState>> = {
  "integrations.keys": pharmacyKey,
  "integrations.rotateKey": pharmacyKey,
  "integrations.revokeKey": pharmacyKey,
  "staff.setLicense": () => Promise.resolve({ DOCTOR: "elena_marsh", STATE: "CA" }),
  "staff.setAbsence": addedDoctor,
  "staff.endAbsence": addedDoctor,
  "staff.handOverPatients": addedDoctor,
  "staff.updateDoctor": addedDoctor,
  "staff.removeDoctor": addedDoctor,
  "staff.uploadPortrait": () => Promise.resolve({ DOCTOR: "ruth_okafor" }),
  "staff.removePortrait": doctorWithPortrait,
  "staff.members": invitedMember,
  "staff.inviteAgain": invitedMember,
  "staff.updateMember": invitedMember,
  "staff.recoverMember": invitedMember,
  "staff.disableMember": invitedMember,
  "staff.enableMember": invitedMember,
  "integrations.events": eventBefore,
  "integrations.webhooks": webhook,
  "integrations.updateWebhook": webhook,
  "integrations.deleteWebhook": webhook,
  "integrations.rotateWebhookSecret": webhook,
  "integrations.webhookDeliveries": waitingWebhook,
  "integrations.replayWebhook": webhook,
  "integrations.resumeWebhook": webhook,
  "integrations.outsideSystems": failingOutside,
  "care.patients": paidOrder,
  "care.searchPatients": namedPatient,
  "care.namesakes": twoAlike,
  "care.patientDocument": insuranceDocument,
  "care.withdrawDocument": insuranceDocument,
  "care.audit": openedRecord,
  "care.findAuditPatients": namedPatient,
  "care.auditActors": openedRecord,
  "care.writeNote": incomingPatient,
  "care.notes": notedPatient,
  "care.withdrawNote": notedPatient,
  "care.draftVisitNote": acceptedPatient,
  "care.visitNotes": declinedWithNote,
  "care.addToVisitNote": declinedWithNote,
  "care.withdrawVisitNote": declinedWithNote,
  "care.cancelOrder": paidOrder,
  "care.incoming": incomingPatient,
  "care.patient": incomingPatient,
  "care.accept": incomingPatient,
  "care.verification": identityInReview,
  "care.photo": identityInReview,
  "care.pair": sameTwice,
  "care.judgePair": sameTwice,
  "care.pairMerge": askedToMerge,
  "care.askMerge": linkedAccounts,
  "care.withdrawMerge": askedToMerge,
  "care.undoMerge": mergedAccounts,
  "care.decideIdentity": identityInReview,
  "care.correctIdentity": identityRefused,
  "care.cases": acceptedPatient,
  "care.orders": paidOrder,
  "care.stopPrescription": activePrescription,
  "care.holdPrescription": activePrescription,
  "care.releasePrescription": prescriptionOnHold,
  "care.allowEarlyFill": activePrescription,
  "care.stepQuote": activePrescription,
  "care.restQuote": prescriptionToRest,
  "care.restPrescription": prescriptionToRest,
  "care.endRest": restingPrescription,
  "care.directionsQuote": activePrescription,
  "care.changeDirections": activePrescription,
  "care.cancelSubscription": phonedAbout,
  "care.changeContact": phonedAbout,
  "care.patientMails": receiptMailed,
  "care.resendMail": receiptMailed,
  "care.sendRecoveryLink": phonedAbout,
  "care.pastDue": pastDueCharge,
  "care.chargePastDue": pastDueCharge,
  "care.mailPastDue": pastDueCharge,
  "care.writeOff": pastDueCharge,
  "care.takeWriteOffBack": chargeWithWriteOff,
  "care.credits": creditGiven,
  "care.giveCredit": creditGiven,
  "care.withdrawCredit": creditGiven,
  "care.healthAnswers": phonedAbout,
  "care.previewTold": phonedAbout,
  "care.recordTold": phonedAbout,
  "care.pauseSubscription": phonedAbout,
  "care.resumeSubscription": pausedSubscription,
  "care.restartSubscription": cancelledSubscription,
  "care.skipPrescriptionOrder": phonedAboutOrder,
  "care.takeSkipBack": skippedOrder,
  "care.movePrescriptionOrder": phonedAboutOrder,
  "care.approvePlan": acceptedPatient,
  "care.declinePlan": acceptedPatient,
  "care.upsells": upsellAwaitingDecision,
  "care.approveUpsell": upsellAwaitingDecision,
  "care.declineUpsell": upsellAwaitingDecision,
  "care.prescriptionRenewals": renewalRequested,
  "care.approvePrescriptionRenewal": renewalRequested,
  "care.declinePrescriptionRenewal": renewalRequested,
  "care.treatmentChangeQuote": activeSubscription,
  "care.changeTreatment": activeSubscription,
  "care.withdrawChange": changeToAgree,
  "care.suggestibleMedicines": inCarePatient,
  "care.suggestionQuote": inCarePatient,
  "care.suggestMedicine": inCarePatient,
  "care.withdrawSuggestion": suggestionToAnswer,
  "care.emergencies": openEmergency,
  "care.emergency": openEmergency,
  "care.acknowledgeEmergency": openEmergency,
  "care.emergencyCalled": openEmergency,
  "care.closeEmergency": openEmergency,
  "care.inbox": answersChanged,
  "care.workItems": answersChanged,
  "care.workItem": answersChanged,
  "care.closeWorkItem": answersChanged,
  "care.addPatientTask": orderNotAskedAbout,
  "care.askAboutOrder": orderNotAskedAbout,
  "care.prepareDecision": toPrepare,
  "care.putAside": acceptedPatient,
  "care.fileDocument": inCarePatient,
  ...Object.fromEntries(
    ["listPatients", "listTasks", "listMessage", "exportList", "timeline"].map((call) => [`care.${call}`, onAList]),
  ),
  ...{ "care.savedLists": savedList, "care.forgetList": savedList, "care.listActions": listWritten },
  "care.patientLog": alertOnTheChart,
  "care.log": alertOnTheChart,
  "care.fdaReport": sideEffectLogged,
  "care.addPatientLog": orderNotAskedAbout,
  "care.accessReview": unusualAccess,
  "care.judgeAccess": unusualAccess,
  "care.peerReview": decisionToRead,
  "care.judgeDecision": decisionToRead,
  "care.patientTasks": orderAskedAbout,
  "care.tasksAsked": orderAskedAbout,
  "care.overdueTasks": taskOverdue,
  "care.task": orderAskedAbout,
  "care.answerTask": orderAskedAbout,
  "care.endTask": orderAskedAbout,
  "care.reassignTask": orderAskedAbout,
  "care.putTaskAside": questionToFinance,
  "care.contactMessages": contactMessageOpen,
  "care.contactAnswered": contactMessageOpen,
  "care.conversations": waitingConversation,
  "care.patientConversations": emptyConversation,
  "care.messages": waitingConversation,
  "care.sendMessage": emptyConversation,
  "care.sendMessageAttachment": emptyConversation,
  "care.messageAttachment": conversationWithFile,
  "care.conversation": emptyConversation,
  "care.conversationMessages": waitingConversation,
  "care.cannedReplies": emptyConversation,
  "care.readConversation": waitingConversation,
  "care.openConversation": emptyConversation,
  "care.assignees": conversationToAssign,
  "care.assignConversation": conversationToAssign,
  "care.withdrawMessage": messageSent,
  "care.keepMessage": messageReported,
  "care.handOverConversation": waitingConversation,
  "care.handovers": conversationHandedOver,
  "care.shipOrder": orderToShip,
  "care.deliverOrder": shippedOrder,
  "care.printOrders": paidOrder,
  "care.packOrder": orderToPack,
  "care.verifyOrder": orderToVerify,
  "care.pharmacistReview": orderToReview,
  "care.returnOrder": shippedOrder,
  "care.voidFill": orderSentWrong,
  "care.lotRecipients": packedOrder,
  "care.recallLot": async () => ({}),
  "care.resolvePayment": paymentMismatch,
  "care.refundOrder": paidOrder,
  "care.closings": paidOrder,
  "care.closingOfDay": dayWithDifference(40),
  "care.closeDay": dayWithDifference(50),
  "care.closingFile": dayWithDifference(60, true),
  "care.orderByNumber": numberedOrder,
  "care.disputes": openedDispute,
  "care.resumeCharges": openedDispute,
  "care.disputeEvidence": openedDispute,
  "care.disputeEvidenceFile": openedDispute,
  "care.answerDispute": disputeToAnswer,
  "care.letterhead": acceptedPatient,
  "care.issueLetter": acceptedPatient,
  "care.withdrawLetter": letterIssued,
  "care.keepLetter": letterReported,
  "care.accounting": dayWithDifference(80),
  "care.periodPayouts": dayOfPayout,
  "care.accountingFile": dayWithDifference(80),
  "care.copyRecord": acceptedPatient,
  "care.copyReceipts": paidOrder,
  "care.followupCodes": incomingPatient,
  "care.sendFollowup": followupSendable,
  "care.followupDay": followupSendable,
  "care.setFollowupDay": followupDaySettable,
  "care.followups": followupCompleted,
  "care.followupResult": followupCompleted,
  "care.closeFollowup": followupCompleted,
};
