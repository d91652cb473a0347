import { systemClock } from "#server/platform/clock.ts";
import { transact, type Tx } from "#server/platform/database/open.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { sweep } from "#server/platform/jobs/sweep.ts";
import type { Services } from "#server/platform/services.ts";
import { patientById } from "#server/auth/public.ts";
import { answer } from "./clinic.ts";
import { changeConversation, conversationById, type ConversationRow, lockConversations } from "./conversations.ts";
import { approvedWithout, deskIds, unansweredConversations } from "./desk-queries.ts";
import { deskQueue, deskRoundQueue } from "./desk-queue.ts";
import { type Exchange, exchangeIn } from "./desk-exchange.ts";
import { answerTo, type Desk, type DeskAnswer, deskOf } from "./desk/answer.ts";
import { ensureConversations } from "./ensure.ts";

/** Reading and writing an answer takes this many times the pace of the desk. */
const paces = 2;

interface DeskServices extends Services {
  readonly desk: Desk;
}

/** The demo's clinic as her messages meet it: it answers by itself, by the same function as the clinic's call. Never in production. */
export function defineMessagesDesk(jobs: Jobs, parts: Services): void {
  const services = { ...parts, desk: deskOf(parts.content) };
  jobs.define(deskQueue, ({ conversationId, seq }) => attend(services, String(conversationId), Number(seq)));
  jobs.define(deskRoundQueue, () => makeRound(services), { cron: "* * * * *" });
}

/** Answers what she wrote, or comes back to it once she is done and the desk's pace has passed. */
async function attend(services: DeskServices, conversationId: string, seq: number): Promise<void> {
  const waits = await answerWhenDue(services, conversationId, seq);
  if (waits === 0) return;
  // The queue keeps real time, whatever the clinic's clock says.
  const after = new Date(systemClock.now().getTime() + waits);
  await services.jobs.enqueue(services.db, deskQueue, { conversationId, seq }, { after });
}

/**
 * Answers in a conversation if it is time. The milliseconds to wait until it is; 0 when nothing is left to do, also because she wrote on
 * after her message `seq`, for which there is a job of its own. What she wrote is judged before anything is locked.
 */
async function answerWhenDue(services: DeskServices, conversationId: string, seq?: number): Promise<number> {
  const { db, clock, config, desk } = services;
  const conversation = await conversationById(db, conversationId);
  if (!conversation || conversation.closed_at !== null) return 0;
  const exchange = await exchangeIn(services, conversation);
  if (!exchange || (seq !== undefined && exchange.last.seq > seq)) return 0;
  const given = answerTo(exchange, desk);
  const waited = clock.now().getTime() - exchange.last.created_at.getTime();
  const waits = config.careDeskPaceSeconds * 1000 * paces - waited;
  if (!given.urgent && waits > 0) return waits;
  await give(services, conversation, exchange, given);
  return 0;
}

/** Writes an answer unless somebody wrote since it was thought of. */
async function give(
  services: DeskServices,
  { id, patient_id: patientId, last_seq }: ConversationRow,
  { last }: Exchange,
  { text, needsreply: needsReply, person, urgent }: DeskAnswer,
): Promise<void> {
  await transact(services.db, async (tx) => {
    const conversation = (await lockConversations(tx, patientId)).find((each) => each.id === id);
    if (!conversation || conversation.closed_at !== null || conversation.last_seq !== last_seq) return;
    await answer({ ...services, db: tx }, conversation, { text, needsReply, clientId: deskIds.answer(last.id) });
    if (person) await goOnWaiting(tx, conversation);
    if (urgent) services.log.warn({ conversation: id }, "a message tells of an emergency: a person has to look");
  });
}

/** Looks after messages whose job was lost or hurried by the clock, and writes to patients whose plan was approved. */
async function makeRound(services: DeskServices): Promise<void> {
  const { db, log, clock, config, content } = services;
  const now = clock.now().getTime();
  await sweep(log, "conversation to answer", await unansweredConversations(db), (id) => answerWhenDue(services, id));
  const { welcome } = content.deskanswers;
  const approved = await approvedWithout(db, deskIds.welcome, new Date(now - config.careDeskPaceSeconds * 1000));
  await sweep(log, "patient to welcome", [...approved.keys()], (orderId) =>
    write(services, approved.get(orderId) as string, { text: welcome, clientId: deskIds.welcome(orderId) }),
  );
}

/** A message of her doctor's that nobody asked for. It comes after what she waits for, and not into what is closed. */
async function write(
  services: Services,
  patientId: string,
  { text, clientId }: { readonly text: string; readonly clientId: string },
): Promise<void> {
  await ensureConversations(services, patientId);
  const { firstname } = await patientById(services, patientId);
  await transact(services.db, async (tx) => {
    const parts = { ...services, db: tx };
    const conversation = (await lockConversations(tx, patientId)).find(({ kind }) => kind === "doctor");
    if (!conversation || conversation.closed_at !== null || (await exchangeIn(parts, conversation))) return;
    await answer(parts, conversation, { clientId, text: text.replaceAll("{{firstname}}", () => firstname ?? "") });
    await goOnWaiting(tx, conversation);
  });
}

/** What was written is not what she waits for: the conversation stays in the clinic's list. */
const goOnWaiting = (tx: Tx, { id, waiting_since }: ConversationRow): Promise<void> =>
  changeConversation(tx, id, { waiting_since });
