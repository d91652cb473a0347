import { sql } from "kysely";
import { signWebhook } from "../webhook-signature.ts";
import type { Emulator } from "./emulator/emulator.ts";

/** An event of the emulator on its way to the clinic. */
export interface PendingEvent {
  readonly id: string;
  readonly type: string;
  readonly intentId: string;
  readonly created: Date;
  /** Position in the order in which events happened. */
  readonly seq: number;
}

/** How deliveries go wrong. Every event is still signed when it is sent. */
export interface DeliveryFaults {
  /** How often the event is delivered: 0 drops it, 3 delivers it three times. Default 1. */
  readonly copies?: (event: PendingEvent) => number;
  /** How long after it happened the event is first sent, in milliseconds. Default 0. */
  readonly delayMs?: (event: PendingEvent) => number;
  /** The order in which due events are sent. Default: as they happened. */
  readonly order?: (events: readonly PendingEvent[]) => readonly PendingEvent[];
}

export interface WebhookDeliverySettings extends Emulator {
  /** The clinic's webhook URL. */
  readonly url: string;
  readonly webhookSecret: string;
  readonly faults?: DeliveryFaults;
  readonly timeoutMs?: number;
}

export interface WebhookDelivery {
  /** Delivers due events and returns how many arrived. One not answered with 2xx is retried later. */
  deliverDue(now: Date): Promise<number>;
  /** Applies these faults to deliveries from here on. */
  setFaults(faults: DeliveryFaults): void;
}

const second = 1000;
/** Wait after each failed attempt; after the last one the event is given up. */
const retryDelaysMs = [10, 60, 600, 3600, 6 * 3600, 24 * 3600, 48 * 3600].map((delaySeconds) => delaySeconds * second);
/** An event claimed by a node that died is due again after this. */
const leaseMs = 60 * second;
const batchSize = 100;

/** Events to deliver now, in any order. */
export const dueEvents = (db: Emulator["db"], now: Date) => db.selectFrom("sandbox.event").where("due_at", "<=", now);

/** Delivers the emulator's events by signed POSTs, each at least once. No transaction is open while it waits for the clinic. */
export function createWebhookDelivery(settings: WebhookDeliverySettings): WebhookDelivery {
  const { db, url, webhookSecret, timeoutMs = 10 * second } = settings;
  let faults = settings.faults ?? {};

  const eventsToSend = async (now: Date): Promise<readonly PendingEvent[]> => {
    const rows = await dueEvents(db, now)
      .select(["id", "type", "intent_id", "created_at", "seq"])
      .orderBy("seq")
      .limit(batchSize)
      .execute();
    const events = rows.map(({ intent_id, created_at, ...row }) => ({
      ...row,
      intentId: intent_id,
      created: created_at,
    }));
    const readyEvents = events.filter(
      (event) => event.created.getTime() + (faults.delayMs?.(event) ?? 0) <= now.getTime(),
    );
    return faults.order?.(readyEvents) ?? readyEvents;
  };

  const leaseEvent = (id: string, now: Date) =>
    db
      .updateTable("sandbox.event")
      .set({ attempts: sql`attempts + 1`, due_at: new Date(now.getTime() + leaseMs) })
      .where("id", "=", id)
      .where("due_at", "<=", now)
      .returning(["body", "attempts"])
      .executeTakeFirst();

  const recordAttempt = (id: string, deliveredAt: Date | null, dueAt: Date | null) =>
    db.updateTable("sandbox.event").set({ delivered_at: deliveredAt, due_at: dueAt }).where("id", "=", id).execute();

  async function deliver(event: PendingEvent, now: Date): Promise<boolean> {
    const leased = await leaseEvent(event.id, now);
    if (leased === undefined) return false;
    const copies = faults.copies?.(event) ?? 1;
    let isAccepted = false;
    for (let copy = 0; copy < copies; copy += 1)
      isAccepted = (await post(JSON.stringify(leased.body), now)) || isAccepted;
    const retry = retryDelaysMs[leased.attempts - 1];
    const retryAt = isAccepted || copies === 0 || retry === undefined ? null : new Date(now.getTime() + retry);
    await recordAttempt(event.id, isAccepted ? now : null, retryAt);
    return isAccepted;
  }

  const post = (body: string, now: Date): Promise<boolean> =>
    fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", "stripe-signature": signWebhook(body, webhookSecret, now) },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    }).then(
      (response) => response.ok,
      () => false,
    );

  return {
    async deliverDue(now) {
      let delivered = 0;
      for (const event of await eventsToSend(now)) if (await deliver(event, now)) delivered += 1;
      return delivered;
    },
    setFaults(next) {
      faults = next;
    },
  };
}
