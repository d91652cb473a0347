import { v5 } from "uuid";
import type { MailId, MailValues, PatientMailId } from "#content/schema/texts/mails.ts";
import { sealed } from "../crypto/sealed.ts";
import type { Database } from "../database/open.ts";
import { newId } from "../ids.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Services } from "../services.ts";
import type { MailListeners, MailOutcome } from "./mail-listeners.ts";
import { MailNotSent } from "./mailer.ts";
import { noteAcceptance, noteRefusal } from "./refused-addresses.ts";
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
  /** The patient it's about, who isn't who it goes to: where somebody says that they died, it isn't sent. */
  readonly about?: string;
  /** A copy for this helper of the patient it's about: where it goes, and whether it does, is asked again when it's sent. */
  readonly helperId?: string;
  /** Two mails with the same key are one and the same mail. */
  readonly dedupeKey?: string;
  /** Later it makes no sense: its link has expired, its day is over. It is dropped then; without it, it is sent however late. */
  readonly until?: Date;
  /** Where a mail program's own "Unsubscribe" posts to, without a session (RFC 8058). */
  readonly unsubscribe?: string;
}

/** A mail to a patient, of whom `to` is the account's address. */
export interface PatientMail<Id extends PatientMailId> extends QueuedMail<Id> {
  readonly patientId: string;
}

interface MailJobData {
  readonly mail: MailId;
  readonly to: string;
  /** Of a mail to a patient; those that an older version queued have none. */
  readonly patientId?: string | undefined;
  readonly about?: string | undefined;
  readonly helperId?: string | undefined;
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

/** The id of a mail with this key. */
export const mailIdOf = (dedupeKey: string): string => v5(dedupeKey, dedupeNamespace);

type Queueing = Pick<Services, "jobs" | "secrets" | "clock"> & { readonly db: Database };

/** Mails the practice, its team or an address that has to prove whose it is, once the transaction of `db` has committed. */
export const queueMail = <Id extends Exclude<MailId, PatientMailId>>(
  services: Queueing,
  mail: QueuedMail<Id>,
): Promise<void> => enqueueMail(services, mail);

/** Mails a patient, once the transaction of `db` has committed, at the address that is theirs when it's sent: the account's, or another one they asked for. */
export const queuePatientMail = <Id extends PatientMailId>(
  services: Queueing,
  { patientId, ...mail }: PatientMail<Id>,
): Promise<void> => enqueueMail(services, mail, patientId);

/** Address and values are encrypted in the job. */
async function enqueueMail<Id extends MailId>(
  { db, jobs, secrets, clock }: Queueing,
  { mail, to, about, helperId, values, dedupeKey, until, unsubscribe }: QueuedMail<Id>,
  patientId?: string,
): Promise<void> {
  const id = dedupeKey === undefined ? newId() : mailIdOf(dedupeKey);
  const jobData: MailJobData = { mail, to, patientId, about, helperId, values, unsubscribe };
  const job: MailJob = {
    id,
    sealed: secrets.seal(jobData, sealContext(id)).toString("base64"),
    queuedAt: clock.now().toISOString(),
    ...(until && { until: until.toISOString() }),
  };
  await jobs.enqueue(db, urgentMails.has(mail) ? urgentQueue : mailQueue, { ...job });
}

const sealContext = sealed("job.mail");

/**
 * Sent to whoever reads the mailbox also where somebody says that the patient died: they are asked for there, or say that somebody changed how the patient
 * signs in. A patient of whom that is said by mistake needs them to say so.
 */
const guardsSignIn: ReadonlySet<MailId> = new Set([
  ...(["recovery", "recovery_waits", "password_changed"] as const),
  ...(["email_change", "email_changed", "email_change_asked", "email_change_stop"] as const),
]);

/** Of the practice and its team, not of a patient. */
const isOfPractice = (mail: MailId): boolean => mail.startsWith("practice_") || mail.startsWith("staff_");

/** Defines the queues that render mails and pass them to the mailer. */
export const defineMailJobs =
  (listeners: MailListeners) =>
  (jobs: Jobs, services: Services): void => {
    for (const queue of [mailQueue, urgentQueue] as const)
      jobs.define(
        queue,
        (data) => sendQueued(services, queue, data as unknown as MailJob, listeners),
        queueOptions[queue],
      );
  };

async function sendQueued(services: Services, queue: string, job: MailJob, listeners: MailListeners): Promise<void> {
  const { content, clock, mailer, secrets, log, outside, jobs, db } = services;
  const { id, sealed, until, refusals = 0 } = job;
  const { mail, patientId, about, helperId, values, unsubscribe, ...data } = secrets.open<MailJobData>(
    Buffer.from(sealed, "base64"),
    sealContext(id),
  );
  const copyTo = helperId === undefined ? undefined : await listeners.copyAddress(services, { helperId, mail });
  const to = copyTo ?? (patientId === undefined ? data.to : ((await listeners.addressOf(db, patientId)) ?? data.to));
  const now = clock.now();
  const came = (outcome: MailOutcome) =>
    listeners.came(services, {
      id,
      mail,
      to,
      patientId,
      helperId,
      values,
      queuedAt: job.queuedAt ? new Date(job.queuedAt) : now,
      outcome,
    });
  if (until !== undefined && Date.parse(until) <= now.getTime()) {
    log.info({ mail, id }, "mail not sent: it would come too late to be of use");
    return came("dropped");
  }
  if (copyTo === null) {
    log.info({ mail, id }, "copy not sent: its helper gets it no longer");
    return came("dropped");
  }
  const isSilenced = () => listeners.isSilenced(services, data.to, patientId ?? about);
  if (!isOfPractice(mail) && !guardsSignIn.has(mail) && (await isSilenced())) {
    log.info({ mail, id }, "mail not sent: somebody says that its patient died");
    return came("dropped");
  }
  /** Fails, so that the queue tries it again, unless it was tried for days. */
  const tryAgain = async (error: unknown) => {
    if (job.queuedAt === undefined || now.getTime() - Date.parse(job.queuedAt) < keptMs) {
      await came("waiting");
      throw error;
    }
    log.error({ mail, id, reason: (error as Error).message }, "mail given up after three days");
    await came("dropped");
  };
  if (patientId !== undefined) await listeners.leaves(services, { id, mail, patientId, values });
  // What a server says of a helper's address is nothing about a patient.
  const ofAddress =
    helperId === undefined
      ? listeners
      : { ...listeners, refused: listeners.refusedOfHelper, accepted: listeners.acceptedOfHelper };
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
    if ((await noteRefusal(services, to, ofAddress)) === "everybody") {
      failed("everybody_refused", error.code);
      return tryAgain(error);
    }
    log.warn({ mail, id, reason: error.code, refusals: refusals + 1 }, "mail refused for good");
    await came("refused");
    if (refusals > 0) return;
    const again: MailJob = { ...job, refusals: refusals + 1 };
    await jobs.enqueue(db, queue, { ...again }, { after: new Date(now.getTime() + secondTryMs) });
    return;
  }
  await noteAcceptance(services, to, ofAddress);
  await came("accepted");
}

/** How a mail greets somebody, with or without a known name: the address may have been entered by somebody who does not own it. */
export const greetingName = (firstname: string | null): string => safeFirstName(firstname) ?? "there";

/** The dedupe key of a mail that is sent at most once in each hour of the clock. */
export const oncePerHour = ({ clock }: Pick<Services, "clock">, what: string): string =>
  `${what}:${Math.floor(clock.now().getTime() / 3_600_000)}`;
