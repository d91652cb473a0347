import { GatewayUnknownOutcome } from "#server/platform/gateway/port.ts";
import type { Services } from "#server/platform/services.ts";
import { chargeOrder } from "#server/store/public.ts";
import { applyEvent, refundCharge, settleCharge } from "./converge.ts";
import { noteEventTried, openEvents } from "./events.ts";
import { heldIntents, openIntents, touchIntent, unsettledIntents } from "./intents.ts";
import { openRefunds, touchRefund } from "./refunds.ts";
import { carryOutRelease, openReleases, touchRelease } from "./releases.ts";

/** A request that is still running is left alone this long. */
const restMs = 10_000;
/** How often a held amount is looked after: holds lapse at the gateway, and word of it can get lost. */
const heldMs = 24 * 3600_000;

/**
 * Asks the gateway about all that is unfinished, and converges: charges without outcome, held ones, what is to be taken, let go, refunded or
 * given back, and events whose job failed. Each is a queue of its own, so that none waits for another. Safe at any time, on any
 * number of nodes.
 */
export async function reconcilePayments(services: Services): Promise<void> {
  const { db, clock, log, gateway } = services;
  const ago = (ms: number) => new Date(clock.now().getTime() - ms);
  const before = ago(restMs);

  /** Works one queue off, longest untried first. Whatever comes of it, a row that was tried goes to the end. */
  async function workOff<Row extends { readonly id: string }>(
    what: string,
    rows: Promise<readonly Row[]>,
    work: (row: Row) => Promise<unknown>,
    touch: (id: string, now: Date) => Promise<void>,
  ): Promise<void> {
    for (const row of await rows) {
      await work(row).catch((error: Error) => {
        // A gateway that is away comes back; anything else is for a person to see.
        const level = error instanceof GatewayUnknownOutcome ? "warn" : "error";
        log[level]({ [what]: row.id, err: { message: error.message } }, "payment still unfinished");
      });
      await touch(row.id, clock.now());
    }
  }
  const intent = (id: string, now: Date) => touchIntent(db, id, now);
  const ask = (row: { readonly order_id: string }) => chargeOrder(services, row.order_id);

  await Promise.all([
    workOff("charge", openIntents(db, before), ask, intent),
    workOff("hold", heldIntents(db, ago(heldMs)), ask, intent),
    workOff("settlement", unsettledIntents(db, before), ({ id }) => settleCharge(services, id), intent),
    workOff(
      "refund",
      openRefunds(db, before),
      ({ id }) => refundCharge(services, id),
      (id, now) => touchRefund(db, id, now),
    ),
    workOff(
      "release",
      openReleases(db, before),
      ({ id }) => carryOutRelease(services, id),
      (id, now) => touchRelease(db, id, now),
    ),
    workOff(
      "event",
      openEvents(db, gateway.name, before),
      (event) => applyEvent(services, event.gateway_intent_id ?? "", event.id),
      (id, now) => noteEventTried(db, { gateway: gateway.name, id }, { tried_at: now }),
    ),
  ]);
}
