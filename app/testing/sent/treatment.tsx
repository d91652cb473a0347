import { Route } from "wouter";
import CancelSubscription from "#app/treatment/subscriptions/cancel/cancel-page.tsx";
import PlanPage from "#app/treatment/plan/plan-page.tsx";
import SubscriptionPage from "#app/treatment/subscriptions/subscription-page.tsx";
import { formatCalendarDay, formatShortDay } from "#contract/fields/formats.ts";
import { formatDollars } from "#app/formats/money.ts";
import { limits } from "#contract/constants.ts";
import { payment } from "#contract/payment.ts";
import { treatment } from "#contract/treatment/calls.ts";
import type { CounselingOffer } from "#contract/treatment/counseling.ts";
import { CounselingCard } from "#app/treatment/order/counseling-card.tsx";
import type { Screen } from "../screens/screen.tsx";
import type { SentRow } from "../screens/what-is-sent.tsx";
import { answerOf, patientId, signIn } from "./patient.ts";

type Server = Parameters<SentRow["show"]>[0];
type Overview = ReturnType<typeof answerOf<typeof treatment.overview>>;
type Subscription = Overview["subscriptions"][number];
type SubscriptionOrder = Subscription["prescriptionorders"][number];

const overview = answerOf(treatment.overview, 30_000);
const [other, own] = overview.subscriptions as [Subscription, Subscription];
const [next, past] = own.prescriptionorders as [SubscriptionOrder, SubscriptionOrder];
const { safety: _, ...calm } = overview.nextstep;

const withOverview = (server: Server, change: Partial<Overview>) => {
  server.sample(treatment.overview, { ...overview, nextstep: calm, ...change });
  server.sample(payment.sources);
};

/** The page of the second of two subscriptions, of whose two orders the first is to come. */
const showSubscription =
  (actions: Subscription["actions"], first: Partial<SubscriptionOrder>, change: Partial<Subscription> = {}) =>
  (server: Server) => {
    signIn({}, `/subscription/${own.id}`);
    const prescriptionorders = [
      { ...next, status: "scheduled" as const, actions: [], ...first },
      { ...past, status: "delivered" as const, actions: [] },
    ];
    const shown = { ...own, status: "active" as const, actions, prescriptionorders, sharesparcelwith: [], ...change };
    withOverview(server, { subscriptions: [other, shown] });
    return <Route path="/subscription/:id" component={SubscriptionPage} />;
  };

const from = (call: string) => `app/treatment/actions/subscription-action.ts treatment.${call}`;
const shares = { sharesparcelwith: [other.item.name] };

const orders: readonly SentRow[] = [
  {
    from: "app/treatment/subscriptions/subscription-content.tsx treatment.reportMedicine",
    show: showSubscription([], {}, { reportable: true, misfiled: null }),
    act: async ({ press }) => {
      await press("This isn't mine");
      await press("It isn't mine");
    },
    dialog: `Wasn't ${own.item.name} prescribed to you?`,
    sends: { params: { id: own.id } },
  },
  {
    from: from("getNext"),
    show: showSubscription([], { actions: ["getnext"] }, { refillsleft: 3 }),
    act: async ({ press }) => {
      await press("Get next now");
      await press(`Pay ${formatDollars(next.getnext!.amount)} and send it`);
    },
    dialog: "Get your next supply now?",
    shown: [formatDollars(next.getnext!.amount)],
    sends: { params: { id: next.id } },
  },
  {
    from: from("reorder"),
    show: showSubscription([], { status: "delivered", actions: ["reorder"] }, { refillsleft: 3, status: "cancelled" }),
    act: async ({ press }) => {
      await press("Reorder");
      await press(`Pay ${formatDollars(next.reorder!.amount)} and send it`);
    },
    dialog: "Order a refill?",
    shown: [formatDollars(next.reorder!.amount)],
    sends: { params: { id: next.id } },
  },
  {
    from: from("skip"),
    about: "with what shares its parcel",
    show: showSubscription([], { actions: ["skip"] }, shares),
    act: async ({ press }) => {
      await press("Skip this one");
      await press("Skip it");
    },
    dialog: `Skip the supply of ${formatCalendarDay(next.plannedon)}?`,
    shown: [other.item.name],
    sends: { params: { id: next.id }, body: {} },
  },
  {
    from: from("skip"),
    about: "only this one",
    show: showSubscription([], { actions: ["skip"] }, shares),
    act: async ({ press }) => {
      await press("Skip this one");
      await press(`Only ${own.item.name}`);
      await press("Skip it");
    },
    dialog: `Skip the supply of ${formatCalendarDay(next.plannedon)}?`,
    sends: { params: { id: next.id }, body: { separately: true } },
  },
  {
    from: from("unskip"),
    about: "with what shares its parcel",
    show: showSubscription([], {
      ...{ status: "skipped", actions: ["unskip"] },
      unskip: { names: [own.item.name, other.item.name], chargeon: "2027-02-19" },
    }),
    act: async ({ press }) => {
      await press("Don't skip it after all");
      await press("Plan it again");
    },
    dialog: "Get this one after all?",
    shown: [other.item.name, formatShortDay("2027-02-19")],
    sends: { params: { id: next.id } },
  },
  {
    from: from("move"),
    show: showSubscription([], {
      actions: ["move"],
      chargeon: "2027-02-19",
      move: {
        names: [own.item.name, other.item.name],
        ...{ first: "2027-02-14", whyfirst: "Not before the 14th.", last: "2027-05-12", whylast: "Not after May 12." },
        ...{ enoughuntil: "2027-02-27", gap: "You'd be without it after the 27th." },
      },
    }),
    act: async ({ press, fill }) => {
      await press("Change the day");
      await fill("The day we charge you and send it", "2027-03-03");
      await press(`Move it to ${formatCalendarDay("2027-03-03")}`);
    },
    dialog: "Which day works for you?",
    shown: [
      other.item.name,
      "You'd be without it after the 27th.",
      "Not before the 14th.",
      formatShortDay("2027-02-19"),
    ],
    sends: { params: { id: next.id }, body: { day: "2027-03-03" } },
  },
  {
    from: from("restart"),
    about: "the day it had",
    show: showSubscription(
      ["restart"],
      { status: "cancelled" },
      {
        ...{
          status: "cancelled",
          restart: { names: [own.item.name, other.item.name], chargeon: "2027-02-19", takesback: true },
        },
      },
    ),
    act: async ({ press }) => {
      await press("Keep it after all");
      await press("Keep it");
    },
    dialog: "Keep your subscription after all?",
    shown: [other.item.name, formatShortDay("2027-02-19")],
    sends: { params: { id: patientId }, body: { subscriptionid: own.id } },
  },
  {
    from: from("restart"),
    about: "begun again",
    show: showSubscription(
      ["restart"],
      { status: "cancelled" },
      {
        ...{ status: "cancelled", restart: { names: [own.item.name], chargeon: "2027-02-21", takesback: false } },
      },
    ),
    act: async ({ press }) => {
      await press("Start it again");
      await press("Start it again");
    },
    dialog: "Start your subscription again?",
    shown: [formatShortDay("2027-02-21")],
    sends: { params: { id: patientId }, body: { subscriptionid: own.id } },
  },
  {
    from: from("cancelPrescriptionOrder"),
    show: showSubscription([], { actions: ["cancel"] }),
    act: async ({ press }) => {
      await press("Cancel this supply");
      await press("Cancel this supply");
    },
    dialog: `Cancel the supply of ${formatCalendarDay(next.plannedon)}?`,
    sends: { params: { id: next.id } },
  },
];

const days = ["2027-01-11", "2027-02-12", "2027-03-13", "2027-04-14"].slice(0, limits.pauseMonthsMax);

const pauses: readonly SentRow[] = [
  ...days.map((day, index) => ({
    from: from("pause"),
    about: `${index + 1} months`,
    show: showSubscription(["pause"], {}, { pauseuntil: days, ...shares }),
    act: async ({ press }: Screen) => {
      await press("Pause");
      await press(new RegExp(`^${index + 1} months?`));
      await press(`Pause until ${formatCalendarDay(day)}`);
    },
    dialog: "Pause your subscription?",
    shown: [`Pause until ${formatCalendarDay(day)}`, other.item.name],
    sends: { params: { id: patientId }, body: { months: index + 1, subscriptionid: own.id } },
  })),
  {
    from: from("pause"),
    about: "only this one",
    show: showSubscription(["pause"], {}, { pauseuntil: days, ...shares }),
    act: async ({ press }) => {
      await press("Pause");
      await press(`Only ${own.item.name}`);
      await press(/^Pause until/);
    },
    dialog: "Pause your subscription?",
    sends: { params: { id: patientId }, body: { months: 1, subscriptionid: own.id, separately: true } },
  },
  {
    from: from("pause"),
    about: "one that is paused, for longer",
    show: showSubscription(
      ["pause", "resume"],
      {},
      {
        ...{ status: "paused", pauseuntil: days, pauseduntil: days[0]!, ...shares },
      },
    ),
    act: async ({ press }) => {
      await press("Change the pause");
      await press(/^2 months/);
      await press(`Pause until ${formatCalendarDay(days[1]!)}`);
    },
    dialog: "Change your pause?",
    sends: { params: { id: patientId }, body: { months: 2, subscriptionid: own.id } },
  },
  {
    from: from("resume"),
    show: showSubscription(["resume"], {}, { status: "paused" }),
    act: async ({ press }) => {
      await press("End the pause");
      await press("End the pause");
    },
    dialog: "End the pause now?",
    sends: { params: { id: patientId }, body: { subscriptionid: own.id } },
  },
];

const [third, fourth] = [40_000, 60_000].map((from) => answerOf(treatment.overview, from).subscriptions[0]!) as [
  Subscription,
  Subscription,
];
const showCancel =
  (subscriptions: readonly Subscription[], address = "/cancel-subscription") =>
  (server: Server) => {
    signIn({}, address);
    withOverview(server, { subscriptions: [...subscriptions] });
    return <CancelSubscription />;
  };
const cancellable = (each: Subscription, change: Partial<Subscription> = {}): Subscription => ({
  ...each,
  actions: ["cancel"],
  canceloffer: null,
  ...change,
});
const offered = (each: Subscription): Subscription =>
  cancellable(each, {
    actions: ["preventcancel", "cancel"],
    canceloffer: { kind: "discount", text: "Stay for less?" },
  });
const three = [cancellable(other), cancellable(own), cancellable(third)];
const choice = (each: Subscription) => new RegExp(`^${each.item.name}, `);
const cancelFrom = (call: string) => `app/treatment/subscriptions/cancel/submit-cancel-decision.ts treatment.${call}`;

const cancellations: readonly SentRow[] = [
  {
    from: cancelFrom("cancel"),
    about: "three of four, and why",
    show: showCancel([...three, cancellable(fourth)]),
    act: async ({ press, fill }) => {
      for (const each of [own, third, fourth]) await press(choice(each));
      await press("Tell us why, if you like");
      await fill(/^Your reason/, "I feel better without");
      await press("Cancel subscriptions");
    },
    sends: [own, third, fourth].map(({ id }) => ({
      params: { id: patientId },
      body: { subscriptionid: id, reason: "I feel better without" },
    })),
  },
  {
    from: cancelFrom("cancel"),
    about: "the one of the link, without a reason",
    show: showCancel(three, `/cancel-subscription?subscription=${own.id}`),
    act: ({ press }) => press("Cancel subscription"),
    sends: { params: { id: patientId }, body: { subscriptionid: own.id } },
  },
  {
    from: cancelFrom("cancel"),
    about: "all of them",
    show: showCancel(three),
    act: async ({ press }) => {
      for (const each of three) await press(choice(each));
      await press("Cancel subscriptions");
    },
    sends: { params: { id: patientId }, body: {} },
  },
  {
    from: cancelFrom("preventCancel"),
    about: "those of the chosen that have an offer",
    show: showCancel([cancellable(other), offered(own), cancellable(third)]),
    act: async ({ press }) => {
      await press(choice(other));
      await press(choice(own));
      await press("Stay with the discount");
    },
    sends: { params: { id: patientId }, body: { subscriptionid: own.id } },
  },
  {
    from: cancelFrom("preventCancel"),
    about: "all of them",
    show: showCancel([offered(own)]),
    act: ({ press }) => press("Stay with the discount"),
    sends: { params: { id: patientId }, body: {} },
  },
];

const changes = overview.changes.map((each) => ({
  ...each,
  ...{ status: "waiting" as const, agreeable: true, obstacle: null },
}));
const change = changes[1]!;
const newPrice = formatDollars(change.to.price);

const showChanges = (server: Server) => {
  signIn({}, "/treatment");
  withOverview(server, { changes });
  return <PlanPage />;
};

const suggestions = overview.suggestions.map((each) => ({ ...each, status: "waiting" as const, obstacle: null }));
const suggestion = suggestions[1]!;
const suggestedPrice = formatDollars(suggestion.product.price);

const showSuggestions = (server: Server) => {
  signIn({}, "/treatment");
  withOverview(server, { changes: [], suggestions });
  return <PlanPage />;
};

const decisions: readonly SentRow[] = [
  {
    from: "app/treatment/changes/pending-change.tsx treatment.agreeToChange",
    show: showChanges,
    act: ({ press }) => press(new RegExp(`^Agree to ${newPrice.replaceAll(/[$.]/g, "\\$&")} `)),
    shown: [`is charged ${newPrice}`, change.to.name],
    sends: { params: { id: change.id }, body: { price: change.to.price } },
  },
  {
    from: "app/treatment/changes/pending-change.tsx treatment.agreeToChange",
    about: "one that was refused",
    show: (server) => {
      signIn({}, "/treatment");
      withOverview(server, { changes: [{ ...change, status: "refused", agreeable: true }] });
      return <PlanPage />;
    },
    act: async ({ press }) => {
      await press("I've changed my mind");
      await press(new RegExp(`^Agree to ${newPrice.replaceAll(/[$.]/g, "\\$&")} `));
    },
    shown: [`is charged ${newPrice}`, change.to.name],
    sends: { params: { id: change.id }, body: { price: change.to.price, afterall: true } },
  },
  {
    from: "app/treatment/changes/refuse-change-dialog.tsx treatment.refuseChange",
    show: (server) => {
      signIn({}, "/treatment");
      withOverview(server, { changes: [{ ...changes[0]!, status: "agreed" }, change] });
      return <PlanPage />;
    },
    act: async ({ press }) => {
      await press("I don't want this");
      await press("Say no to it");
    },
    dialog: change.fromordered ? "You don't want this change?" : "You don't want this one?",
    shown: [change.refusal],
    sends: { params: { id: change.id }, body: {} },
  },
  {
    from: "app/treatment/suggestions/suggestion-card.tsx treatment.agreeToSuggestion",
    show: showSuggestions,
    act: ({ press }) => press(new RegExp(`^Agree to ${suggestedPrice.replaceAll(/[$.]/g, "\\$&")} `)),
    shown: [suggestedPrice, suggestion.product.name, suggestion.note],
    sends: { params: { id: suggestion.id }, body: { price: suggestion.product.price } },
  },
  {
    from: "app/treatment/suggestions/suggestion-card.tsx treatment.agreeToSuggestion",
    about: "one that was declined",
    show: (server) => {
      signIn({}, "/treatment");
      withOverview(server, { suggestions: [{ ...suggestion, status: "declined" }] });
      return <PlanPage />;
    },
    act: async ({ press }) => {
      await press("I've changed my mind");
      await press(new RegExp(`^Agree to ${suggestedPrice.replaceAll(/[$.]/g, "\\$&")} `));
    },
    shown: [suggestedPrice, suggestion.product.name, suggestion.note],
    sends: { params: { id: suggestion.id }, body: { price: suggestion.product.price, afterall: true } },
  },
  {
    from: "app/treatment/suggestions/decline-suggestion-dialog.tsx treatment.declineSuggestion",
    about: "without words",
    show: showSuggestions,
    act: async ({ press }) => {
      await press("I don't want this", 1);
      await press("Say no to it");
    },
    dialog: `You don't want ${suggestion.product.name}?`,
    shown: [suggestion.refusal],
    sends: { params: { id: suggestion.id }, body: {} },
  },
  {
    from: "app/treatment/suggestions/decline-suggestion-dialog.tsx treatment.declineSuggestion",
    about: "in words of their own",
    show: showSuggestions,
    act: async ({ press, fill }) => {
      await press("I don't want this", 1);
      await fill(/^Anything else you'd like to say/, " it itches ");
      await press("Say no to it");
    },
    dialog: `You don't want ${suggestion.product.name}?`,
    sends: { params: { id: suggestion.id }, body: { words: "it itches" } },
  },
  {
    from: "app/treatment/plan/withdraw-plan-dialog.tsx treatment.withdrawPlan",
    show: (server) => {
      signIn({}, "/treatment");
      withOverview(server, { changes: [], plan: { ...overview.plan, status: "in_review" } });
      return <PlanPage />;
    },
    act: async ({ press }) => {
      await press("I changed my mind");
      await press("Withdraw my plan");
    },
    dialog: "Withdraw your plan?",
    sends: { params: { id: overview.plan.withdrawable! }, body: {} },
  },
];

const offer: CounselingOffer = {
  medicines: [{ name: "Estradiol patch", dosage: "0.05 mg", why: "medicine" }],
  pharmacy: { name: "Marigold Pharmacy", phone: "555-010-0144" },
  ...{ phoneno: "5155550100", answer: null },
};
const callWaits = { at: "2026-11-27T15:00:00Z", callby: "2026-11-30", outcome: null };
const showCounseling = (answer: CounselingOffer["answer"]) => (server: Server) => {
  signIn({}, `/order/${own.id}`);
  server.answer(treatment.counseling, () => ({ orderid: own.id, offer: { ...offer, answer } }));
  return <CounselingCard orderId={own.id} />;
};

const counseling: readonly SentRow[] = [
  {
    from: "app/treatment/order/counseling-card.tsx treatment.answerCounseling",
    about: "a call",
    show: showCounseling(null),
    act: async ({ press, fill }) => {
      await press("Call me");
      await fill("Your phone number", "515-555-0177");
      await press("In the afternoon");
      await press("Around noon");
      await press("In the morning");
      await press("Ask for the call");
    },
    shown: ["Estradiol patch 0.05 mg"],
    sends: {
      params: { id: own.id },
      body: { answer: "call", phoneno: "515-555-0177", times: ["morning", "noon", "afternoon"] },
    },
  },
  {
    from: "app/treatment/order/counseling-card.tsx treatment.answerCounseling",
    about: "no call any more",
    show: showCounseling(callWaits),
    act: ({ press }) => press("I don't need the call"),
    shown: ["Monday, November 30"],
    sends: { params: { id: own.id }, body: { answer: "decline" } },
  },
];

export const treatmentRows: readonly SentRow[] = [...counseling, ...orders, ...pauses, ...cancellations, ...decisions];
