import { sql } from "kysely";
import type { Books } from "./emulator/books.ts";
import { signWebhook } from "./signature.ts";

/** An event of the emulator on its way to the clinic. */
export interface Parcel {
  readonly id: string;
  readonly type: string;
  readonly intentId: string;
  readonly created: Date;
  /** Events that wait, by the order in which they happened. */
  readonly seq: number;
}

/** How deliveries go wrong. Every event is still signed at the moment it leaves. */
export interface DeliveryPlan {
  /** How often the event arrives: 0 drops it, 3 delivers it three times. Default 1. */
  readonly copies?: (parcel: Parcel) => number;
  /** How long after it happened the event first leaves, in milliseconds. Default 0. */
  readonly delayMs?: (parcel: Parcel) => number;
  /** The order in which the events that are due leave. Default: as they happened. */
  readonly order?: (parcels: readonly Parcel[]) => readonly Parcel[];
}

export interface CourierSettings extends Books {
  /** Where the clinic takes webhooks. */
  readonly url: string;
  readonly webhookSecret: string;
  readonly plan?: DeliveryPlan;
  readonly timeoutMs?: number;
}

export interface WebhookCourier {
  /** Delivers what is due and answers how many events arrived. What is not taken with a 2xx is tried again later. */
  deliverDue(now: Date): Promise<number>;
  /** Deliveries follow this plan from now on. */
  follow(plan: DeliveryPlan): void;
}

const second = 1000;
/** Wait after each failed attempt; after the last one the event is given up. */
const retriesMs = [10, 60, 600, 3600, 6 * 3600, 24 * 3600, 48 * 3600].map((wait) => wait * second);
/** An event claimed by a node that died is due again after this. */
const leaseMs = 60 * second;
const batch = 100;

/** Delivers the emulator's events by signed POSTs, each at least once. No transaction is open while it waits for the clinic. */
export function webhookCourier(settings: CourierSettings): WebhookCourier {
  const { db, url, webhookSecret, timeoutMs = 10 * second } = settings;
  let plan = settings.plan ?? {};

  const due = async (now: Date): Promise<readonly Parcel[]> => {
    const rows = await db
      .selectFrom("sandbox.event")
      .select(["id", "type", "intent_id", "created_at", "seq"])
      .where("due_at", "<=", now)
      .orderBy("seq")
      .limit(batch)
      .execute();
    const parcels = rows.map(({ intent_id, created_at, ...row }) => ({
      ...row,
      intentId: intent_id,
      created: created_at,
    }));
    const ready = parcels.filter((parcel) => parcel.created.getTime() + (plan.delayMs?.(parcel) ?? 0) <= now.getTime());
    return plan.order?.(ready) ?? ready;
  };

  const claim = (id: string, now: Date) =>
    db
      .updateTable("sandbox.event")
      .set({ attempts: sql`attempts + 1`, due_at: new Date(now.getTime() + leaseMs) })
      .where("id", "=", id)
      .where("due_at", "<=", now)
      .returning(["body", "attempts"])
      .executeTakeFirst();

  const settle = (id: string, deliveredAt: Date | null, dueAt: Date | null) =>
    db.updateTable("sandbox.event").set({ delivered_at: deliveredAt, due_at: dueAt }).where("id", "=", id).execute();

  async function deliver(parcel: Parcel, now: Date): Promise<boolean> {
    const claimed = await claim(parcel.id, now);
    if (claimed === undefined) return false;
    const copies = plan.copies?.(parcel) ?? 1;
    let taken = false;
    for (let copy = 0; copy < copies; copy += 1) taken = (await post(JSON.stringify(claimed.body), now)) || taken;
    const retry = retriesMs[claimed.attempts - 1];
    const again = taken || copies === 0 || retry === undefined ? null : new Date(now.getTime() + retry);
    await settle(parcel.id, taken ? now : null, again);
    return taken;
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
      for (const parcel of await due(now)) if (await deliver(parcel, now)) delivered += 1;
      return delivered;
    },
    follow(next) {
      plan = next;
    },
  };
}
