import type { ActionItem, NextStep } from "#contract/treatment.ts";
import type { Order } from "#contract/entities.ts";
import type { Patient } from "#server/auth/public.ts";
import type { VisitStatus } from "#server/onboarding/public.ts";
import { failedPaymentTexts } from "#server/treatment/public.ts";

export interface Situation {
  readonly patient: Pick<Patient, "emailVerified" | "failedTransactionReason" | "nonRxOnly">;
  readonly visit: Pick<VisitStatus, "status" | "identityStatus" | "stopped">;
  /** The patient checked out, and the authorization lapsed before a doctor decided. */
  readonly lapsed: boolean;
  readonly orders: readonly Pick<Order, "id" | "status">[];
  /** The patient's prescriptions. */
  readonly renewal: readonly { readonly renewalAsked: boolean; readonly withheld: boolean }[];
  /** A follow-up that awaits answers; `left`: the steps left once it is begun, null before. */
  readonly review: { readonly left: number | null } | undefined;
  /** The kind of the next step, which may cover an action item. */
  readonly nextStep: NextStep["kind"];
}

const identityPage = "/account-settings/identity-verification";

const texts = {
  update_payment: { title: "Update your card", label: "Update your card", href: "/account-settings/billing-details" },
  confirm_payment: {
    title: "Your bank is confirming a payment",
    text: "Please look for a message from your bank, and don't pay again. We show the result here.",
    label: "See your order",
  },
  finish_visit: {
    title: "Finish your visit",
    text: "Your answers are saved. Go on where you stopped.",
    label: "Go on with your visit",
    href: "/redirect/",
  },
  confirm_again: {
    title: "Confirm your order again",
    text: "Your bank let go of the amount it held before your doctor decided. You weren't charged.",
    label: "Confirm your order",
    href: "/redirect/",
  },
  begin_review: {
    title: "How are you doing?",
    text: "Your doctor would like to know. It takes about 3 minutes, and each answer is saved.",
    label: "Begin the review",
    href: "/home",
  },
  go_on_with_review: (left: number) => ({
    title: "Go on with your review",
    text: `Your answers are saved. ${left > 1 ? `At most ${left} steps are left.` : "One step is left."}`,
    label: "Go on",
    href: "/home",
  }),
  identity_review: {
    title: "We're checking your ID",
    text: "A person looks at your photos. You don't need to do anything; we write to you if we need another one.",
    label: "See how it stands",
    href: identityPage,
  },
  identity_refused: {
    title: "We need new photos of your ID",
    text: "We couldn't match your photos to you. Please send new ones.",
    label: "Send new photos",
    href: identityPage,
  },
  renewal: {
    title: "Your prescription is being renewed",
    text: "Your doctor looks at it, and you don't need to do anything. Nothing is charged before, and we write to you.",
    label: "See your plan",
    href: "/treatment",
  },
  verify_email: (what: "order" | "plan") => ({
    title: "Confirm your email",
    text: `So that news about your ${what} reaches you.`,
    label: "Confirm your email",
    href: "/account-settings/email",
  }),
} as const;

/** The next steps that already cover an action item. */
const coveredByNextStep: Readonly<Record<ActionItem["kind"], readonly NextStep["kind"][]>> = {
  update_payment: ["payment_failed"],
  confirm_payment: ["confirming_payment"],
  finish_visit: ["finish_visit", "begin_visit", "confirm_again"],
  treatment_review: [],
  verify_identity: ["identity_review", "identity_photos", "identity_refused"],
  renew_prescription: ["renewal"],
  verify_email: [],
};

/** What only the patient can do now: first what something depends on, then what can wait. */
export function actionItems(situation: Situation): ActionItem[] {
  const items = possibleItems(situation).filter((item) => item !== false);
  const uncovered = items.filter(({ kind }) => !coveredByNextStep[kind].includes(situation.nextStep));
  return [...uncovered.filter(({ canwait }) => !canwait), ...uncovered.filter(({ canwait }) => canwait)];
}

function possibleItems({
  patient,
  visit,
  lapsed,
  orders,
  renewal: prescriptions,
  review: followup,
}: Situation): (ActionItem | false)[] {
  const reason = patient.failedTransactionReason;
  const unconfirmed = orders.find(({ status }) => status === "unknown" || status === "authorizing");
  return [
    reason !== null && {
      kind: "update_payment",
      ...texts.update_payment,
      text: failedPaymentTexts[reason],
      canwait: false,
    },
    unconfirmed !== undefined && {
      kind: "confirm_payment",
      ...texts.confirm_payment,
      href: `/order/${unconfirmed.id}`,
      canwait: true,
    },
    // A patient who only shops without a prescription needs no visit.
    visit.status === "PENDING" &&
      !visit.stopped &&
      !patient.nonRxOnly && {
        kind: "finish_visit",
        ...(lapsed ? texts.confirm_again : texts.finish_visit),
        canwait: false,
      },
    followup !== undefined && {
      kind: "treatment_review",
      ...(followup.left === null ? texts.begin_review : texts.go_on_with_review(followup.left)),
      canwait: false,
    },
    visit.identityStatus === "review" && { kind: "verify_identity", ...texts.identity_review, canwait: true },
    visit.status === "DONE" &&
      visit.identityStatus === "no_match" && { kind: "verify_identity", ...texts.identity_refused, canwait: false },
    prescriptions.some((prescription) => prescription.renewalAsked && !prescription.withheld) && {
      kind: "renew_prescription",
      ...texts.renewal,
      canwait: true,
    },
    !patient.emailVerified && {
      kind: "verify_email",
      ...texts.verify_email(patient.nonRxOnly ? "order" : "plan"),
      canwait: true,
    },
  ];
}
