import { join } from "node:path";
import type { Content } from "#content/loader/load.ts";
import type { Config } from "#server/config.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import { localMailbox } from "#server/platform/mail/local-mailbox.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";

/** SMTP if its URL is configured; otherwise a mailbox in the data directory, readable at `/dev/mailbox`. */
export async function openMailer(
  { smtpUrl, mailFrom, dataDir }: Config,
  { brand }: Content,
  clock: Clock,
): Promise<Mailer> {
  if (smtpUrl === null) return localMailbox({ directory: join(dataDir, "mailbox"), clock });
  const { smtpMailer } = await import("#server/platform/mail/smtp-mailer.ts");
  return smtpMailer({ url: smtpUrl, from: mailFrom ?? `${brand.name} <${brand.supportemail}>` });
}
