import { expireHolds } from "#server/platform/gateway/emulator/intents.ts";
import { webhookCourier } from "#server/platform/gateway/courier.ts";
import { sandboxWebhookSecret } from "#server/ports/gateway.ts";
import type { Services } from "#server/platform/services.ts";

/** How long after the sandbox recorded a webhook it leaves at the latest, in milliseconds; several that come together leave in one look. */
const soonMs = 1000;
/** How often the sandbox looks without being told: for retries, for holds that lapse after days, and for what it missed. */
const usualRestMs = 10_000;

/** Lets the sandbox gateway behave in time: its webhooks reach our own route, its holds lapse. */
export function startCourier(
  { config, db, clock, secrets, signals, log }: Services,
  restMs = usualRestMs,
): { readonly stop: () => Promise<void> } {
  const url = `http://${config.host}:${config.port}/webhooks/sandbox`;
  const courier = webhookCourier({ db, clock, url, webhookSecret: sandboxWebhookSecret(secrets) });
  let round: Promise<void> | null = null;
  let stopped = false;
  // At the start, too: what a node that stopped has left.
  let told = true;
  let timer = setTimeout(begin, soonMs);

  function begin() {
    told = false;
    round = look().finally(() => {
      round = null;
      if (!stopped) timer = setTimeout(begin, told ? soonMs : restMs);
    });
  }
  async function look() {
    try {
      await expireHolds({ db, clock });
      // There may be more than one look takes.
      if ((await courier.deliverDue(clock.now())) > 0) told = true;
    } catch (error) {
      log.error({ err: { message: (error as Error).message } }, "sandbox webhooks not delivered");
    }
  }
  const hear = () => {
    if (told) return;
    told = true;
    if (round !== null) return;
    clearTimeout(timer);
    timer = setTimeout(begin, soonMs);
  };

  const leave = [signals.on("sandbox_event", hear), signals.onGap(hear)];
  return {
    async stop() {
      stopped = true;
      for (const end of leave) end();
      clearTimeout(timer);
      await round;
    },
  };
}
