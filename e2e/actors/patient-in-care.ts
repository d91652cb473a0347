import { type APIRequestContext, expect } from "@playwright/test";
import { account } from "#contract/account.ts";
import { auth } from "#contract/auth.ts";
import { care } from "#contract/care/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { notifications } from "#contract/notifications.ts";
import { treatment } from "#contract/treatment.ts";
import { type Caller, callApi } from "./api.ts";
import type { Person } from "./person.ts";
import { completeVisit } from "./visit.ts";

/** The practice's own system: makes a call of the clinic. */
export type CareTeam = Caller;

/** A patient whose plan is approved, with nothing unread. */
export interface PatientInCare extends Person {
  readonly id: string;
  /** Her first order, which is paid. */
  readonly order: string;
  /** Her conversation with her doctor. */
  readonly conversation: string;
  readonly token: string;
  /** Makes a call of hers without the app. */
  readonly call: Caller;
}

/** Signs her in without the app, on a device of its own. */
export async function signInForToken(api: APIRequestContext, { email, password }: Person): Promise<string> {
  return (await callApi(api, auth.signIn, { body: { email, password, role: "PATIENT" } })).idToken;
}

/** Takes her visit, accepts her and approves her plan without the app. The demo's desk ships her order some 20 s later. */
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
  const { plan } = await call(treatment.full, {});
  if (plan.status !== "approved") await careTeam(care.approvePlan, { params: { id }, body: {} });
  const status = async () => (await call(treatment.order, { params: { id: order } })).status;
  await expect.poll(status).toBe("paid");
  const conversation = await doctorsConversation(careTeam, id);
  await sendWelcomeMessage(careTeam, conversation, order);
  await call(messages.markAsRead, { params: { id: conversation }, body: {} });
  await markAllRead(call, ["We have your order", "Your order is confirmed"]);
  return { ...person, id, order, conversation, token, call };
}

/** Id of her conversation with her doctor. */
export async function doctorsConversation(careTeam: CareTeam, id: string): Promise<string> {
  const { items } = await careTeam(care.patientConversations, { params: { id } });
  return items.find(({ kind }) => kind === "doctor")?.id ?? "";
}

/** Greets her in the desk's place, under the id it would use, so that its greeting does not come later. */
export const sendWelcomeMessage = (careTeam: CareTeam, conversation: string, order: string) =>
  careTeam(care.sendMessage, {
    params: { id: conversation },
    body: { message: "Welcome!", clientid: `desk-welcome-${order}` },
  }).catch(() => null);

/** Waits for notifications with these titles, and reads all. */
async function markAllRead(call: Caller, titles: readonly string[]): Promise<void> {
  const arrivedTitles = async () => {
    const { items } = await call(notifications.list, { query: {} });
    return titles.filter((title) => items.some((item) => item.title === title));
  };
  await expect.poll(arrivedTitles).toEqual(titles);
  await call(notifications.readAll, { body: null });
}

export const shipOrder = (careTeam: CareTeam, { order: id }: Pick<PatientInCare, "order">) =>
  careTeam(care.shipOrder, { params: { id }, body: { carrier: "USPS", trackingnumber: "9400 1000" } });

/** As `inCare`, with her parcel in her hands: nothing more happens by itself. */
export async function createDeliveredPatient(
  api: APIRequestContext,
  careTeam: CareTeam,
  person: Person,
): Promise<PatientInCare> {
  const patient = await createPatientInCare(api, careTeam, person);
  await shipOrder(careTeam, patient);
  await careTeam(care.deliverOrder, { params: { id: patient.order }, body: null });
  await markAllRead(patient.call, ["Your order is on its way", "Your order has arrived"]);
  return patient;
}

/** She tells of what the cream is offered for. */
export async function reportDryness({ call }: PatientInCare): Promise<void> {
  const { version } = await call(account.healthAnswers, { query: {} });
  const answers = [{ questionid: "vaginal_dryness", answer: "3" }];
  await call(account.updateHealthAnswers, { body: { answers, version } });
}

/** Code of a review that gives this discount. */
export async function followupCode(careTeam: CareTeam, percent: number): Promise<string> {
  const { items } = await careTeam(care.followupCodes, {});
  return items.find((each) => each.percent === percent)?.code ?? "";
}

/** Her doctor asks her for a review that gives 20 %. */
export async function sendFollowup(careTeam: CareTeam, id: string) {
  const code = await followupCode(careTeam, 20);
  const { followupid } = await careTeam(care.sendFollowup, { params: { id }, body: { code } });
  return { followupid, code };
}

/** Her doctor writes to her. */
export const sendDoctorMessage = (
  careTeam: CareTeam,
  { conversation }: Pick<PatientInCare, "conversation">,
  message: string,
) => careTeam(care.sendMessage, { params: { id: conversation }, body: { message } });
