import { sealed } from "../crypto/sealed.ts";
import { v5 } from "uuid";
import type { MailId, MailValues } from "#content/schema/texts/mails.ts";
import type { Database } from "../database/open.ts";
import { newId } from "../ids.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Services } from "../services.ts";
import { MailNotSent } from "./mailer.ts";
import { renderMail } from "./render-mail.ts";

/** Letters of any script with their marks and joiners, and characters that join the parts of a name. */
const safeName = /^\p{L}[\p{L}\p{M}\u200c-\u200d'’ -]{0,29}$/u;

/** A first name that is safe to repeat in a mail; null for anything that could be read as a link, an address or an advertisement. */
export function safeFirstName(firstname: string | null): string | null {
  const name = firstname?.trim() ?? "";
  return safeName.test(name) ? name : null;
}

const mailQueue = "mail";
/** With a delay that doubles from 2 s, thirteen retries bridge over four hours without a mail server. */
const maxRetries = 13;
/** UUID namespace of mail ids derived from a dedupe key. */
const dedupeNamespace = "5f1c6f0e-6b0a-4d6e-9a3e-0c1f2ab3d4e5";

export interface QueuedMail<Id extends MailId> {
  readonly mail: Id;
  readonly to: string;
  readonly values: MailValues<Id>;
  /** Two mails with the same key are one and the same mail. */
  readonly dedupeKey?: string;
}

interface MailJobData {
  readonly mail: MailId;
  readonly to: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Sends a mail of the content once the transaction of `db` has committed. Address and values are encrypted in the job. */
export async function queueMail<Id extends MailId>(
  { db, jobs, secrets }: Pick<Services, "jobs" | "secrets"> & { readonly db: Database },
  { mail, to, values, dedupeKey }: QueuedMail<Id>,
): Promise<void> {
  const id = dedupeKey === undefined ? newId() : v5(dedupeKey, dedupeNamespace);
  const jobData: MailJobData = { mail, to, values };
  const sealed = secrets.seal(jobData, sealContext(id)).toString("base64");
  await jobs.enqueue(db, mailQueue, { id, sealed });
}

const sealContext = sealed("job.mail");

/** Defines the queue that renders mails and passes them to the mailer; a permanent refusal is not retried. */
export function defineMailJobs(jobs: Jobs, { content, clock, mailer, secrets, log }: Services): void {
  jobs.define(
    mailQueue,
    async (data) => {
      const { id, sealed } = data as { id: string; sealed: string };
      const { mail, to, values } = secrets.open<MailJobData>(Buffer.from(sealed, "base64"), sealContext(id));
      try {
        await mailer.send({ id, to, ...renderMail(content, mail, values, clock.now()) });
      } catch (error) {
        if (!(error instanceof MailNotSent && error.permanent)) throw error;
        log.warn({ mail, id, reason: error.code }, "mail refused for good");
      }
    },
    { retries: maxRetries },
  );
}

/** How a mail greets somebody, with or without a known name: the address may have been entered by somebody who does not own it. */
export const greetingName = (firstname: string | null): string => safeFirstName(firstname) ?? "there";
