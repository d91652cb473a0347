import type { Services, TxServices } from "#server/platform/services.ts";
import { type Book, scheduledSupply, soldName } from "./book.ts";
import { changeHers, type Target } from "./change-subscriptions.ts";
import { tellOfCancellation, tellOfOffer } from "./letters.ts";
import { warnOfNeed } from "./needed-beside.ts";
import { whatGoesOn } from "./what-goes-on.ts";
import { subscriptionObstacles } from "./obstacle-texts.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { pauseAndTell } from "./pause.ts";
import { callOffUnderWay } from "./call-off.ts";
import { freeCoupons } from "./free-coupons.ts";
import { forgiveIfNothingOwed } from "./owing.ts";
import { presentOffer } from "./subscription-facts.ts";
import type { SubscriptionFacts } from "./subscription-rules.ts";
import {
  changeSubscriptions,
  changeSupplies,
  owingNothing,
  plannedFor,
  type SubscriptionRow,
} from "./supply-queries.ts";

/** Cancels at once, also what is past due: nothing more is charged. What is paid still comes. Returns a sentence. */
export const cancel = (
  services: Services,
  target: Target & { readonly reason?: string | undefined },
): Promise<string> =>
  changeHers(services, target, "cancel", async (parts, book, subscriptions) => {
    const { patientId, reason } = target;
    const ids = subscriptions.map(({ id }) => id);
    await changeSubscriptions(parts.db, ids, {
      status: "cancelled",
      cancelled_at: parts.clock.now(),
      paused_until: null,
      planned_on: null,
    });
    const planned = ids.flatMap((id) => scheduledSupply(book, id)?.id ?? []);
    await changeSupplies(parts.db, planned, { status: "cancelled", held_on: null, ...owingNothing });
    await callOffUnderWay(parts, ids);
    await freeCoupons(parts, patientId);
    await forgiveIfNothingOwed(parts, patientId);
    await keepReason(parts, ids, reason);
    const rest = await whatGoesOn(parts, book, patientId, ids);
    await tellOfCancellation(parts, { patientId, ids, rest });
    const warning = await warnOfNeed(parts, book, patientId, ids);
    return rest === null
      ? "Cancelled. Nothing more is charged. What you have paid for still comes."
      : `Cancelled. Nothing more is charged for this one. What you have paid for still comes. ${rest}${warning}`;
  });

/** Why she left, if she said so: for the practice, sealed as all her words are. */
async function keepReason(
  { db, secrets }: TxServices,
  ids: readonly string[],
  reason: string | undefined,
): Promise<void> {
  if (reason === undefined) return;
  for (const id of ids)
    await db
      .updateTable("subscription")
      .set({ cancel_reason_sealed: secrets.seal(reason, `subscription.cancel_reason_sealed:${id}`) })
      .where("id", "=", id)
      .execute();
}

/** Takes the practice's one offer: a discount on the next supply, or a pause. Returns what it gives and a sentence. */
export const preventCancel = (
  services: Services,
  target: Target,
): Promise<{ readonly offer: NonNullable<SubscriptionFacts["offer"]>; readonly message: string }> =>
  changeHers(services, target, "preventcancel", async (parts, book, subscriptions) => {
    const terms = parts.content.canceloffer;
    const names = subscriptions.map((row) => soldName(book, row));
    const offer = presentOffer(terms, names.join(" and "));
    if (terms === null || offer === null) throw new Refusal("wrong_state", { message: subscriptionObstacles.noOffer });
    const { patientId } = target;
    await changeSubscriptions(
      parts.db,
      subscriptions.map(({ id }) => id),
      { offer_taken_at: parts.clock.now() },
    );
    if (terms.kind === "pause") {
      const meaning = await pauseAndTell(parts, book, { patientId, subscriptions, months: terms.months });
      return { offer, message: `Your subscription is paused. ${meaning}` };
    }
    await discountAll(parts, book, subscriptions, terms.percent);
    await tellOfOffer(parts, { patientId, percent: terms.percent, items: names.length });
    return { offer, message: `Thank you for staying. You get ${terms.percent}% off your next ${names.join(" and ")}.` };
  });

async function discountAll(
  { db }: TxServices,
  book: Book,
  subscriptions: readonly SubscriptionRow[],
  percent: number,
): Promise<void> {
  for (const { id, price_cents } of subscriptions) {
    const supply = scheduledSupply(book, id);
    // The sum changes, so she is told of it again.
    if (supply)
      await changeSupplies(db, [supply.id], {
        ...plannedFor(supply.charge_on),
        discount_cents: Math.floor((price_cents * percent) / 100),
      });
  }
}
