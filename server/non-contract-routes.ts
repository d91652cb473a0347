import type { FastifyInstance } from "fastify";
import { sandboxPublishableKey } from "#server/adapters.ts";
import { registerSessionHandoff } from "#server/auth/sessions/session-handoff.ts";
import { registerPortraits } from "#server/doctors/public.ts";
import { registerPaymentWebhooks } from "#server/payment/webhooks.ts";
import { isMailbox } from "#server/platform/mail/local-mailbox.ts";
import { registerUnsubscribe } from "#server/platform/mail/unsubscribe.ts";
import type { JobServices } from "#server/platform/services.ts";
import { registerSharedRecord } from "#server/records/sharing/shared-record-page.ts";
import { registerStaffOidc, registerWorkStream } from "#server/staff/public.ts";
import { unsubscribing } from "#server/unsubscribing.ts";

/** Routes outside the contract: the cart widget's session handoff, the gateway's webhooks, mail programs' "Unsubscribe", the page where another doctor reads a record by the patient's code, doctors' portraits, and in demo mode the sandbox's API and `/dev/*`. */
export async function registerNonContractRoutes(app: FastifyInstance, services: JobServices): Promise<void> {
  const { gateway, config, db, clock, limiter, mailer } = services;
  await registerSessionHandoff(app, services);
  await registerPaymentWebhooks(app, services);
  await registerUnsubscribe(app, services, unsubscribing);
  await registerSharedRecord(app, services);
  registerPortraits(app, services);
  registerStaffOidc(app, services);
  registerWorkStream(app, services);
  if (gateway.name === "sandbox" && config.demo) {
    const { sandboxRoutes } = await import("#server/platform/gateway/sandbox/sandbox-routes.ts");
    await app.register(
      sandboxRoutes({
        db,
        clock,
        publishableKey: sandboxPublishableKey,
        checkRateLimit: (request) => limiter.consume("card-token", request.ip, { points: 60, seconds: 60 }),
      }),
    );
  }
  if (config.demo && isMailbox(mailer)) {
    const { registerDevMailbox } = await import("#server/demo/dev-pages/mailbox.ts");
    registerDevMailbox(app, mailer);
  }
  if (config.demo) {
    await (await import("#server/demo/dev-clock.ts")).registerDevClock(app, services);
    await (await import("#server/demo/dev-pages/staff.ts")).registerDevStaff(app, services);
  }
}
