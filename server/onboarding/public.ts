import type { ProductChoice } from "#contract/onboarding.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { TrackingHeaders } from "#server/platform/http/handler.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { assess } from "./visit/assess.ts";
import { assignFlow, flowOf } from "./visit/flow.ts";
import { recordedHits } from "./screening/hit-queries.ts";
import { findVisitRecord, onboardingStatusOf } from "./visit/record-queries.ts";
import { answerSummary, type SummaryLine } from "./questions/answer-summary.ts";
import { answerOrigins, findVisitChoices, loadVisit } from "./visit/visit-queries.ts";

export { changeHealthAnswers } from "./health-answers/change-health-answers.ts";
export { readHealthAnswers } from "./health-answers/read-health-answers.ts";
export {
  findPendingIdentityReviews,
  correctIdentity,
  decideIdentity,
  identityPhotos,
  type IdentityPhoto,
  noVisitStatus,
  toIdentityPhoto,
  identityPhotosQuery,
  type VisitStatus,
  visitStatusesOf,
} from "./identity/identity-review.ts";
export { addPhotoAfterVisit, identityVerification, requirePhotoRequested } from "./identity/photos-after-visit.ts";

type Deps = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/** Opens a patient's visit, in the transaction of the sign-up; `flowVariant` only where a switcher chose one. */
export async function createOnboarding(
  { db, content, clock }: Omit<Deps, "secrets">,
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

export { combinationRequirementsOf } from "./screening/product-eligibility.ts";
export { contraindicationsFor } from "./screening/product-eligibility.ts";
export { addAddonChoice } from "./options/save-choice.ts";
export { type Fitting, fittingOf } from "./screening/product-eligibility.ts";
export { checkAnswer } from "./questions/answer-rules.ts";
export { currentTreatmentOptions } from "./offers-now.ts";
export { presentStop } from "./screening/screening.ts";
export { answersBefore } from "./told-before.ts";
export {
  deleteClickIds,
  deleteVisitTrackingBefore,
  mergeVisitTracking,
  findVisitorTracking,
  type VisitTracking,
  findVisitTracking,
} from "./visit/visit-tracking.ts";
export { latestAnswers } from "./visit/visit-queries.ts";
export { saveUsedReferralCode, lockUsedReferralCode, usedReferralCode } from "./visit/record-queries.ts";
export { reopenCheckout } from "./reopen.ts";
export { visitRecordQuery } from "./visit/record-queries.ts";
export { visitProgress } from "./visit-progress.ts";

/** Whether the patient finished the visit. */
export const onboardingStatus = ({ db }: { readonly db: Database }, patientId: string): Promise<"PENDING" | "DONE"> =>
  onboardingStatusOf(db, patientId);

/** Whether the identity check matched the patient's name and birthday, which fixes them. */
export async function isIdentityMatched({ db }: { readonly db: Database }, patientId: string): Promise<boolean> {
  const record = await findVisitRecord(db, patientId);
  return record?.identityStatus === "matched";
}

/** What the visit would order, and whether anything may be sold from it. */
export interface VisitBasket {
  readonly status: "PENDING" | "DONE";
  /** A STOP or an emergency ended the visit. */
  readonly stopped: boolean;
  readonly choices: readonly ProductChoice[];
  readonly couponCode: string | null;
  readonly shippingId: string | null;
}

/** The visit's chosen treatment for the quote; null for a patient without a visit. */
export async function visitBasket({ db }: { readonly db: Database }, patientId: string): Promise<VisitBasket | null> {
  const record = await findVisitRecord(db, patientId);
  if (!record) return null;
  const choices = await findVisitChoices(db, patientId);
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
  /** False: the current answers do not hit the rule, but earlier ones did. */
  readonly current: boolean;
}

/** One answer as the doctor reads it, with the version of the questions it was given to. */
export interface AnsweredLine extends SummaryLine {
  readonly contentVersion: string;
  readonly at: Date;
}

/** The visit as the doctor reads it: label and answer pairs, and every rule the answers hit. */
export async function visitSummary(
  services: Deps,
  patientId: string,
): Promise<{ readonly answers: readonly AnsweredLine[]; readonly flags: readonly VisitFlag[] }> {
  const record = await findVisitRecord(services.db, patientId);
  if (!record) return { answers: [], flags: [] };
  const [visit, hits, origins] = await Promise.all([
    loadVisit(services, record),
    recordedHits(services.db, patientId),
    answerOrigins(services.db, patientId),
  ]);
  const { content, clock } = services;
  const { open, hits: current } = assess(content, visit, clinicToday({ content, clock }));
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
  const answers = answerSummary(open, visit.answers).flatMap((line) => {
    const origin = origins.get(line.questionid);
    return origin ? [{ ...line, ...origin }] : [];
  });
  return { answers, flags };
}
