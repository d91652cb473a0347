import type { Config } from "../config.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database/open.ts";
import type { PaymentGateway } from "../platform/gateway/port.ts";
import type { Secrets } from "../platform/secrets.ts";

/** What the browser shows the sandbox with its card; not a secret. */
export const sandboxPublishableKey = "pk_sandbox_calendula";
export const sandboxWebhookSecret = (secrets: Secrets): string => secrets.derive("sandbox webhook").toString("hex");

/** Stripe where its keys are set, the sandbox otherwise. */
export async function openGateway(config: Config, db: Database, clock: Clock, secrets: Secrets): Promise<PaymentGateway> {
  if (config.stripe) {
    const { stripeGateway } = await import("../platform/gateway/stripe.ts");
    return stripeGateway(config.stripe);
  }
  const { sandboxGateway } = await import("../platform/gateway/sandbox.ts");
  return sandboxGateway({ db, clock, publishableKey: sandboxPublishableKey, webhookSecret: sandboxWebhookSecret(secrets) });
}
