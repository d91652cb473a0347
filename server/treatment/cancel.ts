import type { Services, TxServices } from "#server/platform/services.ts";
import { type Book, scheduledSupply, soldName } from "./book.ts";
import { withdrawChanges } from "./change-queries.ts";
import { changeHers, type Target } from "./change-subscriptions.ts";
import { tellOfCancellation, tellOfOffer } from "./letters.ts";
import { warnOfNeed } from "./needed-beside.ts";
import { whatGoesOn } from "./what-goes-on.ts";
import { subscriptionObstacles } from "./obstacle-texts.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { pauseAndTell } from "./pause.ts";
import { withdrawAdditions } from "#server/care/public.ts";
import { callOffFirst, callOffUnderWay } from "./call-off.ts";
import { freeCoupons } from "./free-coupons.ts";
import { forgiveIfNothingOwed } from "./owing.ts";
import { keepReason } from "./cancel-reason.ts";
import { presentOffer } from "./subscription-facts.ts";
import type { SubscriptionFacts } from "./subscription-rules.ts";
import { togetherText } from "./texts.ts";
import { withCompanions } from "./together.ts";
import {
  changeSubscriptions,
  changeSupplies,
  owingNothing,
  plannedFor,
  type SubscriptionRow,
} from "./supply-queries.ts";

/**
 * Cancels at once, also what is past due: nothing more is charged. What is paid still comes; what her doctor approved and is being paid is given
 * back. All of hers cancelled, what she added and her doctor is looking at is taken back, too, also where it is all she has. Returns a sentence.
 */
export const cancel = (
  services: Services | TxServices,
  target: Target & { readonly reason?: string | undefined },
): Promise<string> =>
  changeHers(services, target, "cancel", cancelThese(target), async (parts) =>
    (await withdrawAdditions(parts, target.patientId)) ? takenBack : null,
  );

const takenBack = "Cancelled. Your doctor no longer looks at what you added. You are not charged.";

const cancelThese =
  ({ patientId, reason, subscriptionId }: Target & { readonly reason?: string | undefined }) =>
  async (parts: TxServices, book: Book, subscriptions: readonly SubscriptionRow[]): Promise<string> => {
    const ids = subscriptions.map(({ id }) => id);
    await changeSubscriptions(parts.db, ids, {
      status: "cancelled",
      cancelled_at: parts.clock.now(),
      paused_until: null,
      planned_on: null,
    });
    const planned = ids.flatMap((id) => scheduledSupply(book, id)?.id ?? []);
    await changeSupplies(parts.db, planned, { status: "cancelled", held_on: null, ...owingNothing });
    await withdrawChanges(parts.db, ids, parts.clock.now());
    await callOffUnderWay(parts, ids);
    await callOffFirst(parts, subscriptions);
    if (subscriptionId === undefined) await withdrawAdditions(parts, patientId);
    await freeCoupons(parts, patientId);
    await forgiveIfNothingOwed(parts, patientId);
    await keepReason(parts, patientId, ids, reason);
    const rest = await whatGoesOn(parts, book, patientId, ids);
    await tellOfCancellation(parts, { patientId, ids, rest });
    const warning = await warnOfNeed(parts, book, patientId, ids);
    const paying = subscriptions.some(({ status }) => status === "pending");
    if (rest === null)
      return `Cancelled. Nothing more is charged. What you have paid for still comes.${paying ? back : ""}`;
    return paying
      ? `Cancelled.${back} ${rest}${warning}`
      : `Cancelled. Nothing more is charged for this one. What you have paid for still comes. ${rest}${warning}`;
  };

/** Her doctor had just approved it. */
const back = " If your card is being charged for it right now, that money comes back.";

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
      const paused = withCompanions(parts.content, book, subscriptions);
      const meaning = await pauseAndTell(parts, book, { patientId, subscriptions: paused, months: terms.months });
      const more = paused.length > subscriptions.length ? paused.map((row) => soldName(book, row)) : [];
      return { offer, message: `Your subscription is paused. ${togetherText(more)}${meaning}` };
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
