import type { APIRequestContext, Page, Route } from "@playwright/test";
import { auth } from "#contract/auth.ts";
import { care } from "#contract/care/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { callApi } from "../actors/api.ts";
import { type CareTeam, doctorsConversation, sendWelcomeMessage } from "../actors/patient-in-care.ts";
import type { Person } from "../actors/person.ts";
import { completeVisit } from "../actors/visit.ts";
import { SignIn } from "../pages/sign-in.ts";
import { ThreadPage } from "../pages/thread.ts";

/** Opens a patient's conversation with the doctor, signed in on `page`. Resolves with both sides of it. */
export async function openDoctorThread(
  page: Page,
  api: APIRequestContext,
  careTeam: CareTeam,
  patient: Person,
  { greeted = true } = {},
) {
  const order = await completeVisit(api, patient);
  const { email, password } = patient;
  const { userid: id, idToken: token } = await callApi(api, auth.signIn, { body: { email, password } });
  const conversation = await doctorsConversation(careTeam, id);
  const sendWelcome = () => sendWelcomeMessage(careTeam, conversation, order);
  if (greeted) {
    await sendWelcome();
    await callApi(api, messages.markAsRead, { params: { id: conversation }, body: {} }, { token });
  }
  await new SignIn(page).openSignedIn("/messages/doctor", patient);
  const thread = new ThreadPage(page);
  await thread.ready();
  return {
    thread,
    conversation,
    greet: sendWelcome,
    doctor: (message: string, more: { type?: "prescription_followup" } = {}) =>
      careTeam(care.sendMessage, { params: { id: conversation }, body: { message, ...more } }),
    /** The messages the practice has, newest first. */
    got: async () =>
      (await careTeam(care.messages, { params: { id }, query: {} as never })).items.map(({ message }) => message),
    doctorsName: () => page.getByRole("heading", { level: 1 }).textContent(),
  };
}

/** The patient's messages do not reach the server, as on a bad connection. */
export const dropSends = (page: Page, conversation: string) =>
  interceptSends(page, conversation, (route) => route.abort());

/** Responds to the patient's messages in place of the server, until the returned function is called. */
export async function interceptSends(
  page: Page,
  conversation: string,
  answer: (route: Route) => Promise<void>,
): Promise<() => Promise<void>> {
  const path = `**${sendPath(conversation)}`;
  await page.route(path, (route) => (route.request().method() === "POST" ? answer(route) : route.continue()));
  return () => page.unroute(path);
}

/** The navigation link to the messages, while it shows an unread count. */
export const unreadOn = (page: Page) => page.getByRole("link", { name: /^Messages .*unread/ });

export const sendPath = (conversation: string) => `/api/conversation/${conversation}/message`;
