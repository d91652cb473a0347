import { auth } from "#contract/auth.ts";
import { care } from "#contract/care.ts";
import { messages } from "#contract/messages.ts";
import { deskIds } from "#server/messages/desk-queries.ts";
import { waitingMailsQueue } from "#server/messages/jobs.ts";
import { messagesByClientId } from "#server/messages/message-queries.ts";
import { type Days, goBack } from "./history.ts";
import type { Stage } from "./stage.ts";
import type { DemoPatient } from "./visit.ts";

type Written = Omit<DemoPatient["messages"][number], "daysago"> & { readonly clientid: string };

/** Days after the decision when her doctor's welcome comes. */
const welcomeAfter = 0.01;
/** Days after a message by when its mail, if it was to have one, is over and done with. */
const mailAfter = 0.05;

/** What she and the clinic have written each other since her plan was approved; from wherever it is. */
export async function converse(stage: Stage, id: string, patient: DemoPatient, days: Days): Promise<void> {
  const { welcome } = stage.services.content.deskanswers;
  const orderId = (await stage.call(care.patient, { params: { id } })).orders.at(-1)?.id;
  if (orderId === undefined) throw new Error(`The demo patient ${id} has no order`);
  const greeting = welcome.replaceAll("{{firstname}}", () => patient.firstname);
  await write(stage, id, patient, days.decided - welcomeAfter, {
    to: "doctor",
    by: "practice",
    text: greeting,
    clientid: deskIds.welcome(orderId),
  });
  for (const [index, { daysago, ...written }] of patient.messages.entries())
    await write(stage, id, patient, daysago, { ...written, clientid: `demo-${patient.id}-${index}` });
}

async function write(stage: Stage, id: string, patient: DemoPatient, daysAgo: number, written: Written): Promise<void> {
  goBack(stage, daysAgo);
  const { email, password } = patient;
  const { idToken } = await stage.call(auth.signIn, { body: { email, password, role: "PATIENT" } });
  const { conversationId, seq } = await sent(stage, id, patient, written, idToken);
  const isRead = written.by !== "patient" && !written.unread;
  if (isRead) await stage.call(messages.markAsRead, { params: { id: conversationId }, body: { seq } }, idToken);
  await stage.call(auth.signOut, { body: {} }, idToken);
  if (written.by !== "patient" && written.unread) await letMailPass(stage, daysAgo);
}

/** The mail about a message of some days ago was due in the past, and is over and done with. */
async function letMailPass(stage: Stage, daysAgo: number): Promise<void> {
  goBack(stage, daysAgo - mailAfter);
  await stage.services.jobs.enqueue(stage.services.db, waitingMailsQueue, {});
  await stage.services.jobs.drain();
}

/** Her doctor has asked her how she is; she has not answered yet. */
export async function askForReview(stage: Stage, id: string, { review }: Days): Promise<void> {
  goBack(stage, review);
  const { percent } = stage.services.content.deskanswers.followup;
  const { items } = await stage.call(care.followupCodes, {});
  const body = { code: items.find((each) => each.percent === percent)?.code };
  await stage.call(care.sendFollowup, { params: { id }, body });
  await letMailPass(stage, review);
}

/** Where the message stands: sent once, it stays as it was, whatever the content says since. */
async function sent(stage: Stage, id: string, patient: DemoPatient, written: Written, idToken: string) {
  const before = (await messagesByClientId(stage.services.db, id)).get(written.clientid);
  if (before) return { conversationId: before.conversation_id, seq: before.seq };
  const { items } = await stage.call(care.patientConversations, { params: { id } });
  const conversation = items.find(({ kind }) => kind === written.to);
  if (!conversation) throw new Error(`The demo patient ${patient.id} has no conversation with ${written.to}`);
  const params = { id: conversation.id };
  const body = { message: written.text, clientid: written.clientid };
  const { seq } = await (written.by === "patient"
    ? stage.call(messages.send, { params, body }, idToken)
    : stage.call(care.sendMessage, { params, body }));
  return { conversationId: conversation.id, seq };
}
