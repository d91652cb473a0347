import { randomUUID } from "node:crypto";
import { type APIRequestContext, expect } from "@playwright/test";
import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { care } from "#contract/care/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { notifications } from "#contract/notifications.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { wellbeing } from "#contract/wellbeing/calls.ts";
import { type Caller, callApi } from "./api.ts";
import { newPerson, type Person } from "./person.ts";
import { completeVisit } from "./visit.ts";

/** The practice's own system: makes calls of the clinic API. */
export type CareTeam = Caller;

/** A patient whose plan is approved, with nothing unread. */
export interface PatientInCare extends Person {
  readonly id: string;
  /** Id of the first order, which is paid. */
  readonly order: string;
  /** Id of the conversation with the doctor. */
  readonly conversation: string;
  readonly token: string;
  /** Makes calls as the patient, without the app. */
  readonly call: Caller;
}

/** Signs the patient in without the app, on a new device. Resolves with the access token. */
export async function signInForToken(api: APIRequestContext, { email, password }: Person): Promise<string> {
  return (await callApi(api, auth.signIn, { body: { email, password, role: "PATIENT" } })).idToken;
}

/** One person with two accounts, under two last names, each of which has completed a visit. */
export async function onePersonTwice(api: APIRequestContext) {
  const first = newPerson("Rosa", `Winter ${randomUUID().slice(0, 6)}`);
  const second = { ...newPerson("Rosa", `Hale ${randomUUID().slice(0, 6)}`), ssn: first.ssn, birthday: first.birthday };
  const [ids, orders]: [string[], string[]] = [[], []];
  for (const person of [first, second]) {
    orders.push(await completeVisit(api, person));
    const token = await signInForToken(api, person);
    ids.push((await callApi(api, account.user, {}, { token })).id);
  }
  return { first, second, ids, orders };
}

/** What a job brings may have to be tried again, after a while each time. */
const slowest = { timeout: 180_000 };

/** Completes the visit, accepts the patient and approves the plan, without the app. */
export async function createPatientInCare(
  api: APIRequestContext,
  careTeam: CareTeam,
  person: Person,
): Promise<PatientInCare> {
  const order = await completeVisit(api, person);
  const token = await signInForToken(api, person);
  const call: Caller = (endpoint, input) => callApi(api, endpoint, input, { token });
  const { id } = await call(account.user, {});
  await careTeam(care.accept, { params: { id }, body: {} });
  const { plan } = await call(treatment.overview, {});
  if (plan.status !== "approved") await careTeam(care.approvePlan, { params: { id }, body: {} });
  const status = async () => (await call(treatment.order, { params: { id: order } })).status;
  await expect.poll(status, slowest).toBe("paid");
  const conversation = await doctorsConversation(careTeam, id);
  await sendWelcomeMessage(careTeam, conversation, order);
  await call(messages.markAsRead, { params: { id: conversation }, body: {} });
  await markAllRead(call, ["We have your order", "Your order is confirmed"]);
  return { ...person, id, order, conversation, token, call };
}

/** Id of the patient's conversation with the doctor. */
export async function doctorsConversation(careTeam: CareTeam, id: string): Promise<string> {
  const { items } = await careTeam(care.patientConversations, { params: { id } });
  return items.find(({ kind }) => kind === "doctor")?.id ?? "";
}

/** Sends the welcome message in place of the demo care desk, under the id the desk would use, so that the desk's own does not arrive later. */
export const sendWelcomeMessage = (careTeam: CareTeam, conversation: string, order: string) =>
  careTeam(care.sendMessage, {
    params: { id: conversation },
    body: { message: "Welcome!", clientid: `desk-welcome-${order}` },
  }).catch(() => null);

/** Waits for notifications with these titles, and marks all notifications as read. */
async function markAllRead(call: Caller, titles: readonly string[]): Promise<void> {
  const arrivedTitles = async () => {
    const { items } = await call(notifications.list, { query: {} });
    return titles.filter((title) => items.some((item) => item.title === title));
  };
  await expect.poll(arrivedTitles, slowest).toEqual(titles);
  await call(notifications.readAll, { body: null });
}

export const shipOrder = (careTeam: CareTeam, { order: id }: Pick<PatientInCare, "order">) =>
  careTeam(care.shipOrder, { params: { id }, body: { carrier: "Meadow Post", trackingnumber: "MP 9400 1000" } });

/** As `createPatientInCare`, with the order delivered: nothing more happens on its own. */
export async function createDeliveredPatient(
  api: APIRequestContext,
  careTeam: CareTeam,
  person: Person,
): Promise<PatientInCare> {
  const patient = await createPatientInCare(api, careTeam, person);
  await shipOrder(careTeam, patient);
  await careTeam(care.deliverOrder, { params: { id: patient.order }, body: null });
  await markAllRead(patient.call, ["Your order is on its way", "Your order has arrived"]);
  await takeFirstDoses(patient);
  return patient;
}

/** Notes the first dose of each medicine of the first box, and keeps no days. */
async function takeFirstDoses({ call }: PatientInCare): Promise<void> {
  const { nextstep } = await call(treatment.overview, {});
  for (const { id, day } of nextstep.arrival?.medicines ?? []) {
    await call(wellbeing.noteDose, { params: { id, day }, body: { status: "done" } });
    await call(wellbeing.endDays, { params: { id } });
  }
}

/** The patient reports dryness, the symptom that the cream upsell is offered for. */
export async function reportDryness({ call }: PatientInCare): Promise<void> {
  const { version } = await call(account.healthAnswers, { query: {} });
  const answers = [{ questionid: "vaginal_dryness", answer: "3" }];
  await call(account.updateHealthAnswers, { body: { answers, version } });
}

/** Code of a follow-up that gives this discount, in percent. */
export async function followupCode(careTeam: CareTeam, percent: number): Promise<string> {
  const { items } = await careTeam(care.followupCodes, {});
  return items.find((each) => each.percent === percent)?.code ?? "";
}

/** The doctor sends the patient a follow-up that gives 20 %. */
export async function sendFollowup(careTeam: CareTeam, id: string) {
  const code = await followupCode(careTeam, 20);
  const { followupid } = await careTeam(care.sendFollowup, { params: { id }, body: { code } });
  return { followupid, code };
}

/** The doctor writes to the patient. */
export const sendDoctorMessage = (
  careTeam: CareTeam,
  { conversation }: Pick<PatientInCare, "conversation">,
  message: string,
) => careTeam(care.sendMessage, { params: { id: conversation }, body: { message } });
