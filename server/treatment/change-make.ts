import { newId } from "#server/platform/ids.ts";
import { clinicDay } from "#server/platform/clinic-day.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { TxServices } from "#server/platform/services.ts";
import { shipStateOf } from "#server/store/public.ts";
import { type Book, openBook, type Prescribed, scheduledSupply, soldLine, subscriptionIn } from "./book.ts";
import { applyChange, type Prescribing } from "./change-apply.ts";
import { agreedSupply, type Offered, offered, withTax } from "./change-price.ts";
import { insertChange, withdrawChanges } from "./change-queries.ts";
import { type ChangeFacts, costsNoMore } from "./change-rules.ts";
import { sealChangeWords } from "./change-words.ts";
import { tellOfChange } from "./letters-of-change.ts";
import { changeSubscriptions, changeSupplies } from "./supply-queries.ts";

/** What a doctor prescribes instead of something a patient gets. */
export interface NewTreatment {
  readonly productId: string;
  readonly pricingId: string;
  readonly doctorId: string;
  /** Fills after the next one; left out, as the pricing says. */
  readonly refills: number | undefined;
  /** Left out, the catalogue's words. */
  readonly directions: string | undefined;
  readonly note: string | undefined;
  readonly followupId: string | undefined;
  /** Screening rules it is prescribed in spite of. */
  readonly despite: readonly string[];
}

/** What a change of a subscription is judged by. */
export interface ChangeTarget {
  readonly book: Book;
  readonly facts: Omit<ChangeFacts, "approved">;
  readonly offered: Offered | undefined;
  /** All else she takes. */
  readonly beside: readonly string[];
}

/** Whose subscription it is; undefined for an id that is none. */
export async function patientOfSubscription(db: Database, id: string): Promise<string | undefined> {
  const row = await db.selectFrom("subscription").select("patient_id").where("id", "=", id).executeTakeFirst();
  return row?.patient_id;
}

/** Reads it all in the transaction of a caller who holds the lock of her orders; `prescribed` is hers now, `beside` all else she takes. */
export async function changeTarget(
  parts: TxServices,
  patientId: string,
  id: string,
  wish: Pick<NewTreatment, "productId" | "pricingId"> & {
    readonly prescribed: Prescribed;
    readonly beside: readonly string[];
  },
): Promise<ChangeTarget> {
  const book = await openBook(parts, patientId, wish.prescribed);
  const subscription = subscriptionIn(book, id);
  const { beside } = wish;
  const same = subscription.product_id === wish.productId && subscription.pricing_id === wish.pricingId;
  return {
    book,
    offered: offered(parts.content, wish.productId, wish.pricingId),
    beside,
    facts: {
      subscription: subscription.status,
      prescription: soldLine(book, subscription)?.prescription ?? false,
      same: same && book.prescribed.has(wish.productId),
      elsewhere: beside.includes(wish.productId),
    },
  };
}

/** `waiting`: she has to agree first. Both prices in cents, for one charge, with the tax of today. */
export interface MadeChange {
  readonly id: string;
  readonly status: "waiting" | "agreed";
  readonly cents: number;
  readonly beforeCents: number;
}

/**
 * Stops what a subscription supplies, and supplies something else: from the next supply on when that costs no more than she agreed to,
 * else once she agrees, and nothing is charged before. A change of it that waits is withdrawn. What is paid or being charged stays. In
 * the transaction of a caller who holds the lock of her orders.
 */
export async function makeChange(
  parts: TxServices,
  { book, offered: instead }: Pick<ChangeTarget, "book"> & { readonly offered: NonNullable<ChangeTarget["offered"]> },
  subscriptionId: string,
  wish: NewTreatment,
  clinic: Prescribing,
): Promise<MadeChange> {
  const { db, clock, content, secrets } = parts;
  const [id, now, subscription] = [newId(), clock.now(), subscriptionIn(book, subscriptionId)];
  const { patient_id: patientId, quantity } = subscription;
  const state = await shipStateOf(db, patientId);
  const price = instead.pricing.pricecents * quantity;
  const before = agreedSupply(content, subscription, state);
  const after = { cents: withTax(content, wish.productId, price, state), days: instead.pricing.dayssupply * quantity };
  const status = costsNoMore(before, after) ? "agreed" : "waiting";
  const change = {
    id,
    patient_id: patientId,
    subscription_id: subscription.id,
    followup_id: wish.followupId ?? null,
    doctor_id: wish.doctorId,
    status,
    from_product_id: subscription.product_id,
    from_pricing_id: subscription.pricing_id,
    from_price_cents: subscription.price_cents,
    to_product_id: wish.productId,
    to_pricing_id: wish.pricingId,
    to_price_cents: price,
    refills: wish.refills ?? instead.pricing.refills,
    despite: wish.despite.join(" "),
    ...sealChangeWords(secrets, id, wish),
    created_at: now,
    decided_at: status === "agreed" ? now : null,
  } as const;
  await withdrawChanges(db, [subscription.id], now);
  await insertChange(db, change);
  await clinic.replace(parts, patientId, subscription.product_id);
  if (status === "agreed")
    await applyChange(parts, book, { ...change, directions: wish.directions ?? null }, instead, clinic);
  else await stop(parts, book, subscription.id);
  await tellOfChange(parts, { patientId, changeId: id, waits: status === "waiting" });
  return { id, status, cents: after.cents, beforeCents: before.cents };
}

/** Nothing more of a subscription is charged until she agrees to something. */
async function stop(parts: TxServices, book: Book, subscriptionId: string): Promise<void> {
  const today = clinicDay(parts);
  const supply = scheduledSupply(book, subscriptionId);
  await changeSubscriptions(parts.db, [subscriptionId], { stopped_on: today });
  if (supply) await changeSupplies(parts.db, [supply.id], { held_on: today });
}
