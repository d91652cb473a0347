import { expect } from "vitest";
import { care } from "#contract/care/calls.ts";
import { type TestServer, testApiKey } from "#server/testing/harness.ts";
import { deliver } from "#server/treatment/testing/in-care.ts";
import type { Call } from "./client.ts";
import { missingFields } from "./spec-fields.ts";
import type { Person } from "./visit.ts";

interface PrescriptionOrder {
  readonly id: string;
  readonly status: string;
}
interface Full {
  readonly orders: readonly { readonly id: string }[];
  readonly subscriptions: readonly {
    readonly item: { readonly productid: string };
    readonly prescriptionorders: readonly PrescriptionOrder[];
  }[];
}

/** Approves the plan and delivers the first parcel, by calls of the practice that §7 does not have. */
export async function approveAndDeliver(server: TestServer, { call, id }: Pick<Person, "call" | "id">): Promise<void> {
  await server.call(care.approvePlan, { params: { id }, body: {} }, { apiKey: testApiKey });
  await server.jobs.drain();
  const { orders } = await call<Full>("GET v2 /prescriptionOrder/full");
  await deliver(server, orders[0]?.id ?? "");
}

/** The progesterone's prescription order with this status. */
async function prescriptionOrderIn(call: Call, wanted: string): Promise<string> {
  const { subscriptions } = await call<Full>("GET v2 /prescriptionOrder/full");
  const progesterone = subscriptions.find(({ item }) => item.productid.startsWith("progesterone"));
  const found = progesterone?.prescriptionorders.find(({ status }) => status === wanted);
  return found?.id ?? expect.fail(`None is ${wanted}`);
}

/** Acts on a prescription order with this status. */
export const actOnPrescriptionOrder = async (call: Call, line: string, status: string): Promise<unknown> =>
  call(line, { path: [await prescriptionOrderIn(call, status)] });

/** Reads order tracking and the year's documents. */
export async function readOrdersAndDocuments({ call, id }: Person, year: number): Promise<void> {
  await actOnPrescriptionOrder(call, "GET default /user/prescriptionorder/{id}/shipment", "delivered");
  await call("GET default /patient/{id}/product/{id}/firstpurchase", { path: [id, "estradiol_patch_0_05"] });
  for (const paper of ["hsaReceipt", "fsaReceipt", "ndc"]) {
    await call(`GET v2 /${paper}/{id}`, { path: [id] });
    await call(`GET v2 /${paper}/{id}/{year}`, { path: [id, year] });
    await call(`GET v2 /${paper}/{id}/{year}`, { path: [id, ""] });
  }
  await call("GET v2 /medicalRecords/{id}", { path: [id] });
}

/** Reads the medical letter the doctor wrote. */
export async function readMedicalLetter(server: TestServer, { call, id }: Person): Promise<void> {
  await server.call(care.issueLetter, { params: { id }, body: { text: "For your plan." } }, { apiKey: testApiKey });
  await call("GET v2 /medicalLetter/{id}", { path: [id] });
}

interface Conversation {
  readonly id: string;
  readonly kind: string;
}
interface Messages {
  readonly items: readonly { readonly id: string; readonly sender: object }[];
}

/** Reads and writes to both conversations. */
export async function exchangeMessages({ call, id }: Person, file: File): Promise<void> {
  const { items } = await call<{ items: Conversation[] }>("GET default /conversation");
  const doctors = items.find(({ kind }) => kind === "doctor")?.id ?? "";
  const services = items.find(({ kind }) => kind === "patient_services")?.id ?? "";
  await call("GET default /conversation/{id}", { path: [doctors] });
  const members = await call<{ items: object[] }>("GET default /conversation/{id}/member", { path: [doctors] });
  expect(members.items.flatMap((member) => missingFields("member", member))).toEqual([]);
  await call("POST default /conversation/{id}/message", { path: [doctors], body: { message: "Thank you." } });
  await call("POST default /conversation/{id}/messageattachment", { path: [doctors], file });

  const line = "GET default /conversation/{id}/message";
  const page = await call<Messages>(line, { path: [doctors], query: "nextpage=" });
  expect(missingFields("list", page)).toEqual([]);
  expect(page.items.length).toBeGreaterThan(1);
  for (const message of page.items)
    expect([...missingFields("message", message), ...missingFields("sender", message.sender)]).toEqual([]);
  await call("GET v3 /v1/conversation/{id}/messages", { path: [doctors], query: "cursor=" });
  await call("PATCH v3 /v1/conversation/{id}/mark-as-read", { path: [doctors] });

  const chat = "/admin-patient-chat/conversations/{id}";
  await call(`GET v3 ${chat}`, { path: [services] });
  await call(`GET v3 ${chat}/unread-count`, { path: [services] });
  await call(`PATCH v3 ${chat}/mark-as-read`, { path: [services] });
  await call("GET process /conversation/all/unreadmessagecount/{patientId}", { path: [id] });
}

/** The follow-up, from the message that asks for it to its discount. */
export async function completeReview(server: TestServer, { call, id }: Person): Promise<void> {
  const codes = await server.call(care.followupCodes, {}, { apiKey: testApiKey });
  const code = codes.ok.items[0]?.code ?? "";
  await server.call(care.sendFollowup, { params: { id }, body: { code } }, { apiKey: testApiKey });

  const check = await call<{ id: string; followupstatus: string }>("GET v2 /patient/followup/check");
  expect([missingFields("followupCheck", check), check.followupstatus]).toEqual([[], "SENT"]);
  expect(await call("GET default /user")).toMatchObject({ followup_code: code });
  await call("POST default /patient/followup/{id}/claim", { path: [check.id], body: { code } });
  await answerReview(call, check.id);
  await answerReviewMessage(call, check.id);
  await call("POST default /patient/followup/{id}/applyCoupon", { path: [check.id], body: { code } });
  await call("POST v2 /patient/followup/nps-survey", { body: { rating: 9 } });
  await call("POST v2 /segment/trigger", { body: { event: "PageSeen" } });
}

interface ReviewStep {
  readonly step: number;
  readonly nextstep: number;
  readonly questions: readonly {
    readonly id: string;
    readonly answertype: string;
    readonly requiredifvalue: string | null;
    readonly answerlist: readonly { readonly id: string }[];
  }[];
}

/** Answers other than the first of the list; `worse` leads to a second question. */
const fixedAnswers: Readonly<Record<string, string | string[]>> = {
  side_effects: ["none"],
  overall: "worse",
  first_wish: ["nothing"],
};

async function answerReview(call: Call, id: string): Promise<void> {
  let currentStep = await call<ReviewStep>("GET default /followup/{a}/{b}", { path: [id, 0] });
  for (let stepCount = 0; currentStep.nextstep !== -1; stepCount += 1) {
    expect(stepCount).toBeLessThan(40);
    expect(currentStep.questions.flatMap((question) => missingFields("followupQuestion", question))).toEqual([]);
    const [first, ...more] = currentStep.questions.map(
      ({ id: questionid, answertype, answerlist, requiredifvalue }) => {
        const choice = answertype === "text" ? "A few words." : (answerlist[0]?.id ?? "");
        const answer = fixedAnswers[questionid] ?? (answertype === "array" ? [] : choice);
        return { questionid, answer, requiredifvalue };
      },
    );
    const answers = [first, ...more.filter(({ requiredifvalue: value }) => value === null || value === first?.answer)];
    const sent = answers.map((each) => ({ questionid: each?.questionid, answer: each?.answer }));
    // §7 has both forms.
    const body = sent.length === 1 ? sent[0] : { answers: sent };
    currentStep = await call<ReviewStep>("PUT default /followup/{a}/{b}", { path: [id, currentStep.step], body });
    if (currentStep.step === 2) await call("GET default /followup/{a}/{b}/previous", { path: [id, 2] });
  }
}

async function answerReviewMessage(call: Call, followupid: string): Promise<void> {
  const { items } = await call<{ items: Conversation[] }>("GET default /conversation");
  const doctors = items.find(({ kind }) => kind === "doctor")?.id ?? "";
  const line = "GET default /conversation/{id}/message";
  const page = await call<{ items: { id: string; followupid: string | null }[] }>(line, { path: [doctors] });
  const reviewMessageId = page.items.find((message) => message.followupid === followupid)?.id ?? "";
  const done = await call<{ type: string; actionstatus: string }>(
    "PUT default /conversation/{id}/message/{mid}/action",
    { path: [doctors, reviewMessageId], body: { actionstatus: "ANSWERED" } },
  );
  expect(done).toMatchObject({ type: "prescription_followup", actionstatus: "ANSWERED" });
}

/** Reads what the notification panel shows. */
export async function readNotifications(call: Call): Promise<void> {
  const page = await call<{ items: { id: string; timestampread: string | null }[] }>("GET default /notification", {
    query: "nextpage=",
  });
  expect([
    ...missingFields("list", page),
    ...page.items.flatMap((item) => missingFields("notification", item)),
  ]).toEqual([]);
  await call("PUT default /notification/{id}/read", { path: [page.items[0]?.id ?? ""] });
  await call("PUT default /notification/all/read");
}

/** Changes health answers. */
export async function changeHealthAnswers(call: Call): Promise<void> {
  await call("GET default /patient/healthquestion");
  await call("PUT default /patient/healthquestion", {
    body: { answers: [{ questionid: "night_sweats", answer: "1" }] },
  });
}
