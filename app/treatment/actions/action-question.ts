import { formatCalendarDay, formatShortDay } from "#contract/fields/formats.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { everyDays } from "#contract/fields/period.ts";
import { nextPrescriptionOrder } from "../billing/charges.ts";
import { joinNames } from "#app/formats/names.ts";
import { formatDollars } from "#app/formats/money.ts";
import type { SubscriptionAction } from "./subscription-action.ts";

/** What the patient is asked before an action: exactly what it will do. */
export interface ActionQuestion {
  readonly title: string;
  readonly text: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly confirm: string;
  readonly busy: string;
  /** The card is charged at once. */
  readonly charges: boolean;
  readonly danger?: true;
  /** The days without medicine it would leave, in the server's words. */
  readonly gap?: string | null;
  /** Something has to be chosen first. */
  readonly incomplete?: boolean;
}

export interface QuestionContext {
  readonly subscription: Subscription;
  /** The card on file in words. */
  readonly card: string;
}

/** Whether less of the medicine comes by it. */
const bringsLess: Readonly<Record<SubscriptionAction["kind"], boolean>> = {
  ...{ pause: true, skip: true, cancel: true },
  ...{ getnext: false, reorder: false, unskip: false, resume: false, move: false, restart: false },
};

/** It applies only to this item of a shared parcel; cancelling a prescription order never affects another one. */
const isOnlyThis = (action: SubscriptionAction): boolean =>
  action.kind === "cancel" || ("onlyThis" in action && action.onlyThis === true);

/** What needs this medicine, where less of it comes and what needs it goes on: in the server's words. */
export const companionWarning = (
  action: SubscriptionAction,
  { warning }: Pick<Subscription, "warning">,
  sharesParcel: boolean,
): string | null => (bringsLess[action.kind] && (!sharesParcel || isOnlyThis(action)) ? warning : null);

export function actionQuestion(action: SubscriptionAction, context: QuestionContext): ActionQuestion {
  switch (action.kind) {
    case "getnext":
      return getNext(action, context);
    case "reorder":
      return reorder(action, context);
    case "skip":
      return skip(action, context);
    case "unskip":
      return unskip(action);
    case "move":
      return move(action);
    case "restart":
      return restart(context);
    case "cancel":
      return cancel(action, context);
    case "pause":
      return context.subscription.status === "paused" ? pauseChange(action, context) : pause(action, context);
    case "resume":
      return resume(context);
  }
}

type OrderAction = Extract<SubscriptionAction, { readonly order: unknown }>;

/** Whether a day is one of those the server offers. */
export const isMoveDay = ({ order, day }: Extract<SubscriptionAction, { readonly kind: "move" }>): boolean =>
  order.move !== null && day >= order.move.first && day <= order.move.last;

function move(action: Extract<SubscriptionAction, { readonly kind: "move" }>): ActionQuestion {
  const { order, day } = action;
  const { names = [], enoughuntil = null, gap = null } = order.move ?? {};
  const isChosen = isMoveDay(action);
  return {
    title: "Which day works for you?",
    text: `${oneParcelText(names)}We'll charge you and send it on the day you choose, and the ones after it follow from there.`,
    gap: isChosen && enoughuntil !== null && day > enoughuntil ? gap : null,
    facts: [
      ...(order.chargeon === null ? [] : [{ label: "Planned until now", value: formatShortDay(order.chargeon) }]),
      { label: "Charged today", value: "Nothing" },
    ],
    confirm: isChosen ? `Move it to ${formatCalendarDay(day)}` : "Move it",
    busy: "Moving it",
    charges: false,
    incomplete: !isChosen || day === order.chargeon,
  };
}

function restart({ subscription }: QuestionContext): ActionQuestion {
  const { names, chargeon, takesback } = subscription.restart ?? { names: [], chargeon: null, takesback: true };
  return {
    title: takesback ? "Keep your subscription after all?" : "Start your subscription again?",
    text: `${oneParcelText(names)}${takesback ? "It continues as if you hadn't canceled it." : "It starts again with your next supply."} We won't charge you today.`,
    facts: [{ label: "Charged today", value: "Nothing" }, ...nextChargeRow(chargeon)],
    confirm: takesback ? "Keep it" : "Start it again",
    busy: takesback ? "Keeping it" : "Starting it again",
    charges: false,
  };
}

function getNext({ order }: OrderAction, context: QuestionContext): ActionQuestion {
  const { subscription, card } = context;
  if (subscription.refillsleft === 0) return renewal(context);
  const { names, amount, nextchargeon } = order.getnext ?? {
    names: [],
    amount: order.amount,
    nextchargeon: order.nextafter,
  };
  const amountText = formatDollars(amount);
  return {
    title: "Get your next supply now?",
    text: `${oneParcelText(names)}We'll charge you today and send it to you.${nextchargeon === null ? "" : ` After that it comes ${everyDays(subscription.dayssupply)}, as before. You use up what you have first.`}`,
    facts: [
      ...(order.chargeon ? [{ label: formatShortDay(order.chargeon), value: "Moves to today" }] : []),
      { label: "Card", value: card },
      { label: "Charged today", value: amountText },
      ...nextChargeRow(nextchargeon),
    ],
    confirm: `Pay ${amountText} and send it`,
    busy: "Charging your card",
    charges: true,
  };
}

function reorder({ order }: OrderAction, context: QuestionContext): ActionQuestion {
  const { subscription, card } = context;
  if (subscription.refillsleft === 0) return renewal(context);
  const { names, amount } = order.reorder ?? { names: [], amount: subscription.price };
  const amountText = formatDollars(amount);
  const left = subscription.refillsleft;
  return {
    title: "Order a refill?",
    text: `${oneParcelText(names)}We'll charge you today and send one supply. Your subscription stays ${subscription.status === "paused" ? "paused" : "canceled"}. You won't get another one automatically.`,
    facts: [
      { label: "Card", value: card },
      { label: "Charged today", value: amountText },
      ...(left === null ? [] : [{ label: "Refills left after it", value: String(Math.max(0, left - 1)) }]),
    ],
    confirm: `Pay ${amountText} and send it`,
    busy: "Charging your card",
    charges: true,
  };
}

const oneParcelText = (names: readonly string[]): string =>
  names.length > 1 ? `${joinNames(names)} go together, so they come in one package. ` : "";

const renewal = ({ subscription }: QuestionContext): ActionQuestion => ({
  title: "Ask your doctor to renew it?",
  text: `No refills are left for ${subscription.item.name}. Your doctor will look at it first and message you.`,
  facts: [{ label: "Charged today", value: "Nothing" }],
  confirm: "Ask my doctor",
  busy: "Asking your doctor",
  charges: false,
});

function skip(
  action: Extract<SubscriptionAction, { readonly kind: "skip" }>,
  { subscription }: QuestionContext,
): ActionQuestion {
  const { chargeon, nextafter, gap } = action.order;
  return {
    title: `Skip ${orderTitle(action)}?`,
    text: `${togetherText(action, subscription)}${stillComes(gap)}`,
    gap,
    facts: [
      ...(chargeon ? [{ label: formatShortDay(chargeon), value: "Nothing charged or sent" }] : []),
      ...nextChargeRow(nextafter),
    ],
    confirm: "Skip it",
    busy: "Skipping it",
    charges: false,
  };
}

function unskip({ order }: OrderAction): ActionQuestion {
  const { names, chargeon } = order.unskip ?? { names: [], chargeon: null };
  return {
    title: "Get this one after all?",
    text: `${oneParcelText(names)}We'll plan it again, and the ones after it follow from there.`,
    facts: [{ label: "Charged today", value: "Nothing" }, ...nextChargeRow(chargeon)],
    confirm: "Plan it again",
    busy: "Planning it again",
    charges: false,
  };
}

function cancel({ order }: OrderAction, { card }: QuestionContext): ActionQuestion {
  const paid = order.status === "processing";
  return {
    title: `Cancel ${orderTitle({ order })}?`,
    text: paid ? "It hasn't left the pharmacy yet. We'll stop it and refund you." : stillComes(order.gap),
    gap: order.gap,
    facts: [
      paid
        ? { label: "Your refund", value: formatDollars(order.amount) }
        : { label: "This supply", value: "Nothing charged or sent" },
      ...(paid ? [{ label: "To", value: card }] : []),
      ...nextChargeRow(order.nextafter),
    ],
    confirm: "Cancel this supply",
    busy: "Canceling it",
    charges: false,
    danger: true,
  };
}

/** Where no gap is known, as for what isn't prescribed, the patient is asked to look. */
const stillComes = (gap: string | null): string =>
  gap === null ? "Please make sure you have enough to last until the next one." : "The one after it comes as planned.";

function pause(
  action: Extract<SubscriptionAction, { readonly kind: "pause" }>,
  { subscription }: QuestionContext,
): ActionQuestion {
  const until = subscription.pauseuntil[action.months - 1];
  return {
    title: "Pause your subscription?",
    text: `${togetherText(action, subscription)}We won't charge you or send anything until then. It starts again on its own afterward, and you can end the pause any time.`,
    gap: subscription.pausegaps[action.months - 1] ?? null,
    facts: [],
    confirm: until === undefined ? "Pause it" : `Pause until ${formatCalendarDay(until)}`,
    busy: "Pausing it",
    charges: false,
  };
}

/** The patient chooses another length for a pause that has begun. */
function pauseChange(
  action: Extract<SubscriptionAction, { readonly kind: "pause" }>,
  context: QuestionContext,
): ActionQuestion {
  const until = context.subscription.pauseuntil[action.months - 1];
  const isSame = until === context.subscription.pauseduntil;
  return {
    ...pause({ ...action, onlyThis: false }, context),
    title: "Change your pause?",
    confirm: until === undefined || isSame ? "Change the pause" : `Pause until ${formatCalendarDay(until)}`,
    busy: "Changing it",
    incomplete: isSame,
  };
}

function resume({ subscription }: QuestionContext): ActionQuestion {
  const order = nextPrescriptionOrder(subscription);
  const next =
    order === null || order.waitsfor === null
      ? "Your next supply goes back to the date it had before the pause. If that's too soon or has passed, it will come 5 days from today, so we can tell you first."
      : order.state.text;
  return {
    title: "End the pause now?",
    text: `${togetherText({}, subscription)}${next}`,
    facts: [
      ...(subscription.pauseduntil
        ? [{ label: `Pause until ${formatShortDay(subscription.pauseduntil)}`, value: "Ends today" }]
        : []),
      { label: "Charged today", value: "Nothing" },
      ...nextChargeRow(subscription.resumeon),
    ],
    confirm: "End the pause",
    busy: "Ending the pause",
    charges: false,
  };
}

/** Names the other items of the same parcel the action applies to, unless the patient chose only this one. */
const togetherText = (
  { onlyThis }: { readonly onlyThis?: boolean },
  { item, sharesparcelwith }: Subscription,
): string =>
  sharesparcelwith.length === 0 || onlyThis
    ? ""
    : `${joinNames([item.name, ...sharesparcelwith])} go together, so this covers ${sharesparcelwith.length > 1 ? "all of them" : "both"}. `;

const orderTitle = ({ order }: { readonly order: Pick<OrderAction["order"], "plannedon"> }): string =>
  `the supply of ${formatCalendarDay(order.plannedon)}`;

const nextChargeRow = (day: string | null) =>
  day === null ? [] : [{ label: "Next charge", value: formatShortDay(day) }];
