import type { Config } from "#server/config.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { PaymentGateway } from "#server/platform/gateway/port.ts";
import type { Secrets } from "#server/platform/crypto/secrets.ts";
import { join } from "node:path";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { demoIdentityCheck } from "#server/platform/identity/demo-identity-check.ts";
import type { IdentityCheck } from "#server/platform/identity/identity-check.ts";
import { vendorIdentityCheck } from "#server/platform/identity/vendor-identity-check.ts";
import type { Content } from "#content/loader/load.ts";
import { localMailbox } from "#server/platform/mail/local-mailbox.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";

/** The key the browser sends to the sandbox with a card; not a secret. */
export const sandboxPublishableKey = "pk_sandbox_calendula";
export const sandboxWebhookSecret = (secrets: Secrets): string => secrets.derive("sandbox webhook").toString("hex");

/** Stripe if its keys are configured, otherwise the sandbox. */
export async function openGateway(
  config: Config,
  db: Database,
  clock: Clock,
  secrets: Secrets,
): Promise<PaymentGateway> {
  if (config.stripe) {
    const { stripeGateway } = await import("#server/platform/gateway/stripe/stripe-gateway.ts");
    return stripeGateway(config.stripe);
  }
  const { sandboxGateway } = await import("#server/platform/gateway/sandbox/sandbox-gateway.ts");
  return sandboxGateway({
    db,
    clock,
    publishableKey: sandboxPublishableKey,
    webhookSecret: sandboxWebhookSecret(secrets),
  });
}

/** The bucket if one is configured, otherwise a folder in the data directory. */
export async function openFileStore({ s3, dataDir }: Config): Promise<FileStore> {
  if (s3) return (await import("#server/platform/files/s3-store.ts")).s3Store(s3);
  return (await import("#server/platform/files/disk-store.ts")).diskStore({ directory: join(dataDir, "files") });
}

export const openIdentityCheck = ({ identity }: Config): IdentityCheck =>
  identity ? vendorIdentityCheck(identity) : demoIdentityCheck();

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
