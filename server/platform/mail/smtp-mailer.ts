import { createTransport, type Transporter } from "nodemailer";
import type { Outside } from "../outside/outside.ts";
import type { Mail, Mailer } from "./mailer.ts";
import { MailNotSent } from "./mailer.ts";
import { enhancedCode, type MailAnswer, mailAnswer, mailTable, type SmtpFailure } from "./smtp-answers.ts";

export interface SmtpSettings {
  /** `smtp://user:password@host:587` or `smtps://…:465`. */
  readonly url: string;
  /** Sender, e.g. `Name <care@example.com>`. */
  readonly from: string;
}

/** How long a server may take, in milliseconds. */
export interface SmtpBounds {
  readonly connect: number;
  readonly greeting: number;
  /** Without a word, at any point. */
  readonly silence: number;
  /** For one mail in all: a server that sends a byte now and then is never silent. */
  readonly mail: number;
  /** How long no login is tried after one was refused: providers lock an account that keeps trying, for each mail that waits. */
  readonly refusedLogin: number;
}

/** Servers that look through a mail may take a minute to answer it; a time that is too short sends it twice. */
const defaultBounds: SmtpBounds = {
  connect: 20_000,
  greeting: 30_000,
  silence: 90_000,
  mail: 150_000,
  refusedLogin: 60_000,
};

/** Of a name's look-up, in milliseconds. */
const dnsTimeout = 10_000;

/**
 * Sends mails by SMTP, one connection each; what the server answers means is in its table. The message id derives from the mail's id, so that a repeated
 * delivery is recognizable as one mail.
 */
export function smtpMailer(
  settings: SmtpSettings,
  outside: Pick<Outside, "of">,
  bounds: SmtpBounds = defaultBounds,
): Mailer {
  const reports = outside.of(mailTable);
  const transport = openTransport(settings, bounds);
  const host = /@([A-Za-z0-9.-]+)/.exec(settings.from)?.[1] ?? "localhost";
  const closing = new AbortController();
  let noLoginBefore = 0;

  return {
    async send(mail) {
      if (performance.now() < noLoginBefore) throw new MailNotSent("login_refused a moment ago", "ours");
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(bounds.mail)]);
      try {
        await transport.sendMail({ ...message(mail), messageId: `<${mail.id}@${host}>`, signal });
      } catch (cause) {
        if (closing.signal.aborted) throw new MailNotSent("this node stops", "for_now");
        const answer = mailAnswer(cause as SmtpFailure);
        if (answer === "login_refused") noLoginBefore = performance.now() + bounds.refusedLogin;
        const code = codeOf(answer, cause as SmtpFailure);
        throw new MailNotSent(code, reports.failed(answer, code).means);
      }
      reports.worked();
    },
    close: () => closing.abort(),
  };
}

export function openTransport({ url, from }: SmtpSettings, bounds: SmtpBounds = defaultBounds): Transporter {
  const options = {
    url,
    connectionTimeout: bounds.connect,
    greetingTimeout: bounds.greeting,
    socketTimeout: bounds.silence,
    dnsTimeout,
    // Who listens in takes STARTTLS out of the greeting to be given the password in the open.
    requireTLS: hasPassword(url) && !isThisHost(url),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return createTransport(options, { from });
}

export function message({ to, subject, text, html, unsubscribe }: Omit<Mail, "id">) {
  return {
    // Not a string, in which a comma would part two recipients.
    to: { name: "", address: to },
    subject,
    text,
    ...(html !== undefined && { html }),
    headers: {
      // No auto-reply to it (RFC 3834; the second is Exchange's). `Precedence` says less and counts as bulk mail.
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      ...(unsubscribe !== undefined && {
        "List-Unsubscribe": `<${unsubscribe}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
  };
}

const hasPassword = (url: string): boolean => new URL(url).password !== "";
const isThisHost = (url: string): boolean => ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);

/** The library's and the server's messages quote the recipient, so only the codes are kept. */
export const codeOf = (
  answer: MailAnswer,
  { code, originalCode, command, responseCode, response }: SmtpFailure,
): string =>
  [answer, code ?? "UNKNOWN", originalCode, command?.split(" ")[0], responseCode, enhancedCode(response)]
    .filter(Boolean)
    .join(" ");
