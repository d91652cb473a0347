import { join } from "node:path";
import type { Content } from "#content/loader/load.ts";
import type { Config } from "#server/config.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Secrets } from "#server/platform/crypto/secrets.ts";
import type { Database } from "#server/platform/database/open.ts";
import { bucketTable } from "#server/platform/files/bucket-answers.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import type { PaymentGateway } from "#server/platform/gateway/port.ts";
import { demoIdentityCheck } from "#server/platform/identity/demo-identity-check.ts";
import type { IdentityCheck } from "#server/platform/identity/identity-check.ts";
import { vendorTable } from "#server/platform/identity/vendor-answers.ts";
import { vendorIdentityCheck } from "#server/platform/identity/vendor-identity-check.ts";
import { localMailbox } from "#server/platform/mail/local-mailbox.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";
import { type Outside, unreported } from "#server/platform/outside/outside.ts";

/** The key the browser sends to the sandbox with a card; not a secret. */
export const sandboxPublishableKey = "pk_sandbox_calendula";
export const sandboxWebhookSecret = (secrets: Secrets): string => secrets.derive("sandbox webhook").toString("hex");

/** Stripe if its keys are configured, otherwise the sandbox. */
export async function openGateway(
  config: Config,
  db: Database,
  clock: Clock,
  secrets: Secrets,
  outside?: Outside,
): Promise<PaymentGateway> {
  if (config.stripe) {
    const { stripeGateway } = await import("#server/platform/gateway/stripe/stripe-gateway.ts");
    return stripeGateway(config.stripe, outside);
  }
  const { sandboxGateway } = await import("#server/platform/gateway/sandbox/sandbox-gateway.ts");
  return sandboxGateway({
    db,
    clock,
    publishableKey: sandboxPublishableKey,
    webhookSecret: sandboxWebhookSecret(secrets),
  });
}

/** The bucket if one is configured, otherwise a folder in the data directory. A command reports to nobody. */
export async function openFileStore({ s3, dataDir }: Config, outside: Outside | null): Promise<FileStore> {
  if (s3) {
    const { s3Store } = await import("#server/platform/files/s3-store.ts");
    return s3Store(s3, outside ? outside.of(bucketTable) : unreported(bucketTable));
  }
  return (await import("#server/platform/files/disk-store.ts")).diskStore({ directory: join(dataDir, "files") });
}

export const openIdentityCheck = ({ identity }: Config, outside: Outside): IdentityCheck =>
  identity ? vendorIdentityCheck(identity, outside.of(vendorTable)) : demoIdentityCheck();

/** SMTP if its URL is configured; otherwise a mailbox in the data directory, readable at `/dev/mailbox`. */
export async function openMailer(
  { smtpUrl, mailFrom, dataDir }: Config,
  { brand }: Content,
  clock: Clock,
  outside: Pick<Outside, "of">,
): Promise<Mailer> {
  if (smtpUrl === null) return localMailbox({ directory: join(dataDir, "mailbox"), clock });
  const { smtpMailer } = await import("#server/platform/mail/smtp-mailer.ts");
  return smtpMailer({ url: smtpUrl, from: mailFrom ?? `${brand.name} <${brand.supportemail}>` }, outside);
}
