import type { Meaning } from "../outside/outside-table.ts";

/** One mail. `id` is the sender's own (a UUID): sending the same id again must not appear as a second mail. */
export interface Mail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** Where a mail program's own "Unsubscribe" posts to (RFC 8058). */
  readonly unsubscribe?: string;
}

export interface Mailer {
  /** Resolves once the mail is accepted for delivery; throws `MailNotSent` otherwise. */
  send(mail: Mail): Promise<void>;
  /** Ends what is still being sent. */
  close?(): void;
}

/** A mail was not accepted. Contains no address and no text, so it can be logged. */
export class MailNotSent extends Error {
  override readonly name = "MailNotSent";
  readonly code: string;
  /** `final`: this recipient gets no mail, at least for now; anything else is worth another try. */
  readonly means: Meaning;

  constructor(code: string, means: Meaning) {
    super(`Mail was not sent: ${code}`);
    this.code = code;
    this.means = means;
  }
}
