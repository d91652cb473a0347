import type { StepErrorCode } from "#contract/onboarding/record.ts";
import { enqueueComparison } from "#server/persons/public.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { IdentityResult } from "#server/platform/identity/identity-check.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import { lockVisitInProgress, requireStep, type Deps } from "../flow/in-progress.ts";
import { updateVisitRecord } from "../flow/record-queries.ts";
import { identityStep } from "../flow/steps.ts";
import type { Visit } from "../flow/visit.ts";
import { advanceVisit } from "../progress/advance-visit.ts";
import { presentVisitRecord } from "../progress/present-visit-record.ts";
import {
  identityStatusAfterAttempt,
  maxIdentityAttempts,
  identityAttemptAllowed,
  identityAttemptsLeft,
  type IdentityStatus,
} from "../rules/identity-rules.ts";

/**
 * Matches the number with the patient's name and birthday, in at most three attempts. Only the last four digits are stored, sealed. Refuses `unavailable`
 * while nobody can check it: that is no attempt, and sends nobody to a person's review.
 */
export async function verifyIdentity(
  services: Deps & Refuses<StepErrorCode | "identity_attempts">,
  patientId: string,
  ssn: string,
) {
  const digits = ssn.replace(/\D/g, "");
  const attempt = await startIdentityAttempt(services, patientId);
  const result = attempt === "settled" ? "matched" : await services.identity.match({ ...attempt, ssn: digits });
  if (result === "unavailable") {
    await noteUnchecked(services, patientId);
    throw new Refusal("unavailable", { message: sentence("onboarding.identity_not_checked"), retryAfterSeconds: 30 });
  }
  return saveIdentityResult(services, patientId, attempt === "settled" ? null : { result, last4: digits.slice(-4) });
}

/** Counts the attempt before the number goes out, so that parallel requests get no more than three together. */
function startIdentityAttempt(services: Deps & Refuses<StepErrorCode | "identity_attempts">, patientId: string) {
  return inTransaction(services, async (tx) => {
    const before = await lockVisitInProgress(tx, patientId);
    requireStep(services, before, identityStep);
    const { record, patient } = before.visit;
    const allowed = identityAttemptAllowed(record.identityStatus, record.identityAttempts);
    if (allowed === "settled") return allowed;
    if (allowed === "attempts") throw services.refuse("identity_attempts");
    const { firstname, lastname, birthday } = patient;
    if (!firstname || !lastname || !birthday)
      throw new Refusal("bad_request", { message: sentence("onboarding.name_missing") });
    await updateVisitRecord(tx.db, patientId, { identity_attempts: record.identityAttempts + 1 }, services.clock.now());
    return { firstname, lastname, birthday };
  });
}

/** Gives the attempt back, and has the patient told when it can be checked (`identity-works-again.ts`). */
const noteUnchecked = (services: Deps & Refuses<StepErrorCode>, patientId: string) =>
  inTransaction(services, async (tx) => {
    const { identityStatus, identityAttempts } = (await lockVisitInProgress(tx, patientId)).visit.record;
    if (identityAttemptAllowed(identityStatus, 0) !== "yes") return;
    const now = tx.clock.now();
    const changes = { identity_attempts: Math.max(0, identityAttempts - 1), identity_unchecked_at: now };
    await updateVisitRecord(tx.db, patientId, changes, now);
  });

function saveIdentityResult(
  services: Deps & Refuses<"step_completed" | "visit_stopped">,
  patientId: string,
  outcome: { readonly result: IdentityResult; readonly last4: string } | null,
) {
  return inTransaction(services, async (tx) => {
    const before = await lockVisitInProgress(tx, patientId);
    const { record } = before.visit;
    const isAlreadyDecided = outcome === null || identityAttemptAllowed(record.identityStatus, 0) !== "yes";
    const status = isAlreadyDecided
      ? record.identityStatus
      : identityStatusAfterAttempt(outcome.result, record.identityAttempts);
    if (!isAlreadyDecided) {
      const last4 =
        status === "no_match"
          ? null
          : services.secrets.seal(outcome.last4, sealed("onboarding.ssn_last4_sealed")(patientId));
      const now = services.clock.now();
      const since = status === "review" ? now : null;
      await updateVisitRecord(
        tx.db,
        patientId,
        {
          ...{ identity_status: status, identity_reason: null, identity_review_started_at: since },
          ...{ identity_unchecked_at: null, ssn_last4_sealed: last4 },
        },
        now,
      );
      if (last4 !== null) await enqueueComparison(tx, patientId);
    }
    const visit: Visit = { ...before.visit, record: { ...record, identityStatus: status } };
    const { visit: advancedVisit } = await advanceVisit(tx, before, visit, identityStep);
    return {
      identitystatus: status as Exclude<IdentityStatus, "none">,
      attemptsleft: status === "matched" ? maxIdentityAttempts : identityAttemptsLeft(status, record.identityAttempts),
      onboarding: await presentVisitRecord(tx, advancedVisit.record),
    };
  });
}
