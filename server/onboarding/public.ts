/** What other features use of onboarding: the visit and its record, screening, identity, health answers. */
export { changeHealthAnswers } from "./health-answers/change-health-answers.ts";
export { type ChangePreview, previewHealthChange } from "./health-answers/preview-change.ts";
export { type Recording, toldDetails } from "./health-answers/told-answers.ts";
export { readHealthAnswers } from "./health-answers/read-health-answers.ts";
export {
  findPendingIdentityReviews,
  correctIdentity,
  decideIdentity,
  type IdentityDecision,
  identityPhotos,
  type IdentityPhoto,
  noVisitStatus,
  toIdentityPhoto,
  identityPhotosQuery,
  type VisitStatus,
  visitStatusesOf,
} from "./identity/identity-review.ts";
export { addPhotoAfterVisit, identityVerification, requirePhotoRequested } from "./identity/photos-after-visit.ts";

export { combinationRequirementsOf, fillScreeningOf } from "./screening/product-eligibility.ts";
export { whatRulesAsk } from "./screening/what-rules-ask.ts";
export { newFindings, screenToday } from "./screening/screen-today.ts";
export {
  hitsOfLinked,
  linkedHits,
  linkedNote,
  type LinkedScreening,
  loadLinkedAnswers,
  screenLinked,
} from "./screening/screen-linked.ts";
export { patientsScreenedBefore, type Rescreened, rescreen, rescreenedNow } from "./screening/rescreen.ts";
export { contraindicationsFor, takenOtherwise } from "./screening/product-eligibility.ts";
export { addAddonChoice } from "./options/save-choice.ts";
export { type ProductEligibility, productEligibilityOf } from "./screening/product-eligibility.ts";
export { checkAnswer } from "./questions/answer-rules.ts";
export { currentTreatmentOptions } from "./offers-now.ts";
export { recordedHitsOf } from "./screening/hit-queries.ts";
export { presentStop } from "./rules/screening.ts";
export { answersBefore } from "./told-before.ts";
export {
  deleteClickIds,
  deleteVisitTrackingBefore,
  mergeVisitTracking,
  findVisitorTracking,
  type VisitTracking,
  findVisitTracking,
} from "./visit/visit-tracking.ts";
export { ageOn } from "./rules/details-rules.ts";
export { answerSealContext, latestAnswers } from "./flow/visit-queries.ts";
export type { GivenAnswer } from "./rules/answers.ts";
export { saveUsedReferralCode, lockUsedReferralCode, usedReferralCode } from "./flow/record-queries.ts";
export { reopenCheckout } from "./reopen.ts";
export { visitProgress, visitProgressQuery } from "./visit-progress.ts";

export { isIdentityMatched, onboardingStatus, visitBasket } from "./visit/visit-basket.ts";
export { visitSummary } from "./visit/visit-summary.ts";
