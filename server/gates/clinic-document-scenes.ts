import { sql } from "kysely";
import { care } from "#contract/care.ts";
import { onboarding } from "#contract/onboarding.ts";
import { support } from "#contract/support.ts";
import { added, additionOf, inCareAnswered } from "#server/growth/testing/offered.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { ask, asked, codeOf, goThrough } from "#server/followup/testing/reviews.ts";
import { attach, say, talking } from "#server/messages/testing/talk.ts";
import { answerAll } from "#server/onboarding/testing/answers.ts";
import { bill, inCare, pass, subscriptionOf } from "#server/treatment/testing/in-care.ts";
import { testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { converge } from "#server/payment/converge.ts";
import { openDispute } from "#server/platform/gateway/emulator/disputes.ts";
import { newId } from "#server/platform/ids.ts";
import { multipart } from "./requests.ts";

/** What the names of an example stand for. */
export type Names = Readonly<Record<string, string>>;
export type Scene = (server: TestServer) => Promise<Names>;

const pdf = {
  name: "letter.pdf",
  type: "application/pdf",
  bytes: Buffer.from("%PDF-1.7\n1 0 obj\n<< /Type /Page >>\nendobj\nstartxref\n0\n%%EOF\n"),
};
export const letter = pdf;

const incoming: Scene = async (server) => ({ PATIENT: (await handedOver(server)).id });
const accepted: Scene = async (server) => {
  const { id, orderId } = await handedOver(server);
  await server.call(care.accept, { params: { id }, body: {} }, { apiKey });
  return { PATIENT: id, ORDER: orderId };
};
const paid: Scene = async (server) => {
  const { id, orderId } = await inCare(server, { delivered: false });
  return { PATIENT: id, ORDER: orderId };
};
const shipped: Scene = async (server) => {
  const names = await paid(server);
  const body = { carrier: "Meadow Post", trackingnumber: "MP1" };
  await server.call(care.shipOrder, { params: { id: names["ORDER"] ?? "" }, body }, { apiKey });
  return names;
};

const waiting: Scene = async (server) => {
  const rosa = await talking(server);
  await say(server, rosa, rosa.doctor, { message: "Where is my order?" });
  return { PATIENT: rosa.id, CONVERSATION: rosa.doctor };
};
const talked: Scene = async (server) => {
  const rosa = await talking(server);
  return { PATIENT: rosa.id, CONVERSATION: rosa.doctor };
};
const withFile: Scene = async (server) => {
  const rosa = await talking(server);
  const { ok } = await attach(server, rosa, rosa.doctor, pdf);
  return { CONVERSATION: rosa.doctor, ATTACHMENT: ok.attachment?.id ?? "" };
};

/** Her identity is in review, and she has sent a photo. */
const inReview: Scene = async (server) => {
  const rosa = await server.newPatient();
  await server.call(onboarding.overrideFlow, { body: { flow_variant: "C" } }, { token: rosa.token });
  await answerAll(server, rosa, { state: "IA", ssn: "666-45-6789", until: 5.1 });
  await photograph(server, rosa);
  const { ok } = await server.call(care.patient, { params: { id: rosa.id } }, { apiKey });
  return { PATIENT: rosa.id, PHOTO: ok.photos[0]?.id ?? "" };
};

/** The identity was refused. */
const refusedIdentity: Scene = async (server) => {
  const scene = await inReview(server);
  const params = { id: scene["PATIENT"] ?? "" };
  await server.call(care.decideIdentity, { params, body: { outcome: "no_match" } }, { apiKey });
  return scene;
};

async function photograph(server: TestServer, { token }: TestPatient): Promise<void> {
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

/** Her next supply waits for a renewal. */
const outOfFills: Scene = async (server) => {
  const { id } = await inCare(server);
  await server.services.db.updateTable("prescription").set({ refills_left: 0 }).where("patient_id", "=", id).execute();
  await pass(server, 28);
  await bill(server);
  const { ok } = await server.call(care.renewals, { query: {} }, { apiKey });
  return { RENEWAL: ok.items.find(({ patient }) => patient.id === id)?.id ?? "" };
};

/** A review waits for her. */
const toReview: Scene = async (server) => ({ PATIENT: (await inCare(server)).id, CODE: await codeOf(server, 5) });
/** She has completed a review, not her first one, and something in it must not be missed. */
const reviewed: Scene = async (server) => {
  const before = await asked(server);
  await goThrough(server, before);
  await server.call(care.closeFollowup, { params: { id: before.reviewId }, body: {} }, { apiKey });
  server.clock.advance(60_000);
  const rosa = await ask(server, before);
  await goThrough(server, rosa, { overall: "worse" });
  return { FOLLOWUP: rosa.reviewId };
};

/** A patient wrote of an emergency, and nobody has acknowledged it. */
const urgent: Scene = async (server) => {
  const rosa = await talking(server);
  await say(server, rosa, rosa.doctor, { message: "My chest hurts since an hour ago" });
  const { ok } = await server.call(care.emergencies, { query: {} }, { apiKey });
  return { EMERGENCY: ok.items.find(({ patient }) => patient?.id === rosa.id)?.id ?? "" };
};

/** A patient wrote by the contact form, and nobody has answered. */
const written: Scene = async (server) => {
  const { token, email } = await server.newPatient();
  await server.call(support.contact, { body: { topic: "billing", message: "Where is my receipt?" } }, { token });
  const { ok } = await server.call(care.contactMessages, { query: {} }, { apiKey });
  return { CONTACT: ok.items.find((each) => each.email === email)?.id ?? "" };
};

/** A patient in care added something, and her doctor is to decide. */
const addition: Scene = async (server) => {
  const rosa = await inCareAnswered(server);
  await added(server, rosa);
  return { ADDITION: (await additionOf(server, rosa))?.id ?? "" };
};

/** A patient in care gets a patch. */
const supplied: Scene = async (server) => ({ SUBSCRIPTION: (await subscriptionOf(server, await inCare(server))).id });

/** The gateway took more than her order says. */
const mismatched: Scene = async (server) => {
  const names = await accepted(server);
  const { db } = server.services;
  await sql`update sandbox.intent set amount = amount + 500 where order_id = ${names["ORDER"]}`.execute(db);
  await server.call(care.approvePlan, { params: { id: names["PATIENT"] ?? "" }, body: {} }, { apiKey });
  await server.jobs.drain();
  return names;
};

/** A bank asks for the money of a patient's first order back. */
const disputed: Scene = async (server) => {
  const names = await paid(server);
  const { db } = server.services;
  const { gateway_intent_id } = await db
    .selectFrom("payment_intent")
    .select("gateway_intent_id")
    .where("order_id", "=", names["ORDER"] ?? "")
    .executeTakeFirstOrThrow();
  await openDispute({ db, clock: server.clock }, gateway_intent_id ?? "");
  await converge(server.services, gateway_intent_id ?? "");
  const { ok } = await server.call(care.disputes, { query: {} }, { apiKey });
  return { ...names, DISPUTE: ok.items[0]?.id ?? "" };
};

/** What has to be so before an example, by the call it is of. */
export const scenes: Readonly<Record<string, Scene>> = {
  "care.patients": paid,
  "care.incoming": incoming,
  "care.patient": incoming,
  "care.accept": incoming,
  "care.verification": inReview,
  "care.photo": inReview,
  "care.decideIdentity": inReview,
  "care.correctIdentity": refusedIdentity,
  "care.approvePlan": accepted,
  "care.declinePlan": accepted,
  "care.additions": addition,
  "care.approveAddition": addition,
  "care.declineAddition": addition,
  "care.renewals": outOfFills,
  "care.approveRenewal": outOfFills,
  "care.declineRenewal": outOfFills,
  "care.changeTreatment": supplied,
  "care.emergencies": urgent,
  "care.acknowledgeEmergency": urgent,
  "care.contactMessages": written,
  "care.contactAnswered": written,
  "care.conversations": waiting,
  "care.patientConversations": talked,
  "care.messages": waiting,
  "care.sendMessage": talked,
  "care.sendMessageAttachment": talked,
  "care.messageAttachment": withFile,
  "care.conversation": talked,
  "care.openConversation": talked,
  "care.shipOrder": paid,
  "care.deliverOrder": shipped,
  "care.resolvePayment": mismatched,
  "care.refundOrder": paid,
  "care.disputes": disputed,
  "care.resumeCharges": disputed,
  "care.issueLetter": accepted,
  "care.followupCodes": incoming,
  "care.sendFollowup": toReview,
  "care.followups": reviewed,
  "care.followupResult": reviewed,
  "care.closeFollowup": reviewed,
};
