import { cardText } from "#app/formats/cards.ts";
import { formatDollars } from "#app/formats/money.ts";
import type { Order } from "#contract/orders/orders.ts";

/** Whether canceling it is offered: its money is authorized or paid, and it isn't canceled as a whole. Only the server knows what has left by now. */
export const mayBeCanceled = ({ status, detail }: Pick<Order, "status" | "detail">): boolean =>
  (status === "authorized" || status === "paid") && (detail.length === 0 || detail.some(({ cancelled }) => !cancelled));

const cardOf = ({ card }: Order): string => (card ? cardText(card) : "the card");

/** What becomes of the money and of what was ordered, before it's done. */
export const cancelEffect = (order: Order): readonly string[] =>
  order.status === "authorized"
    ? [
        `The patient wasn’t charged. The hold of ${formatDollars(order.summary.totalamount)} on ${cardOf(order)} is released.`,
        "No doctor decides on it any more, and the pharmacy doesn’t send it.",
      ]
    : [
        `What was paid for what hasn’t left goes back to ${cardOf(order)}, and it isn’t sent.`,
        "A subscription continues with its next order: cancel it as well if it should end.",
      ];

/** Notice once it's done. */
export const canceledNotice = (before: Order): string => {
  const name = before.number ? `Order ${before.number} is canceled.` : "The order is canceled.";
  return before.status === "authorized"
    ? `${name} What was held is released.`
    : `${name} What was paid goes back; it can take a moment until it counts here.`;
};
