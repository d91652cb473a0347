import {
  executeAnswer,
  requeueAnswer,
  unfinishedAnswers,
  markWebhookEvent,
  unprocessedEvents,
  undecidedAuthorizations,
  unresolvedIntents,
  requeueIntent,
  intentsToCaptureOrVoid,
  unfinishedRefunds,
  requeueRefund,
  executeRelease,
  unfinishedReleases,
  requeueRelease,
} from "#server/payment/public.ts";
import { GatewayUnknownOutcome } from "#server/platform/gateway/port.ts";
import type { Services } from "#server/platform/services.ts";
import { processWebhookEvent, refundCharge, captureOrVoidCharge } from "./payments/sync-intent.ts";
import { chargeOrder } from "./placing/place-order.ts";

/** How long, in milliseconds, a possibly running request is left alone. */
const minAgeMs = 10_000;
/** How often, in milliseconds, an authorization is checked: they lapse at the gateway, and the event can get lost. */
const authorizationCheckMs = 24 * 3600_000;

/**
 * Asks the gateway about everything unfinished, and converges: charges without an outcome, authorizations, pending captures, voids, refunds and
 * releases, answers of disputes, and events whose job failed. Each is a queue of its own, so that none waits for another. Safe at any time, on any
 * number of nodes.
 */
export async function reconcilePayments(services: Services): Promise<void> {
  const { db, clock, log, gateway } = services;
  const ago = (ms: number) => new Date(clock.now().getTime() - ms);
  const before = ago(minAgeMs);

  /** Processes one queue, the longest untried first. Whatever the outcome, a tried row moves to the end. */
  async function processQueue<Row extends { readonly id: string }>(
    what: string,
    rows: Promise<readonly Row[]>,
    work: (row: Row) => Promise<unknown>,
    requeue: (id: string, now: Date) => Promise<void>,
  ): Promise<void> {
    for (const row of await rows) {
      await work(row).catch((error: Error) => {
        // An unavailable gateway comes back; anything else needs a person.
        const level = error instanceof GatewayUnknownOutcome ? "warn" : "error";
        log[level]({ [what]: row.id, err: { message: error.message } }, "payment still unfinished");
      });
      await requeue(row.id, clock.now());
    }
  }
  const requeueById = (id: string, now: Date) => requeueIntent(db, id, now);
  const resolveCharge = (row: { readonly order_id: string }) => chargeOrder(services, row.order_id);

  await Promise.all([
    processQueue("charge", unresolvedIntents(db, before), resolveCharge, requeueById),
    processQueue("hold", undecidedAuthorizations(db, ago(authorizationCheckMs)), resolveCharge, requeueById),
    processQueue(
      "settlement",
      intentsToCaptureOrVoid(db, before),
      ({ id }) => captureOrVoidCharge(services, id),
      requeueById,
    ),
    processQueue(
      "refund",
      unfinishedRefunds(db, before),
      ({ id }) => refundCharge(services, id),
      (id, now) => requeueRefund(db, id, now),
    ),
    processQueue(
      "release",
      unfinishedReleases(db, before),
      ({ id }) => executeRelease(services, id),
      (id, now) => requeueRelease(db, id, now),
    ),
    processQueue(
      "answer",
      unfinishedAnswers(db, before),
      ({ id }) => executeAnswer(services, id),
      (id, now) => requeueAnswer(db, id, now),
    ),
    processQueue(
      "event",
      unprocessedEvents(db, gateway.name, before),
      (event) => processWebhookEvent(services, event.gateway_intent_id ?? "", event.id),
      (id, now) => markWebhookEvent(db, { gateway: gateway.name, id }, { last_attempt_at: now }),
    ),
  ]);
}
