import type { Choice } from "#contract/onboarding.ts";
import { clinicDay } from "#server/platform/clinic-day.ts";
import type { TrackingHeaders } from "#server/platform/http/handler.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { assess } from "./assess.ts";
import { assignFlow, flowOf } from "./flow-assignment.ts";
import { hitsEver } from "./hit-queries.ts";
import { findRecord, statusOf } from "./record-queries.ts";
import { summaryOf, type SummaryLine } from "./summary.ts";
import { answerOrigins, choicesOf, loadVisit } from "./visit-queries.ts";

export { changeHealthAnswers } from "./health/change-health.ts";
export { healthAnswers } from "./health/read-health.ts";
export {
  awaitingIdentity,
  correctIdentity,
  decideIdentity,
  identityPhotos,
  type IdentityPhoto,
  noStanding,
  photoOf,
  photoRows,
  type Standing,
  standingsOf,
} from "./identity-review.ts";
export { addLaterPhoto, identityStanding, requirePhotoWanted } from "./later-photos.ts";

type Parts = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/** Opens a patient's visit, in the transaction of her sign-up; `flowVariant` only where a switcher chose one. */
export async function createOnboarding(
  { db, content, clock }: Omit<Parts, "secrets">,
  visit: {
    readonly patientId: string;
    readonly tracking: TrackingHeaders;
    readonly flowVariant?: string | undefined;
    readonly nonRxOnly: boolean;
  },
): Promise<void> {
  const flow = visit.flowVariant
    ? flowOf(content.flows, visit.flowVariant)
    : assignFlow(content.flows, visit.patientId);
  const first = flow.steps.find((step) => step !== 1) ?? 1;
  const now = clock.now();
  await db
    .insertInto("onboarding")
    .values({
      patient_id: visit.patientId,
      step: first,
      furthest_step: first,
      status: "PENDING",
      flow_variant: flow.variant,
      content_version: content.questionnaire.version,
      deduplication_id: visit.tracking.deduplicationid ?? null,
      tracking: JSON.stringify(visit.tracking),
      non_hrt: visit.nonRxOnly,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

export { companionsOf } from "./companions.ts";
export { objectionsTo } from "./objections.ts";
export { addChoice } from "./add-choice.ts";
export { type Fitting, fittingOf } from "./fitting.ts";
export { checkAnswer } from "./answer-rules.ts";
export { offersNow } from "./offers-now.ts";
export { presentStop } from "./screening.ts";
export { toldBefore } from "./told-before.ts";
export {
  forgetClicks,
  forgetVisitTracking,
  keepVisitTracking,
  visitorTracking,
  type VisitTracking,
  visitTracking,
} from "./tracking.ts";
export { latestAnswers } from "./visit-queries.ts";
export { keepReferralCode, lockReferralCode, usedReferralCode } from "./referral-code.ts";
export { reopenCheckout } from "./reopen.ts";
export { recordRow } from "./record-queries.ts";
export { visitProgress } from "./visit-progress.ts";

/** Whether she finished her visit. */
export const onboardingStatus = ({ db }: { readonly db: Database }, patientId: string): Promise<"PENDING" | "DONE"> =>
  statusOf(db, patientId);

/** Whether the identity check matched her name and birthday, which fixes them. */
export async function identityMatched({ db }: { readonly db: Database }, patientId: string): Promise<boolean> {
  const record = await findRecord(db, patientId);
  return record?.identityStatus === "matched";
}

/** What the visit wants to order, and whether anything may be sold from it. */
export interface VisitBasket {
  readonly status: "PENDING" | "DONE";
  /** A STOP or an emergency ended the visit. */
  readonly stopped: boolean;
  readonly choices: readonly Choice[];
  readonly couponCode: string | null;
  readonly shippingId: string | null;
}

/** The visit's chosen treatment for the quote; null for a patient without a visit. */
export async function visitBasket({ db }: { readonly db: Database }, patientId: string): Promise<VisitBasket | null> {
  const record = await findRecord(db, patientId);
  if (!record) return null;
  const choices = await choicesOf(db, patientId);
  return {
    status: record.status,
    stopped: record.stopRuleId !== null,
    choices: choices.map(({ productid, pricingid }) => ({ productid, pricingid })),
    couponCode: record.couponCode,
    shippingId: record.shippingId,
  };
}

export interface VisitFlag {
  readonly ruleid: string;
  readonly outcome: string;
  readonly title: string;
  /** For the doctor. */
  readonly note: string;
  /** False: her answers say otherwise now; they once did hit the rule. */
  readonly current: boolean;
}

/** One answer as the doctor reads it, with the version of the questions it was given to. */
export interface AnsweredLine extends SummaryLine {
  readonly contentVersion: string;
  readonly at: Date;
}

/** The visit as the doctor reads it: label and answer pairs, and every rule the answers hit. */
export async function visitSummary(
  parts: Parts,
  patientId: string,
): Promise<{ readonly answers: readonly AnsweredLine[]; readonly flags: readonly VisitFlag[] }> {
  const record = await findRecord(parts.db, patientId);
  if (!record) return { answers: [], flags: [] };
  const [visit, hits, origins] = await Promise.all([
    loadVisit(parts, record),
    hitsEver(parts.db, patientId),
    answerOrigins(parts.db, patientId),
  ]);
  const { content, clock } = parts;
  const { open, hits: current } = assess(content, visit, clinicDay({ content, clock }));
  const flags = hits.map(({ rule_id, outcome }): VisitFlag => {
    const rule = content.rules.find((each) => each.id === rule_id);
    return {
      ruleid: rule_id,
      outcome,
      title: rule?.title ?? rule_id,
      note: rule?.note ?? "",
      current: current.some((each) => each.id === rule_id),
    };
  });
  const answers = summaryOf(open, visit.answers).flatMap((line) => {
    const origin = origins.get(line.questionid);
    return origin ? [{ ...line, ...origin }] : [];
  });
  return { answers, flags };
}
