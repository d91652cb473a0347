/** One mail. `id` is the sender's own (a UUID): sending the same id again must not appear as a second mail. */
export interface Mail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

export interface Mailer {
  /** Resolves once the mail is accepted for delivery; throws `MailNotSent` otherwise. */
  send(mail: Mail): Promise<void>;
}

/** A mail was not accepted. Contains no address and no text, so it can be logged. */
export class MailNotSent extends Error {
  override readonly name = "MailNotSent";
  readonly code: string;
  /** The server refused it permanently (SMTP 5xx): sending it again will not help. */
  readonly permanent: boolean;

  constructor(code: string, permanent: boolean) {
    super(`Mail was not sent: ${code}`);
    this.code = code;
    this.permanent = permanent;
  }
}
