import { sql } from "kysely";
import { sandboxWebhookSecret } from "#server/adapters.ts";
import { expireAuthorizations, lapsedAuthorizations } from "#server/platform/gateway/sandbox/emulator/intents.ts";
import { payableMovements, payOutWhatIsDue } from "#server/platform/gateway/sandbox/emulator/payouts.ts";
import { createWebhookDelivery, dueEvents } from "#server/platform/gateway/sandbox/webhook-delivery.ts";
import type { Services } from "#server/platform/services.ts";

/** How long after the sandbox recorded a webhook it is delivered at the latest, in milliseconds; webhooks recorded meanwhile go together. */
const debounceMs = 1000;

/** Runs the sandbox gateway's background work: delivers its webhooks to our own route, lets its authorizations lapse, and pays out. */
export function startWebhookDelivery({ config, db, clock, secrets, signals, polls, log }: Services): {
  readonly stop: () => Promise<void>;
} {
  const url = `http://${config.host}:${config.port}/webhooks/sandbox`;
  const delivery = createWebhookDelivery({ db, clock, url, webhookSecret: sandboxWebhookSecret(secrets) });
  let running: Promise<void> | null = null;
  let stopped = false;
  // Also at the start, for what a stopped node left.
  let due = true;
  let timer = setTimeout(run, debounceMs);

  function run() {
    due = false;
    running = deliverPending().finally(() => {
      running = null;
      if (!stopped && due) timer = setTimeout(run, debounceMs);
    });
  }
  async function deliverPending() {
    try {
      await expireAuthorizations({ db, clock });
      await payOutWhatIsDue({ db, clock });
      // There may be more than one batch.
      if ((await delivery.deliverDue(clock.now())) > 0) due = true;
    } catch (error) {
      log.error({ err: { message: (error as Error).message } }, "sandbox webhooks not delivered");
    }
  }
  const onSignal = () => {
    if (due) return;
    due = true;
    if (running !== null) return;
    clearTimeout(timer);
    timer = setTimeout(run, debounceMs);
  };

  // Retries become due, authorizations lapse and payouts are made without a signal.
  const stopPolling = polls.add({
    select: () =>
      sql`(${dueEvents(db, clock.now()).select("id").limit(1)}) union all (${lapsedAuthorizations({ db, clock }).select("id").limit(1)})
        union all (${payableMovements({ db, clock }).select("id").limit(1)})`,
    found: ([any]) => {
      if (any !== undefined) onSignal();
    },
  });
  const unsubscribers = [signals.on("sandbox_event", onSignal), signals.onGap(onSignal)];
  return {
    async stop() {
      stopped = true;
      for (const end of unsubscribers) end();
      clearTimeout(timer);
      await stopPolling();
      await running;
    },
  };
}
