import type { Need } from "#contract/treatment.ts";
import type { Order } from "#contract/entities.ts";
import type { Patient } from "#server/auth/public.ts";
import type { Standing } from "#server/onboarding/public.ts";
import { failedPaymentTexts, withheldText } from "./texts.ts";

export interface Situation {
  readonly patient: Pick<Patient, "emailVerified" | "failedTransactionReason" | "nonRxOnly">;
  readonly visit: Standing;
  /** She paid, and the hold was gone before anybody decided. */
  readonly lapsed: boolean;
  readonly orders: readonly Pick<Order, "id" | "status">[];
  /** Her prescriptions. */
  readonly renewal: readonly { readonly renewalAsked: boolean; readonly withheld: boolean }[];
  /** A treatment review that waits for her; `left`: the steps once she has begun, null before. */
  readonly review: { readonly left: number | null } | undefined;
  /** What her doctor changed. */
  readonly changes: readonly { readonly status: string }[];
}

const finishVisit = { title: "Finish your visit", text: "Your answers are saved. Go on where you stopped." };
const confirmAgain = {
  title: "Confirm your order again",
  text: "Your bank let go of the amount it held before your doctor decided. You were not charged.",
};

const beginReview = {
  title: "How are you doing?",
  text: "Your doctor would like to know. It takes about 3 minutes, and each answer is saved.",
};
const goOnWithReview = (left: number) => ({
  title: "Go on with your review",
  text: `Your answers are saved. ${left > 1 ? `At most ${left} steps are left.` : "One step is left."}`,
  begun: true as const,
});

/** What only she can do now, most urgent first. */
export function needsOf({ patient, visit, lapsed, orders, renewal, review, changes }: Situation): Need[] {
  const reason = patient.failedTransactionReason;
  const unconfirmed = orders.find(({ status }) => status === "unknown" || status === "authorizing");
  const withheld = renewal.some((prescription) => prescription.withheld);
  const needs: (Need | false)[] = [
    withheld && {
      kind: "talk_to_doctor",
      title: "Please talk to your doctor before you go on",
      text: withheldText,
      href: "/messages/doctor",
    },
    reason !== null && {
      kind: "update_payment",
      title: "Update your card",
      text: failedPaymentTexts[reason],
      href: "/account-settings/billing-details",
    },
    changes.some(({ status }) => status === "waiting") && {
      kind: "agree_to_change",
      title: "Your doctor changed your treatment",
      text: "Please look at it and tell us if you agree. Nothing is charged for it before.",
      href: "/treatment",
    },
    unconfirmed !== undefined && {
      kind: "confirm_payment",
      title: "Your bank is confirming a payment",
      text: "Please look for a message from your bank, and do not pay again. We show the result here.",
      href: `/order/${unconfirmed.id}`,
    },
    // Who came for the shop alone owes nobody a visit.
    visit.status === "PENDING" &&
      !visit.stopped &&
      !patient.nonRxOnly && {
        kind: "finish_visit",
        ...(lapsed ? confirmAgain : finishVisit),
        href: "/redirect/",
      },
    review !== undefined && {
      kind: "treatment_review",
      ...(review.left === null ? beginReview : goOnWithReview(review.left)),
      href: "/home",
    },
    visit.identityStatus === "review" && {
      kind: "verify_identity",
      title: "We are checking your ID",
      text: "A person looks at your photos. You need not do anything; we write to you if we need another one.",
      href: "/account-settings/identity-verification",
    },
    visit.status === "DONE" &&
      visit.identityStatus === "no_match" && {
        kind: "verify_identity",
        title: "We could not confirm your identity",
        text: "Please write to us, so that we can sort it out together.",
        href: "/contact-us",
      },
    renewal.some((prescription) => prescription.renewalAsked && !prescription.withheld) && {
      kind: "renew_prescription",
      title: "Your prescription is being renewed",
      text: "Your doctor looks at it, and you need not do anything. Nothing is charged before, and we write to you.",
      href: "/treatment",
    },
    !patient.emailVerified && {
      kind: "verify_email",
      title: "Confirm your email",
      text: `So that news about your ${patient.nonRxOnly ? "order" : "plan"} reaches you.`,
      href: "/account-settings/email",
    },
  ];
  return needs.filter((need) => need !== false);
}
