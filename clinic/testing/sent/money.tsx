import type { SentRow } from "#app/testing/screens/what-is-sent.tsx";
import { MoneyPage } from "#clinic/money/money-page.tsx";
import { order, orderItem } from "#clinic/testing/orders.ts";
import { patient } from "#clinic/testing/patients.ts";
import { care } from "#contract/care/calls.ts";
import type { Input } from "#contract/http/endpoint.ts";
import { asMember, type Server } from "./as-member.tsx";

/** Two orders that were paid, of two patients; the second is the one that is worked on. */
const orders = [1, 2].map((number) =>
  orderItem(number, {
    refundable: 90 + number,
    order: order(number, { summary: { ...order(number).summary, totalamount: 100 + number } }),
    mismatch: { captured: 200 + number, held: 0, currency: "usd", obstacle: null },
  }),
);
const second = order(2);

function money(server: Server, tab: string) {
  server.answer(care.orders, { items: orders, nextpage: null });
  return asMember(server, <MoneyPage />, { at: `/clinic/money/${tab}` });
}

/** A day with its figures as they are the first time they are asked for; each time after that they are others. */
function dayMoney(server: Server) {
  let asked = 0;
  const day = server.sample(care.closingOfDay, { day: "2026-11-20", over: true, closing: null, differences: [] });
  server.answer(care.closingOfDay, () => ({ ...day, revision: `figures ${++asked}` }));
}

function disputes(server: Server) {
  const items = server.sample(care.disputes).items.map((each, at) => ({
    ...{ ...each, id: disputeId(at + 1), patient: patient(at + 1), chargesstopped: true },
  }));
  server.answer(care.disputes, { items, nextpage: null });
}
const disputeId = (number: number) => `01900000-0000-7000-8000-0000000007${number}0`;

const decisions: Readonly<
  Record<
    Input<typeof care.resolvePayment>["body"]["outcome"],
    readonly [action: string, button: string, dialog: string]
  >
> = {
  accept: ["Accept", "Accept the payment", "Accept what Maria Patient 2 was charged?"],
  release: ["Give back", "Give it back", "Give everything back to Maria Patient 2?"],
};

export const moneyRows: readonly SentRow[] = [
  {
    from: "clinic/money/money-step.ts care.refundOrder",
    show: (server) => money(server, "refunds"),
    act: async ({ fill, press }) => {
      await press("Refund: order 100002 of Maria Patient 2");
      await fill("Amount in dollars", "8.20");
      await fill(/^Reason/, "because of that");
      await press("Continue");
      await press("Refund $8.20");
    },
    dialog: "Refund $8.20 to Maria Patient 2?",
    sends: { params: { id: second.id }, body: { amount: 8.2, reason: "because of that" } },
  },
  {
    from: "clinic/money/money-step.ts care.refundOrder",
    about: "all that is left, as the dialog says it",
    show: (server) => money(server, "refunds"),
    act: async ({ fill, press }) => {
      await press("Refund: order 100002 of Maria Patient 2");
      await fill(/^Reason/, "all of it");
      await press("Continue");
      await press("Refund $92.00");
    },
    dialog: "Refund $92.00 to Maria Patient 2?",
    sends: { params: { id: second.id }, body: { amount: 92, reason: "all of it" } },
  },
  ...Object.entries(decisions).map(([outcome, [action, button, dialog]]): SentRow => ({
    from: "clinic/money/money-step.ts care.resolvePayment",
    ...{ about: outcome, isChoice: outcome !== "accept" },
    show: (server) => money(server, ""),
    act: async ({ press }) => {
      await press(`${action}: Maria Patient 2`);
      await press(button);
    },
    dialog,
    sends: { params: { id: second.id }, body: { outcome } },
  })),
  {
    from: "clinic/care/cancel-order.tsx care.cancelOrder",
    show: (server) => money(server, "refunds"),
    act: async ({ fill, press }) => {
      await press("Cancel: order 100002 of Maria Patient 2");
      await fill("Why, and how they asked", "they phoned");
      await press("Cancel the order");
    },
    dialog: "Cancel order 100002 of Maria Patient 2?",
    sends: { params: { id: second.id }, body: { reason: "they phoned" } },
  },
  {
    from: "clinic/money/disputes-tab.tsx care.resumeCharges",
    show: (server) => {
      disputes(server);
      return money(server, "disputes");
    },
    act: async ({ press }) => {
      await press("Resume charges: Maria Patient 2");
      await press("Resume charges");
    },
    dialog: "Charge Maria Patient 2 automatically again?",
    sends: { params: { id: disputeId(2) }, body: {} },
  },
  {
    from: "clinic/money/closing/day-closing.tsx care.closeDay",
    show: (server) => {
      dayMoney(server);
      return money(server, "closing/2026-11-20");
    },
    act: async ({ press }) => {
      await press("Close the day");
      await press("Close the day");
    },
    dialog: "Close November 20, 2026?",
    sends: { params: { day: "2026-11-20" }, body: { revision: "figures 1" } },
  },
];
