import type { Content } from "#content/loader/load.ts";
import type { ChangeBegins, ChangeUntil } from "#contract/treatment/changes.ts";
import { isFaster, type Pace, usesMore } from "#contract/treatment/pace.ts";
import { productById } from "#server/catalogue/public.ts";
import { taxedCents } from "#server/orders/public.ts";
import { addDays, formatDay, laterDay } from "#server/platform/clock/calendar-days.ts";
import { earliestCharge } from "../charge-days.ts";
import type { SubscriptionRow } from "../queries.ts";
import type { DecidableChangeRow } from "../snapshot/change-queries.ts";

/** A charge in cents with tax, and its days' supply. */
export interface PeriodCharge {
  readonly cents: number;
  readonly days: number;
}

/**
 * Whether `after` costs no more than what the patient agreed to, neither per charge nor over time. A shorter period at a lower price may still
 * cost more in a year, and a longer one costs more at once.
 */
export const costsNoMore = (before: PeriodCharge, after: PeriodCharge): boolean =>
  after.cents <= before.cents && after.cents * before.days <= before.cents * after.days;

/** Days a decided change stays visible, and one that was refused can be agreed to after all. */
export const shownDays = 60;

/**
 * Whether a patient can agree to a change: it waits for them, or they refused it, and nothing has come between: it's the newest of its subscription, which goes on
 * with what it had, and not older than it's shown. A later one that was withdrawn comes between, too: the doctor had thought again.
 */
export function canAgree(
  change: Pick<DecidableChangeRow, "status" | "is_newest" | "created_at" | "from_product_id" | "from_pricing_id">,
  subscription: Pick<SubscriptionRow, "status" | "product_id" | "pricing_id">,
  now: Date,
): boolean {
  if (change.status !== "refused") return change.status === "waiting";
  const isAsItWas =
    subscription.product_id === change.from_product_id && subscription.pricing_id === change.from_pricing_id;
  const isRecent = change.created_at.getTime() >= now.getTime() - shownDays * 86_400_000;
  return change.is_newest && subscription.status !== "cancelled" && isAsItWas && isRecent;
}

/** The facts a doctor's change of a subscription is decided on. */
export interface TreatmentChangeFacts {
  readonly subscription: string;
  /** The patient's plan is approved. */
  readonly approved: boolean;
  /** The subscription ships a prescription product. */
  readonly prescription: boolean;
  /** Product and pricing are those the patient gets, and the doctor prescribes it now. */
  readonly isUnchanged: boolean;
  /** The patient gets the new product with another subscription, or requested it as an upsell that awaits a decision. */
  readonly alreadyTaken: boolean;
  readonly begins: ChangeBegins;
  /** The day it begins, with `on_day`. */
  readonly beginsOn: string | null;
  readonly until: ChangeUntil;
  /** How fast what the patient has is used until then; null: as before. */
  readonly untilPace: Pace | null;
  /** How fast it's used now. */
  readonly presentPace: Pace;
  /** Two of what the patient has may be used at once. */
  readonly mayDouble: boolean;
  /** The first day without what it replaces; null where nothing of it is at home or on its way. */
  readonly emptyOn: string | null;
  /** The first day without what is at home of it, used as the change has it; null where none is. */
  readonly atHomeUntil: string | null;
  /** The day by which the new one is there, if the patient agrees today. */
  readonly arrivesBy: string;
  /** A box of what it replaces is paid and hasn't left the pharmacy. */
  readonly atPharmacy: boolean;
  /** What it replaces rests, now or later. */
  readonly rests: boolean;
}

/** Why a doctor cannot make the change, in a sentence for the practice; null when they can. */
export function treatmentChangeObstacle(facts: TreatmentChangeFacts): string | null {
  if (!facts.approved)
    return "The patient's plan isn't approved, so there's nothing to change. Please decide on the plan.";
  if (facts.subscription === "pending") return "Its first order isn't paid yet. Please change it once it is.";
  if (facts.subscription === "cancelled") return "This subscription is canceled, so there's nothing to change.";
  if (!facts.prescription) return "This product doesn't need a prescription. The patient can change or cancel it.";
  if (facts.isUnchanged) return "The patient already gets this.";
  if (facts.rests)
    return "The patient is to take a break from it. Please end the break first, or wait until it's over.";
  if (facts.alreadyTaken) return "The patient already gets this product, or added it and is waiting for a decision.";
  if (isFaster(facts.untilPace) && !facts.mayDouble)
    return "Two of what the patient has at once would be more than the strongest there is, or it isn't used like that. Please choose less of it.";
  if (facts.begins === "when_box_ends")
    return isQuicker(facts)
      ? "With more of it each day the box ends sooner, and so would the next charge come. Please let the new one begin now or on a day."
      : null;
  if (facts.subscription === "paused")
    return "This subscription is paused, so nothing is sent now. Let it begin when the box ends, or end the pause first.";
  if (facts.begins === "on_day") return dayObstacle(facts) ?? bridgeObstacle(facts);
  return facts.atPharmacy
    ? "A box of what the patient has is paid and hasn't left the pharmacy. Cancel that order first, or let it begin when the box ends."
    : bridgeObstacle(facts);
}

const isQuicker = ({ untilPace, presentPace }: TreatmentChangeFacts): boolean =>
  untilPace !== null && usesMore(untilPace, presentPace);

/** With more of it each day, what the patient has may run out before the new one is there. */
const bridgeObstacle = (facts: TreatmentChangeFacts): string | null => {
  const { atHomeUntil, arrivesBy } = facts;
  if (!isQuicker(facts)) return null;
  if (atHomeUntil === null) return "The patient has nothing of it at home that they could use more of.";
  return atHomeUntil < arrivesBy
    ? `Used like that, what the patient has runs out on ${formatDay(atHomeUntil)}, and the new one may be there only on ${formatDay(arrivesBy)}. Please let them use it as before until then.`
    : null;
};

/** Between what the patient has and the day the new one begins there'd be days with neither: only a doctor who stops the first may want those. */
const dayObstacle = ({ beginsOn, until, emptyOn }: TreatmentChangeFacts): string | null =>
  beginsOn !== null && emptyOn !== null && beginsOn > emptyOn && until !== "stop"
    ? `What the patient has lasts until ${formatDay(emptyOn)}. Please choose that day or an earlier one, or let it begin when the box ends.`
    : null;

/** When a change begins, as a doctor chose it. */
export interface ChangeStart {
  readonly begins: ChangeBegins;
  readonly beginsOn: string | null;
}

/** How a change begins if it's agreed to on a day: one whose own day has come by then begins as it arrives. */
export const startWhenAgreed = ({ begins, beginsOn }: ChangeStart, today: string): ChangeStart =>
  begins === "on_day" && (beginsOn === null || beginsOn <= today)
    ? { begins: "now", beginsOn: null }
    : { begins, beginsOn };

/**
 * The day a change is charged that begins on a day: early enough to be there by then. Where that is too near for the notice every charge has, today: the
 * patient's yes is to a charge today.
 */
export function chargeDayFor(beginsOn: string, leadDays: number, today: string): string {
  const day = addDays(beginsOn, -leadDays);
  return day <= earliestCharge(today) ? today : day;
}

/** The day by which one that is agreed to on a day is there: on its own day, or as long after its charge as a parcel may take. */
export function latestArrival({ begins, beginsOn }: ChangeStart, leadDays: number, today: string): string {
  const charged = begins === "on_day" && beginsOn !== null ? chargeDayFor(beginsOn, leadDays, today) : today;
  return laterDay(beginsOn ?? today, addDays(charged, leadDays));
}

/** A product in one of its pricings; undefined if the catalogue has no such product or pricing. */
export function findPricedProduct(content: Content, productId: string, pricingId: string) {
  const product = productById(content, productId);
  const pricing = product?.pricings.find(({ pricingid }) => pricingid === pricingId);
  return product && pricing && { product, pricing };
}
export type PricedProduct = NonNullable<ReturnType<typeof findPricedProduct>>;

/** A charge of `cents` for a product plus today's tax in `shipState`, in cents. */
export const withTax = (content: Content, productId: string, cents: number, shipState: string): number =>
  taxedCents(content, productById(content, productId)?.taxcategory ?? "rx_drug", cents, shipState);

/** What the patient agreed to pay for each period of a subscription, with today's tax. */
export const agreedPeriodCharge = (
  content: Content,
  { product_id, price_cents, days_supply }: SubscriptionRow,
  shipState: string,
): PeriodCharge => ({ cents: withTax(content, product_id, price_cents, shipState), days: days_supply });

/**
 * What the patient would pay each period for the replacement, in cents before tax: the price when the change was made, or today's where that
 * is lower.
 */
export function changedPriceCents(
  content: Content,
  change: { readonly to_product_id: string; readonly to_pricing_id: string; readonly to_price_cents: number },
  quantity: number,
): number {
  const now = findPricedProduct(content, change.to_product_id, change.to_pricing_id)?.pricing.pricecents;
  return Math.min(change.to_price_cents, now === undefined ? Number.POSITIVE_INFINITY : now * quantity);
}
