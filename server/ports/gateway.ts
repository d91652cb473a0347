import type { Config } from "#server/config.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { PaymentGateway } from "#server/platform/gateway/port.ts";
import type { Secrets } from "#server/platform/crypto/secrets.ts";

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
