import type { ProductChoice } from "#contract/onboarding/options.ts";
import type { Patient } from "#server/auth/public.ts";
import type { GivenAnswers } from "../rules/answers.ts";
import type { IdentityStatus } from "../rules/identity-rules.ts";

export type PhotoKind = "photo_id" | "selfie";

/** The onboarding row of a patient. */
export interface VisitRecord {
  readonly patientId: string;
  readonly step: number;
  readonly furthest: number;
  readonly status: "PENDING" | "DONE";
  readonly variant: string | null;
  readonly treatmentForm: string | null;
  readonly nonHrt: boolean;
  readonly couponCode: string | null;
  readonly referralCode: string | null;
  readonly shareASaleClickId: string | null;
  readonly deduplicationId: string | null;
  readonly identityStatus: IdentityStatus;
  readonly identityAttempts: number;
  readonly stopRuleId: string | null;
  readonly stoppedAt: Date | null;
  readonly askedDetails: boolean;
  readonly clarificationOpen: boolean;
  readonly shippingId: string | null;
  /** When a payment began that has not finished the visit. */
  readonly paymentStartedAt: Date | null;
  readonly finishIdempotencyKey: string | null;
  /** Of the rules the patient was screened by last. */
  readonly rulesVersion: string;
  readonly orderId: string | null;
}

/** A choice of step 3 or 4. */
export interface VisitChoice extends ProductChoice {
  readonly step: number;
  readonly priceCents: number;
}

/** Everything a visit consists of. */
export interface Visit {
  readonly record: VisitRecord;
  readonly patient: Patient;
  readonly answers: GivenAnswers;
  /** When the latest answer to each question was given. */
  readonly answeredAt: ReadonlyMap<string, Date>;
  /** Of the latest answers that the practice wrote down as they were told: the `told_answers` row of each question. */
  readonly toldIds: ReadonlyMap<string, string>;
  readonly choices: readonly VisitChoice[];
  readonly photos: ReadonlySet<PhotoKind>;
}
