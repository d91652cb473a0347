import { v5 } from "uuid";
import type { MailId, MailValues } from "#content/schema/texts/mails.ts";
import { sealed } from "../crypto/sealed.ts";
import type { Database } from "../database/open.ts";
import { newId } from "../ids.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Services } from "../services.ts";
import { MailNotSent } from "./mailer.ts";
import { type AddressListeners, noteAcceptance, noteRefusal } from "./refused-addresses.ts";
import { renderMail } from "./render-mail.ts";
import { mailTable } from "./smtp-answers.ts";

/** Letters of any script with their marks and joiners, and characters that join the parts of a name. */
const safeName = /^\p{L}[\p{L}\p{M}\u200c-\u200d'’ -]{0,29}$/u;

/** A first name that is safe to repeat in a mail; null for anything that could be read as a link, an address or an advertisement. */
export function safeFirstName(firstname: string | null): string | null {
  const name = firstname?.trim() ?? "";
  return safeName.test(name) ? name : null;
}

const mailQueue = "mail";
/** Of mails somebody has to act on now: they never wait behind others. */
const urgentQueue = "mail-urgent";
const urgentMails: ReadonlySet<MailId> = new Set([
  "practice_emergency",
  "practice_due_today",
  "practice_outside_failing",
  "urgent_message",
  "rules_stop",
]);

/** How long a mail is tried again: a password that is changed on a Friday evening loses nothing until Monday. */
const keptMs = 72 * 3_600_000;
/** At this delay the retries last longer than `keptMs`, which ends them. */
const queueOptions = {
  [mailQueue]: { retries: 400, longestRetrySeconds: 15 * 60 },
  [urgentQueue]: { retries: 5000, longestRetrySeconds: 60 },
};
/** When an address that was refused for good is asked once more: the server may have been wrong. */
const secondTryMs = 3_600_000;

/** UUID namespace of mail ids derived from a dedupe key. */
const dedupeNamespace = "5f1c6f0e-6b0a-4d6e-9a3e-0c1f2ab3d4e5";

export interface QueuedMail<Id extends MailId> {
  readonly mail: Id;
  readonly to: string;
  readonly values: MailValues<Id>;
  /** Two mails with the same key are one and the same mail. */
  readonly dedupeKey?: string;
  /** Later it makes no sense: its link has expired, its day is over. It is dropped then; without it, it is sent however late. */
  readonly until?: Date;
  /** Where a mail program's own "Unsubscribe" posts to, without a session (RFC 8058). */
  readonly unsubscribe?: string;
}

interface MailJobData {
  readonly mail: MailId;
  readonly to: string;
  readonly values: Readonly<Record<string, string>>;
  readonly unsubscribe?: string | undefined;
}

interface MailJob {
  readonly id: string;
  readonly sealed: string;
  /** ISO 8601; mails that an older version queued have none. */
  readonly queuedAt?: string;
  readonly until?: string;
  /** How often its address was refused for good. */
  readonly refusals?: number;
}

/** Sends a mail of the content once the transaction of `db` has committed. Address and values are encrypted in the job. */
export async function queueMail<Id extends MailId>(
  { db, jobs, secrets, clock }: Pick<Services, "jobs" | "secrets" | "clock"> & { readonly db: Database },
  { mail, to, values, dedupeKey, until, unsubscribe }: QueuedMail<Id>,
): Promise<void> {
  const id = dedupeKey === undefined ? newId() : v5(dedupeKey, dedupeNamespace);
  const jobData: MailJobData = { mail, to, values, unsubscribe };
  const job: MailJob = {
    id,
    sealed: secrets.seal(jobData, sealContext(id)).toString("base64"),
    queuedAt: clock.now().toISOString(),
    ...(until && { until: until.toISOString() }),
  };
  await jobs.enqueue(db, urgentMails.has(mail) ? urgentQueue : mailQueue, { ...job });
}

const sealContext = sealed("job.mail");

/** Of the practice and its team, not of a patient. */
const isOfPractice = (mail: MailId): boolean => mail.startsWith("practice_") || mail.startsWith("staff_");

/** Defines the queues that render mails and pass them to the mailer. */
export const defineMailJobs =
  (listeners: AddressListeners) =>
  (jobs: Jobs, services: Services): void => {
    for (const queue of [mailQueue, urgentQueue] as const)
      jobs.define(
        queue,
        (data) => sendQueued(services, queue, data as unknown as MailJob, listeners),
        queueOptions[queue],
      );
  };

async function sendQueued(services: Services, queue: string, job: MailJob, listeners: AddressListeners): Promise<void> {
  const { content, clock, mailer, secrets, log, outside, jobs, db } = services;
  const { id, sealed, until, refusals = 0 } = job;
  const { mail, to, values, unsubscribe } = secrets.open<MailJobData>(Buffer.from(sealed, "base64"), sealContext(id));
  const now = clock.now();
  if (until !== undefined && Date.parse(until) <= now.getTime())
    return log.info({ mail, id }, "mail not sent: it would come too late to be of use");
  /** Fails, so that the queue tries it again, unless it was tried for days. */
  const tryAgain = (error: unknown) => {
    if (job.queuedAt === undefined || now.getTime() - Date.parse(job.queuedAt) < keptMs) throw error;
    log.error({ mail, id, reason: (error as Error).message }, "mail given up after three days");
  };
  try {
    const rendered = renderMail(content, mail, values, now);
    await mailer.send({ id, to, ...rendered, ...(unsubscribe !== undefined && { unsubscribe }) });
  } catch (error) {
    if (!(error instanceof MailNotSent && error.means === "final")) return tryAgain(error);
    const { failed } = outside.of(mailTable);
    if (isOfPractice(mail)) {
      failed("practice_address_refused", `${mail} ${error.code}`);
      return tryAgain(error);
    }
    if ((await noteRefusal(services, to, listeners)) === "everybody") {
      failed("everybody_refused", error.code);
      return tryAgain(error);
    }
    log.warn({ mail, id, reason: error.code, refusals: refusals + 1 }, "mail refused for good");
    if (refusals > 0) return;
    const again: MailJob = { ...job, refusals: refusals + 1 };
    await jobs.enqueue(db, queue, { ...again }, { after: new Date(now.getTime() + secondTryMs) });
    return;
  }
  await noteAcceptance(services, to, listeners);
}

/** How a mail greets somebody, with or without a known name: the address may have been entered by somebody who does not own it. */
export const greetingName = (firstname: string | null): string => safeFirstName(firstname) ?? "there";
