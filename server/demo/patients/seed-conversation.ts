import { auth } from "#contract/auth.ts";
import { care } from "#contract/care/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { unreadMailQueue, messagesByClientId } from "#server/messages/public.ts";
import { fillPlaceholders } from "#server/platform/placeholders.ts";
import { deskClientIds } from "../care-desk/messages.ts";
import { type DemoTimeline, setDaysAgo } from "./seed-clinic-steps.ts";
import type { SeedServer } from "./seed-server.ts";
import type { DemoPatient } from "./seed-visit.ts";

type SeedMessage = Omit<DemoPatient["messages"][number], "daysago"> & { readonly clientid: string };

/** Days after the decision at which the doctor's welcome message comes. */
const welcomeDelayDays = 0.01;
/** Days after a message by which its mail, if any, has been sent or dropped. */
const mailDelayDays = 0.05;

/** What the patient and the clinic have written since the plan was approved; continues from the current state. */
export async function seedConversation(
  seedServer: SeedServer,
  id: string,
  patient: DemoPatient,
  days: DemoTimeline,
): Promise<void> {
  const { welcome } = seedServer.services.content.deskanswers;
  const orderId = (await seedServer.call(care.patient, { params: { id } })).orders?.at(-1)?.id;
  if (orderId === undefined) throw new Error(`The demo patient ${id} has no order`);
  const greeting = fillPlaceholders(welcome, { firstname: patient.firstname });
  await seedMessage(seedServer, id, patient, days.decided - welcomeDelayDays, {
    to: "doctor",
    by: "practice",
    text: greeting,
    clientid: deskClientIds.welcome(orderId),
  });
  for (const [index, { daysago, ...message }] of patient.messages.entries())
    await seedMessage(seedServer, id, patient, daysago, { ...message, clientid: `demo-${patient.id}-${index}` });
}

async function seedMessage(
  seedServer: SeedServer,
  id: string,
  patient: DemoPatient,
  daysAgo: number,
  message: SeedMessage,
): Promise<void> {
  setDaysAgo(seedServer, daysAgo);
  const { email, password } = patient;
  const { idToken } = await seedServer.call(auth.signIn, { body: { email, password, role: "PATIENT" } });
  const { conversationId, seq } = await sendOnce(seedServer, id, patient, message, idToken);
  const isRead = message.by !== "patient" && !message.unread;
  if (isRead) await seedServer.call(messages.markAsRead, { params: { id: conversationId }, body: { seq } }, idToken);
  await seedServer.call(auth.signOut, { body: {} }, idToken);
  if (message.by !== "patient" && message.unread) await runMessageMailJob(seedServer, daysAgo);
}

/** Runs mail jobs at the past time when the mail about a message some days ago was due. */
async function runMessageMailJob(seedServer: SeedServer, daysAgo: number): Promise<void> {
  setDaysAgo(seedServer, daysAgo - mailDelayDays);
  await seedServer.services.jobs.enqueue(seedServer.services.db, unreadMailQueue, {});
  await seedServer.services.jobs.drain();
}

/** The doctor has sent a follow-up, which the patient has not answered yet. */
export async function sendFollowup(seedServer: SeedServer, id: string, { followup }: DemoTimeline): Promise<void> {
  setDaysAgo(seedServer, followup);
  const { percent } = seedServer.services.content.deskanswers.followup;
  const { items } = await seedServer.call(care.followupCodes, {});
  const body = { code: items.find((each) => each.percent === percent)?.code };
  await seedServer.call(care.sendFollowup, { params: { id }, body });
  await runMessageMailJob(seedServer, followup);
}

/** Sends a message once and returns its place; a sent one stays as it was, even if the content changes. */
async function sendOnce(
  seedServer: SeedServer,
  id: string,
  patient: DemoPatient,
  message: SeedMessage,
  idToken: string,
) {
  const existing = (await messagesByClientId(seedServer.services.db, id)).get(message.clientid);
  if (existing) return { conversationId: existing.conversation_id, seq: existing.seq };
  const { items } = await seedServer.call(care.patientConversations, { params: { id } });
  const conversation = items.find(({ kind }) => kind === message.to);
  if (!conversation) throw new Error(`The demo patient ${patient.id} has no conversation with ${message.to}`);
  const params = { id: conversation.id };
  const body = { message: message.text, clientid: message.clientid };
  const { seq } = await (message.by === "patient"
    ? seedServer.call(messages.send, { params, body }, idToken)
    : seedServer.call(care.sendMessage, { params, body }));
  return { conversationId: conversation.id, seq };
}
