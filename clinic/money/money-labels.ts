import { cardText } from "#app/formats/cards.ts";
import { formatDay } from "#app/formats/dates.ts";
import { formatDollars } from "#app/formats/money.ts";
import type { Status } from "#app/ui/data/badge.tsx";
import type { care } from "#contract/care/calls.ts";
import type { OrderItem } from "#contract/care/worklists.ts";
import { plainAmount, toCents } from "#contract/fields/numbers.ts";
import { foldedWords } from "#contract/fields/fold-letters.ts";
import type { Output } from "#contract/http/endpoint.ts";
import type { Order } from "#contract/orders/orders.ts";
import type { MoneyDecision } from "./money-step.ts";

/** “Order 1234567”; an order that was never paid has no number. */
export const orderName = (number: string | null | undefined): string => (number ? `Order ${number}` : "The order");

/** Where the money goes: “to Visa ending in 4242”. */
export const toCardLabel = ({ card }: Order): string =>
  card ? `to ${cardText(card)}` : "to the card it was paid with";

interface StepTexts {
  readonly question: string;
  readonly detail: string;
  readonly label: string;
  readonly done: string;
}

/** What is asked before money moves, and shown after: who gets what. `name` is the patient's. */
export function decisionTexts(decision: MoneyDecision, name: string, order: Order): StepTexts {
  const about = orderName(order.number);
  const toCard = toCardLabel(order);
  switch (decision.kind) {
    case "refund": {
      const amount = formatDollars(decision.amount);
      return {
        question: `Refund ${amount} to ${name}?`,
        detail: `${about}, ${toCard}. They get an email, without your reason. A refund can’t be taken back.`,
        label: `Refund ${amount}`,
        done: `${amount} goes back to ${name}. It can take a moment until it counts in the list.`,
      };
    }
    case "accept":
      return {
        question: `Accept what ${name} was charged?`,
        detail: `The order of ${formatDollars(order.summary.totalamount)} is paid with it and will be sent. Anything charged above that goes back ${toCard}.`,
        label: "Accept the payment",
        done: `The payment of ${name} is accepted, and the order will be sent.`,
      };
    case "release":
      return {
        question: `Give everything back to ${name}?`,
        detail: `All that was charged goes back ${toCard}. The order ends, and they may order again.`,
        label: "Give it back",
        done: `Everything goes back to ${name}. The order has ended.`,
      };
  }
}

/** What became of a payment that differed, as far as the gateway has confirmed it. */
export function decisionOutcome(
  { outcome, money }: NonNullable<OrderItem["mismatchdecision"]>,
  refunds: OrderItem["refunds"],
): Status & { readonly detail: string } {
  const sum = (status: OrderItem["refunds"][number]["status"]) =>
    refunds.reduce((dollars, refund) => (refund.status === status ? dollars + refund.amount : dollars), 0);
  const parts = [
    [sum("refunded"), "went back"],
    [sum("under_way"), "is on its way back"],
    [sum("failed"), "couldn’t be given back"],
  ] as const;
  const detail = parts
    .flatMap(([dollars, label]) => (dollars > 0 ? [`${formatDollars(dollars)} ${label}`] : []))
    .join(", ");
  if (outcome === "accept") return { tone: "success", label: "Accepted", detail };
  return money === "under_way"
    ? { tone: "info", label: "Being given back", detail: "The gateway hasn’t confirmed it yet." }
    : { tone: "success", label: "Given back", detail: "" };
}

export type Dispute = Output<typeof care.disputes>["items"][number];

export const disputeStatuses: Readonly<Record<Dispute["status"], Status>> = {
  inquiry: { tone: "warning", label: "The bank asks" },
  inquiry_closed: { tone: "neutral", label: "Question closed" },
  needs_response: { tone: "warning", label: "Needs an answer" },
  under_review: { tone: "info", label: "The bank reviews it" },
  won: { tone: "success", label: "Won" },
  lost: { tone: "danger", label: "Lost" },
};

/** What became of the evidence that was sent from here; empty where none was. */
export function answerLabel({ answer }: Pick<Dispute, "answer">): string {
  switch (answer?.status) {
    case undefined:
      return "";
    case "asked":
      return "Evidence is being sent";
    case "sent":
      return `Evidence sent ${formatDay(answer?.settledat ?? "")}`;
    case "refused":
      return "The gateway didn’t take the evidence. Look at the dispute in its dashboard.";
  }
}

/** One that can still be answered. */
export const isOpenDispute = ({ status }: Pick<Dispute, "status">): boolean =>
  status === "needs_response" || status === "inquiry";

/** Those that can still be answered first, by the day it is due; then the others as they come, newest first. */
export const disputesByUrgency = (disputes: readonly Dispute[]): readonly Dispute[] =>
  disputes.toSorted((a, b) => dueAt(a) - dueAt(b));

const dueAt = (dispute: Dispute): number =>
  isOpenDispute(dispute) ? Date.parse(dispute.evidencedueby ?? "9999-01-01T00:00:00Z") : Number.MAX_SAFE_INTEGER;

/** Until when a dispute may be answered; empty where it can't be, or a bank's question was answered. */
export function dueLabel(dispute: Dispute, now: number): string {
  const { evidencedueby, answer, status } = dispute;
  if (evidencedueby === null || !isOpenDispute(dispute)) return "";
  if (answer?.status === "sent" && status !== "needs_response") return "";
  return Date.parse(evidencedueby) > now
    ? `Answer by ${formatDay(evidencedueby)}`
    : `It was due ${formatDay(evidencedueby)}`;
}

/** The gateway's reason code in words: `product_not_received` as “Product not received”. */
export function reasonLabel(code: string): string {
  const text = code.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Whether every word that was typed begins the order's number or one of the patient's names. */
export function matches({ order, patient }: Pick<OrderItem, "order" | "patient">, typed: string): boolean {
  const found = [order?.number, patient.firstname, patient.lastname, patient.email].flatMap((text) =>
    foldedWords(text ?? ""),
  );
  return foldedWords(typed).every((word) => found.some((each) => each.startsWith(word)));
}

/** What the server knows of refunds that aren't done: those it still waits for, and those that failed. */
export const refundNotes = (refunds: OrderItem["refunds"]): readonly string[] =>
  refunds.flatMap(({ amount, status, requestedat }) => {
    const became = refundBecame[status];
    return became === null ? [] : [`${formatDollars(amount)} of ${formatDay(requestedat)} ${became}`];
  });

const refundBecame: Readonly<Record<OrderItem["refunds"][number]["status"], string | null>> = {
  refunded: null,
  failed: "failed",
  under_way: "is under way",
};

/** Why a bank declined a charge, and what helps. */
export const declineLabels: Readonly<Record<NonNullable<OrderItem["pastdue"]>["reason"], string>> = {
  insufficient_funds: "Not enough money on the card",
  lost_card: "The card was reported lost or stolen",
  expired_card: "The card has expired",
  generic_decline: "The bank declined without saying why",
  no_card: "There’s no card to charge",
};

/** What was charged for an order whose payment differs. */
export function chargedLabel({ captured, held, currency }: NonNullable<OrderItem["mismatch"]>): string {
  const amount = (dollars: number) =>
    currency === "usd" ? formatDollars(dollars) : `${plainAmount(toCents(dollars))} ${currency.toUpperCase()}`;
  return held > 0 ? `${amount(held)}, held` : amount(captured);
}
