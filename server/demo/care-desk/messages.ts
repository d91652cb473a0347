import { fillPlaceholders } from "#server/platform/placeholders.ts";
import { systemClock } from "#server/platform/clock/clock.ts";
import { type Database, inTransaction, type Tx } from "#server/platform/database/open.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { processEach } from "#server/platform/jobs/process-each.ts";
import type { JobServices } from "#server/platform/services.ts";
import { patientById } from "#server/auth/public.ts";
import { postAsClinic } from "#server/care/public.ts";
import {
  changeConversation,
  conversationById,
  type ConversationRow,
  lockConversations,
  ensureConversations,
  messagesFrom,
  type MessageRow,
} from "#server/messages/public.ts";
import { composeAnswer, createDesk, type Desk, type DeskAnswer, type PatientText } from "./compose-answer.ts";
import { sql } from "kysely";

/** Most patients the desk writes to unprompted in one round. */
const batchSize = 50;

/** Client ids of the desk's own messages, so that each is written once. */
export const deskClientIds = {
  answer: (messageId: string) => `desk-answer-${messageId}`,
  welcome: (orderId: string) => `desk-welcome-${orderId}`,
};

/** Ids of open conversations whose last message is the patient's, newest first. */
export async function unansweredConversations(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom("conversation")
    .innerJoin("message", (join) =>
      join.onRef("message.conversation_id", "=", "conversation.id").onRef("message.seq", "=", "conversation.last_seq"),
    )
    .select("conversation.id")
    .where("conversation.waiting_since", "is not", null)
    .where("conversation.closed_at", "is", null)
    .where("message.role", "=", "patient")
    .orderBy("message.created_at", "desc")
    .limit(200)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether the desk has answered in a conversation before. */
async function deskHasAnswered(tx: Database, conversationId: string): Promise<boolean> {
  const found = await tx
    .selectFrom("message")
    .select("id")
    .where("conversation_id", "=", conversationId)
    .where("client_id", "like", deskClientIds.answer("%"))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Patients by the order of their plan, approved by `approvedBefore`, who have no message with this client id and whose conversation with the
 * doctor is not closed. Newest first. Reads tables of other features: the desk sees the whole clinic.
 */
export async function approvedPatientsWithoutMessage(
  db: Database,
  clientIdOf: (orderId: string) => string,
  approvedBefore: Date,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("care_case")
    .select(["patient_id", "order_id"])
    .where("status", "=", "approved")
    .where("decided_at", "<=", approvedBefore)
    .where(
      sql<boolean>`not exists (select from message where author = 'clinic' and client_id = ${clientIdOf("")} || order_id::text)`,
    )
    .where(
      sql<boolean>`not exists (
        select from conversation
        where conversation.patient_id = care_case.patient_id and kind = 'doctor' and closed_at is not null
      )`,
    )
    .orderBy("decided_at", "desc")
    .limit(batchSize)
    .execute();
  return new Map(rows.map(({ order_id, patient_id }) => [order_id, patient_id]));
}

/** Enough of a conversation's tail to know what the patient asks. */
const maxMessagesRead = 60;

interface UnansweredExchange extends PatientText {
  /** The patient's last message. */
  readonly lastMessage: MessageRow;
}

/** What the patient wrote since the practice last did, with the context of its question; null when there is nothing to answer. */
async function findUnansweredExchange(
  services: Pick<JobServices, "secrets" | "db">,
  { id, kind, last_seq }: ConversationRow,
): Promise<UnansweredExchange | null> {
  const rows = await messagesFrom(services, id, { direction: "below", seq: last_seq + 1 }, maxMessagesRead);
  const personMessages = rows.filter(({ role }) => role !== "system");
  const burstEnd = personMessages.findIndex(({ role }) => role !== "patient");
  const burst = burstEnd === -1 ? personMessages : personMessages.slice(0, burstEnd);
  const [lastMessage] = burst;
  if (!lastMessage) return null;
  const clinicAsked = personMessages[burst.length]?.needs_reply ?? false;
  const earlierBurst = personMessages
    .slice(burst.length)
    .filter(({ role }, index, all) => role === "patient" && belongsToBurst(all, index));
  return {
    kind,
    lastMessage,
    text: joinTexts(burst),
    file: burst.some(({ file_id }) => file_id !== null),
    earlierText: clinicAsked ? joinTexts(earlierBurst) : "",
    isFirst: !(await deskHasAnswered(services.db, id)),
  };
}

/** Whether the message at `index` is in the first run of consecutive patient messages in `rows`. */
const belongsToBurst = (rows: readonly MessageRow[], index: number): boolean => {
  const first = rows.findIndex(({ role }) => role === "patient");
  return rows.slice(first, index).every(({ role }) => role === "patient");
};

const joinTexts = (rows: readonly MessageRow[]): string =>
  rows
    .map(({ text }) => text)
    .toReversed()
    .join("\n")
    .trim();

/** Reading and writing an answer takes the desk this many times its pace. */
const paceMultiplier = 2;

/** `{ conversationId, seq }`: the desk looks at what the patient wrote. */
const messagesDeskQueue = "messages-desk";
/** No data: the desk goes over all conversations. */
export const messagesDeskRoundQueue = "messages-desk-round";

interface DeskServices extends JobServices {
  readonly desk: Desk;
}

/** Jobs of the demo's care desk, which answers patients through the same function as the clinic's call. Never in production. */
export function defineMessagesDesk(jobs: Jobs, baseServices: JobServices): void {
  const deskServices = { ...baseServices, desk: createDesk(baseServices.content) };
  jobs.define(messagesDeskQueue, ({ conversationId, seq }) =>
    answerOrReschedule(deskServices, String(conversationId), Number(seq)),
  );
  jobs.define(messagesDeskRoundQueue, () => runRound(deskServices), { cron: "* * * * *" });
  baseServices.events.listen("message.received", (db, message) => jobs.enqueue(db, messagesDeskQueue, message));
}

/** Answers the patient, or reschedules itself until they are done writing and the desk's pace has passed. */
async function answerOrReschedule(services: DeskServices, conversationId: string, seq: number): Promise<void> {
  const waitMs = await answerWhenDue(services, conversationId, seq);
  if (waitMs === 0) return;
  // The queue runs on real time, not on the clinic's clock.
  const after = new Date(systemClock.now().getTime() + waitMs);
  await services.jobs.enqueue(services.db, messagesDeskQueue, { conversationId, seq }, { after });
}

/**
 * Answers a conversation if it is due. Gives the milliseconds to wait until it is; 0 when nothing is left to do, also because the patient
 * wrote again after message `seq`, which has its own job. The messages are read and the answer composed before anything is locked.
 */
async function answerWhenDue(services: DeskServices, conversationId: string, seq?: number): Promise<number> {
  const { db, clock, config, desk } = services;
  const conversation = await conversationById(db, conversationId);
  if (!conversation || conversation.closed_at !== null) return 0;
  const exchange = await findUnansweredExchange(services, conversation);
  if (!exchange || (seq !== undefined && exchange.lastMessage.seq > seq)) return 0;
  const deskAnswer = composeAnswer(exchange, desk);
  const waitedMs = clock.now().getTime() - exchange.lastMessage.created_at.getTime();
  const waitMs = config.careDeskPaceSeconds * 1000 * paceMultiplier - waitedMs;
  if (!deskAnswer.urgent && waitMs > 0) return waitMs;
  await sendAnswer(services, conversation, exchange, deskAnswer);
  return 0;
}

/** Posts the answer unless somebody wrote after it was composed. */
async function sendAnswer(
  services: DeskServices,
  { id, patient_id: patientId, last_seq }: ConversationRow,
  { lastMessage }: UnansweredExchange,
  { text, needsreply: needsReply, needsPerson, urgent }: DeskAnswer,
): Promise<void> {
  await inTransaction(services, async (tx) => {
    const conversation = (await lockConversations(tx.db, patientId)).find((each) => each.id === id);
    if (!conversation || conversation.closed_at !== null || conversation.last_seq !== last_seq) return;
    await postAsClinic(tx, conversation, {
      text,
      needsReply,
      clientId: deskClientIds.answer(lastMessage.id),
    });
    if (needsPerson) await keepWaiting(tx.db, conversation);
    if (urgent) services.log.warn({ conversation: id }, "a message tells of an emergency: a person has to look");
  });
}

/** Answers messages whose job was lost or fell behind the clinic's clock, and welcomes patients whose plan was approved. */
async function runRound(services: DeskServices): Promise<void> {
  const { db, log, clock, config, content } = services;
  const now = clock.now().getTime();
  await processEach(log, "conversation to answer", await unansweredConversations(db), (id) =>
    answerWhenDue(services, id),
  );
  const { welcome } = content.deskanswers;
  const approved = await approvedPatientsWithoutMessage(
    db,
    deskClientIds.welcome,
    new Date(now - config.careDeskPaceSeconds * 1000),
  );
  await processEach(log, "patient to welcome", [...approved.keys()], (orderId) =>
    sendUnpromptedMessage(services, approved.get(orderId) as string, {
      text: welcome,
      clientId: deskClientIds.welcome(orderId),
    }),
  );
}

/** Posts an unprompted message of the doctor; not while the patient's own messages are unanswered, nor in a closed conversation. */
async function sendUnpromptedMessage(
  services: JobServices,
  patientId: string,
  { text, clientId }: { readonly text: string; readonly clientId: string },
): Promise<void> {
  await ensureConversations(services, patientId);
  const { firstname } = await patientById(services, patientId);
  await inTransaction(services, async (tx) => {
    const conversation = (await lockConversations(tx.db, patientId)).find(({ kind }) => kind === "doctor");
    if (!conversation || conversation.closed_at !== null || (await findUnansweredExchange(tx, conversation))) return;
    await postAsClinic(tx, conversation, {
      clientId,
      text: fillPlaceholders(text, { firstname: firstname ?? "" }),
    });
    await keepWaiting(tx.db, conversation);
  });
}

/** Restores `waiting_since`: the post did not give the patient what they wait for, so the conversation stays in the clinic's queue. */
const keepWaiting = (tx: Tx, { id, waiting_since }: ConversationRow): Promise<void> =>
  changeConversation(tx, id, { waiting_since });
