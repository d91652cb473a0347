import { expireHolds } from "#server/platform/gateway/emulator/intents.ts";
import { webhookCourier } from "#server/platform/gateway/courier.ts";
import { sandboxWebhookSecret } from "#server/ports/gateway.ts";
import type { Services } from "#server/platform/services.ts";

/** How often the sandbox looks for webhooks to deliver, in milliseconds. */
const everyMs = 1000;
/** In how many of these looks one is for holds that lapse: they do so after days. */
const looksForHolds = 10;

/** Lets the sandbox gateway behave in time: its webhooks reach our own route, its holds lapse. */
export function startCourier({ config, db, clock, secrets, log }: Services): { readonly stop: () => Promise<void> } {
  const url = `http://${config.host}:${config.port}/webhooks/sandbox`;
  const courier = webhookCourier({ db, clock, url, webhookSecret: sandboxWebhookSecret(secrets) });
  let round: Promise<unknown> = Promise.resolve();
  let busy = false;
  let looks = 0;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    const holds = looks++ % looksForHolds === 0 ? expireHolds({ db, clock }) : Promise.resolve();
    round = holds
      .then(() => courier.deliverDue(clock.now()))
      .catch((error: unknown) =>
        log.error({ err: { message: (error as Error).message } }, "sandbox webhooks not delivered"),
      )
      .finally(() => (busy = false));
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}
