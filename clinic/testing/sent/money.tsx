import type { SentRow } from "#app/testing/screens/what-is-sent.tsx";
import { MoneyPage } from "#clinic/money/money-page.tsx";
import { order, orderItem } from "#clinic/testing/orders.ts";
import { patient } from "#clinic/testing/patients.ts";
import { staffId } from "#clinic/testing/staff.ts";
import { care } from "#contract/care/calls.ts";
import { writeOffReasons } from "#contract/care/past-due.ts";
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
const questionIds = [staffId(801), staffId(802)];

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
    ...{ answer: null, answerable: true },
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

/** Two patients who are past due, each with two charges, of which the second patient is worked on; or whose charges are written off. */
const pastDueItems = (isWriteOff: boolean) =>
  [1, 2].flatMap((number) =>
    [0, 1].map((at) =>
      orderItem(number, {
        id: staffId(600 + 2 * number + at),
        order: null,
        pastdue: {
          ...{ prescriptionorderid: staffId(600 + 2 * number + at), subscriptionid: staffId(650 + 2 * number + at) },
          ...{ amount: 40 * number + at, failedon: `2026-11-1${number}`, attempts: number, retryon: null },
          ...{ reason: "lost_card" as const, mailedat: null },
          writeoff: isWriteOff ? { reason: "left", at: "2026-11-20T12:00:00Z", by: "Fay Finance" } : null,
        },
      }),
    ),
  );
const owed = (server: Server, list: "past_due" | "written_off") => {
  const page = money(server, "past-due");
  server.answer(care.orders, ({ query }) => ({
    items: query["status"] === list ? pastDueItems(list === "written_off") : [],
    nextpage: null,
  }));
  return page;
};

const writeOffRows: readonly SentRow[] = writeOffReasons.flatMap((reason, at): SentRow[] => [
  {
    from: "clinic/money/write-off-dialog.tsx care.writeOff",
    ...{ about: reason, isChoice: at > 0 },
    show: (server) => owed(server, "past_due"),
    act: async ({ press, fill }) => {
      await press("Write off: Maria Patient 2");
      await fill("Why", reason);
      if (at === 0) await fill(/^Note/, "three calls");
      await press("Write it off");
    },
    dialog: "Write off $161.00 of Maria Patient 2?",
    sends: {
      params: { id: patient(2).id },
      body: { prescriptionorderids: [staffId(604), staffId(605)], reason, ...(at === 0 && { note: "three calls" }) },
    },
  },
]);

export const moneyRows: readonly SentRow[] = [
  ...writeOffRows,
  {
    from: "clinic/money/write-off-dialog.tsx care.takeWriteOffBack",
    show: (server) => owed(server, "written_off"),
    act: async ({ press }) => {
      await press("Undo the write-off: Maria Patient 2");
      await press("Undo it");
    },
    dialog: "Undo the write-off of $161.00?",
    sends: { params: { id: patient(2).id }, body: { prescriptionorderids: [staffId(604), staffId(605)] } },
  },
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
    sends: { params: { id: second.id }, body: { amount: 8.2, refundable: 92, reason: "because of that" } },
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
    sends: { params: { id: second.id }, body: { amount: 92, refundable: 92, reason: "all of it" } },
    twice: { 92: "All that was left as it was read is refunded." },
  },
  {
    from: "clinic/money/money-step.ts care.refundOrder",
    about: "and what is said to two open questions about the order",
    show: (server) => {
      const page = money(server, "refunds");
      const asked = questionIds.map((taskid) => ({ taskid, since: "2026-11-20T12:00:00Z" }));
      const [first, item] = orders;
      const items = [first, item && { ...item, refundquestions: asked }].filter((each) => each !== undefined);
      server.answer(care.orders, { items, nextpage: null });
      return page;
    },
    act: async ({ fill, press }) => {
      await press("Refund: order 100002 of Maria Patient 2");
      await fill("Amount in dollars", "8.20");
      await fill(/^Reason/, "because of that");
      await fill(/^What you answer/, "it was damaged");
      await press("Continue");
      await press("Refund $8.20");
    },
    dialog: "Refund $8.20 to Maria Patient 2?",
    sends: {
      params: { id: second.id },
      body: {
        ...{ amount: 8.2, refundable: 92, reason: "because of that" },
        questions: { questionids: questionIds, answer: "it was damaged" },
      },
    },
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
    from: "clinic/money/evidence-dialog.tsx care.answerDispute",
    show: (server) => {
      disputes(server);
      const evidence = server.sample(care.disputeEvidence, { revision: "as it was seen", contactleftout: null });
      // It is read when the dialog opens, so also of a screen that is behind, it is what the server has then.
      server.answer(care.disputeEvidence, () => evidence);
      return money(server, "disputes");
    },
    act: async ({ press }) => {
      await press("Evidence: Maria Patient 2");
      await press("Send to the bank");
      await press("Send it to the bank");
    },
    dialog: "Send this evidence to the bank?",
    sends: { params: { id: disputeId(2) }, body: { revision: "as it was seen" } },
  },
  {
    from: "clinic/money/evidence-dialog.tsx care.answerDispute",
    about: "with the contact data that the chart asks to look at",
    show: (server) => {
      disputes(server);
      server.answer(care.disputeEvidence, ({ query }) =>
        server.sample(
          care.disputeEvidence,
          query?.["withcontact"] === "true"
            ? { revision: "with it", contactleftout: null }
            : { revision: "without it", contactleftout: "Their email and their address are left out." },
        ),
      );
      return money(server, "disputes");
    },
    act: async ({ press }) => {
      await press("Evidence: Maria Patient 2");
      await press("I looked at the chart: the email and the address can go to the bank");
      await press("Send to the bank");
      await press("Send it to the bank");
    },
    dialog: "Send this evidence to the bank?",
    sends: { params: { id: disputeId(2) }, body: { revision: "with it", withcontact: true } },
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
