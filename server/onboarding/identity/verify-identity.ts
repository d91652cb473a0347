import type { StepErrorCode } from "#contract/onboarding/record.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { IdentityResult } from "#server/platform/identity/identity-check.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import {
  identityStatusAfterAttempt,
  maxIdentityAttempts,
  identityAttemptAllowed,
  identityAttemptsLeft,
  type IdentityStatus,
} from "./identity-rules.ts";
import { lockVisitInProgress, requireStep, type Deps } from "../visit/in-progress.ts";
import { presentVisitRecord } from "../visit/present-visit-record.ts";
import { updateVisitRecord } from "../visit/record-queries.ts";
import { advanceVisit } from "../visit/advance-visit.ts";
import { identityStep } from "../visit/steps.ts";
import type { Visit } from "../visit/visit.ts";

/** Matches the number with the patient's name and birthday, in at most three attempts. Only the last four digits are stored, sealed. */
export async function verifyIdentity(
  services: Deps & Refuses<StepErrorCode | "identity_attempts">,
  patientId: string,
  ssn: string,
) {
  const digits = ssn.replace(/\D/g, "");
  const attempt = await startIdentityAttempt(services, patientId);
  const result = attempt === "settled" ? "matched" : await services.identity.match({ ...attempt, ssn: digits });
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
        { identity_status: status, identity_reason: null, identity_review_started_at: since, ssn_last4_sealed: last4 },
        now,
      );
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
