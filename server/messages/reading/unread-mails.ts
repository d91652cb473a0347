import { patientById } from "#server/auth/public.ts";
import { mailPreferences } from "#server/notifications/public.ts";
import { type Database, inTransaction } from "#server/platform/database/open.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { processEach } from "#server/platform/jobs/process-each.ts";
import { greetingName, queuePatientMail } from "#server/platform/mail/queue-mail.ts";
import { unsubscribeUrl } from "#server/platform/mail/unsubscribe.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { changeConversation, conversationPath } from "../conversations/conversations.ts";
import { unreadCount, mailDueAt } from "./unread-counters.ts";

const batchSize = 500;

/** Mails patients about unread messages, each in its own transaction; up to `limit`, longest overdue first. */
export async function sendUnreadMails(services: Services, limit = batchSize): Promise<void> {
  const ids = await dueConversations(services.db, services.clock.now(), limit);
  await processEach(services.log, "mail about messages", ids, (id) =>
    sendUnreadMail(services, id).catch(async (error: unknown) => {
      await postponeMail(services, id);
      throw error;
    }),
  );
}

/** Retries a failed mail later, so that it does not block the others. */
async function postponeMail({ db, clock, content }: Services, id: string): Promise<void> {
  const now = clock.now();
  await db
    .updateTable("conversation")
    .set({ mail_due_at: mailDueAt(now, null, content.messages.mail) })
    .where("id", "=", id)
    .where("mail_due_at", "<=", now)
    .execute();
}

async function dueConversations(db: Database, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("conversation")
    .select("id")
    .where("mail_due_at", "<=", now)
    .orderBy("mail_due_at")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Sends the mail about one conversation if it is still due; skips it while another node holds its lock. */
const sendUnreadMail = (services: Services, id: string): Promise<void> =>
  inTransaction(services, async (tx) => {
    const now = tx.clock.now();
    const conversation = await lockDueConversation(tx, id, now);
    if (!conversation) return;
    const { patient_id: patientId, kind } = conversation;
    const isWanted = unreadCount(conversation) > 0 && (await mailPreferences(tx, patientId)).messages;
    await changeConversation(tx.db, id, { mail_due_at: null, ...(isWanted ? { mailed_at: now } : {}) });
    if (!isWanted) return;
    const { email, firstname } = await patientById(tx, patientId);
    const values = {
      firstname: greetingName(firstname),
      link: `${tx.config.publicUrl}${conversationPath(kind)}`,
    };
    const dedupeKey = `message_waiting:${id}:${conversation.mail_due_at?.toISOString()}`;
    const unsubscribe = unsubscribeUrl(tx, "messages", patientId);
    await queuePatientMail(tx, { patientId, mail: "message_waiting", to: email, values, dedupeKey, unsubscribe });
  });

const lockDueConversation = ({ db }: TxServices, id: string, now: Date) =>
  db
    .selectFrom("conversation")
    .select(["patient_id", "kind", "received_count", "received_read_count", "mail_due_at"])
    .where("id", "=", id)
    .where("mail_due_at", "<=", now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

/** Mails about unread messages; runs each minute. */
export const unreadMailQueue = "messages-mails";

export function defineMessagesJobs(jobs: Jobs, services: Services): void {
  jobs.define(unreadMailQueue, () => sendUnreadMails(services), { cron: "* * * * *" });
}
