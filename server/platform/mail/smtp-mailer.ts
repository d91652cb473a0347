import { createTransport } from "nodemailer";
import { type Mailer, MailNotSent } from "./mailer.ts";

export interface SmtpSettings {
  /** `smtp://user:password@host:587` or `smtps://…:465`. */
  readonly url: string;
  /** Sender, e.g. `Name <care@example.com>`. */
  readonly from: string;
}

/** Sends mails by SMTP. The message id derives from the mail's id, so that a repeated delivery is recognizable as one mail. */
export function smtpMailer(settings: SmtpSettings): Mailer {
  const transport = createTransport(settings.url, { from: settings.from });
  const host = /@([A-Za-z0-9.-]+)/.exec(settings.from)?.[1] ?? "localhost";
  return {
    async send({ id, to, subject, text, html }) {
      try {
        await transport.sendMail({
          messageId: `<${id}@${host}>`,
          to,
          subject,
          text,
          ...(html !== undefined && { html }),
        });
      } catch (cause) {
        throw mailNotSent(cause);
      }
    },
  };
}

// The library's own message quotes the recipient, so only the codes are kept.
function mailNotSent(cause: unknown): MailNotSent {
  const { code, responseCode } = cause as { code?: string; responseCode?: number };
  const permanent = responseCode !== undefined && responseCode >= 500;
  return new MailNotSent([code ?? "UNKNOWN", responseCode].filter(Boolean).join(" "), permanent);
}
