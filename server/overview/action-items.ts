import type * as z from "zod/mini";
import type { Order } from "#contract/orders/orders.ts";
import type { FailedTransactionReason } from "#contract/payment.ts";
import type { ActionItem, NextStep } from "#contract/treatment/next-step.ts";
import type { Patient } from "#server/auth/public.ts";
import type { VisitStatus } from "#server/onboarding/public.ts";
import { orderStates } from "#server/platform/database/states.ts";
import { type Sentence, type SentenceContent, sentence, toText } from "#server/platform/sentences.ts";

export interface Situation {
  readonly patient: Pick<
    Patient,
    "email" | "emailVerified" | "emailRefusedAt" | "failedTransactionReason" | "nonRxOnly"
  >;
  readonly visit: Pick<VisitStatus, "status" | "identityStatus" | "stopped">;
  /** The patient checked out, and the authorization lapsed before a doctor decided. */
  readonly lapsed: boolean;
  readonly orders: readonly Pick<Order, "id" | "status">[];
  /** The patient's prescriptions. */
  readonly prescriptions: readonly { readonly renewalRequested: boolean; readonly onHold: boolean }[];
  /** A follow-up that awaits answers; `left`: the steps left once it is begun, null before. */
  readonly followup: { readonly left: number | null } | undefined;
  /** The kind of the next step, which may cover an action item. */
  readonly nextStep: NextStep["kind"];
}

const identityPage = "/account-settings/identity-verification";

/** A title, what it means, and where its button goes. */
const item = (
  content: SentenceContent,
  [title, text, label]: readonly [Sentence, Sentence, Sentence],
  href: string,
) => ({
  title: toText(content, title),
  text: toText(content, text),
  label: toText(content, label),
  href,
});

const failedPaymentSentences: Readonly<Record<z.output<typeof FailedTransactionReason>, Sentence>> = {
  insufficient_funds: sentence("overview.failed_insufficient_funds"),
  lost_card: sentence("overview.failed_lost_card"),
  expired_card: sentence("overview.failed_expired_card"),
  invalid_expiry_month: sentence("overview.failed_expired_card"),
  generic_decline: sentence("overview.failed_declined"),
};

const finishVisitSentences = [
  sentence("overview.finish_visit_title"),
  sentence("overview.finish_visit_text"),
  sentence("overview.finish_visit_label"),
] as const;

const confirmAgainSentences = [
  sentence("overview.confirm_again_title"),
  sentence("overview.confirm_again_text"),
  sentence("overview.confirm_again_label"),
] as const;

/** About a follow-up with `left` steps left; null before it is begun. */
const followupSentences = (left: number | null) =>
  left === null
    ? ([
        sentence("overview.begin_review_title"),
        sentence("overview.begin_review_text"),
        sentence("overview.begin_review_label"),
      ] as const)
    : ([
        sentence("overview.continue_review_title"),
        left > 1
          ? sentence("overview.continue_review_left", { count: String(left) })
          : sentence("overview.continue_review_one_left"),
        sentence("overview.continue_review_label"),
      ] as const);

/** The next steps that already cover an action item. */
const coveredByNextStep: Readonly<Record<ActionItem["kind"], readonly NextStep["kind"][]>> = {
  update_payment: ["payment_failed"],
  confirm_payment: ["confirming_payment"],
  finish_visit: ["finish_visit", "begin_visit", "confirm_again"],
  treatment_review: ["treatment_review"],
  verify_identity: ["identity_review", "identity_photos", "identity_refused"],
  renew_prescription: ["renewal"],
  verify_email: [],
  reach_email: [],
};

/** What only the patient can do now: first what something depends on, then what can wait. */
export function actionItems(content: SentenceContent, situation: Situation): ActionItem[] {
  const items = possibleItems(content, situation).filter((each) => each !== false);
  const uncovered = items.filter(({ kind }) => !coveredByNextStep[kind].includes(situation.nextStep));
  return [...uncovered.filter(({ canwait }) => !canwait), ...uncovered.filter(({ canwait }) => canwait)];
}

/** The follow-up that awaits answers; null without one. */
export const followupItem = (content: SentenceContent, { followup }: Pick<Situation, "followup">): ActionItem | null =>
  followup === undefined
    ? null
    : {
        kind: "treatment_review",
        ...item(content, followupSentences(followup.left), "/home"),
        canwait: false,
      };

function possibleItems(
  content: SentenceContent,
  { patient, visit, lapsed, orders, prescriptions, followup }: Situation,
): (ActionItem | false)[] {
  const reason = patient.failedTransactionReason;
  const unconfirmed = orders.find(({ status }) => orderStates.charging.has(status));
  return [
    reason !== null && {
      kind: "update_payment",
      ...item(
        content,
        [
          sentence("overview.update_card_title"),
          failedPaymentSentences[reason],
          sentence("overview.update_card_label"),
        ],
        "/account-settings/billing-details",
      ),
      canwait: false,
    },
    patient.emailRefusedAt !== null && {
      kind: "reach_email",
      ...item(
        content,
        [
          sentence("overview.reach_email_title"),
          sentence("overview.reach_email_text", { email: patient.email }),
          sentence("overview.reach_email_label"),
        ],
        "/account-settings/email",
      ),
      canwait: false,
    },
    unconfirmed !== undefined && {
      kind: "confirm_payment",
      ...item(
        content,
        [
          sentence("overview.confirm_payment_title"),
          sentence("overview.confirm_payment_text"),
          sentence("overview.confirm_payment_label"),
        ],
        `/order/${unconfirmed.id}`,
      ),
      canwait: true,
    },
    // A patient who only shops without a prescription needs no visit.
    visit.status === "PENDING" &&
      !visit.stopped &&
      !patient.nonRxOnly && {
        kind: "finish_visit",
        ...item(content, lapsed ? confirmAgainSentences : finishVisitSentences, "/redirect/"),
        canwait: false,
      },
    followupItem(content, { followup }) ?? false,
    visit.identityStatus === "review" && {
      kind: "verify_identity",
      ...item(
        content,
        [
          sentence("overview.identity_review_title"),
          sentence("overview.identity_review_text"),
          sentence("overview.identity_review_label"),
        ],
        identityPage,
      ),
      canwait: true,
    },
    visit.status === "DONE" &&
      visit.identityStatus === "no_match" && {
        kind: "verify_identity",
        ...item(
          content,
          [
            sentence("overview.identity_refused_title"),
            sentence("overview.identity_refused_text"),
            sentence("overview.identity_refused_label"),
          ],
          identityPage,
        ),
        canwait: false,
      },
    prescriptions.some((prescription) => prescription.renewalRequested && !prescription.onHold) && {
      kind: "renew_prescription",
      ...item(
        content,
        [sentence("overview.renewal_title"), sentence("overview.renewal_text"), sentence("overview.renewal_label")],
        "/treatment",
      ),
      canwait: true,
    },
    !patient.emailVerified &&
      patient.emailRefusedAt === null && {
        kind: "verify_email",
        ...item(
          content,
          [
            sentence("overview.verify_email_title"),
            patient.nonRxOnly ? sentence("overview.verify_email_order") : sentence("overview.verify_email_plan"),
            sentence("overview.verify_email_label"),
          ],
          "/account-settings/email",
        ),
        canwait: true,
      },
  ];
}
