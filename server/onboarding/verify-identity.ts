import { transact } from "#server/platform/database/open.ts";
import type { IdentityResult } from "#server/platform/identity/identity-check.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { identityAfter, identityTries, mayTry, triesLeft, type IdentityStatus } from "./identity-rules.ts";
import { lockVisit, requireStep, type Parts } from "./in-progress.ts";
import { presentRecord } from "./present-record.ts";
import { changeRecord } from "./record-queries.ts";
import { settle } from "./settle.ts";
import { identityStep } from "./steps.ts";
import type { Visit } from "./visit.ts";

/** Matches the number with her name and birthday. Of the nine digits only the last four stay, sealed; three tries. */
export async function verifyIdentity(parts: Parts, patientId: string, ssn: string) {
  const digits = ssn.replace(/\D/g, "");
  const claim = await takeTry(parts, patientId);
  const result = claim === "settled" ? "matched" : await parts.identity.match({ ...claim, ssn: digits });
  return keepResult(parts, patientId, claim === "settled" ? null : { result, last4: digits.slice(-4) });
}

/** Counts a try before the number goes out, so that parallel requests get no more than three together. */
function takeTry(parts: Parts, patientId: string) {
  return transact(parts.db, async (tx) => {
    const before = await lockVisit({ ...parts, db: tx }, patientId);
    requireStep(parts.content, before, identityStep);
    const { record, patient } = before.visit;
    const may = mayTry(record.identityStatus, record.identityAttempts);
    if (may === "settled") return may;
    if (may === "attempts") throw new Refusal("identity_attempts");
    const { firstname, lastname, birthday } = patient;
    if (!firstname || !lastname || !birthday)
      throw new Refusal("bad_request", { message: "Please add your first and last name to your account first." });
    await changeRecord(tx, patientId, { identity_attempts: record.identityAttempts + 1 }, parts.clock.now());
    return { firstname, lastname, birthday };
  });
}

function keepResult(
  parts: Parts,
  patientId: string,
  outcome: { readonly result: IdentityResult; readonly last4: string } | null,
) {
  return transact(parts.db, async (tx) => {
    const inTx: TxServices = { ...parts, db: tx };
    const before = await lockVisit(inTx, patientId);
    const { record } = before.visit;
    const settledAlready = outcome === null || mayTry(record.identityStatus, 0) !== "yes";
    const status = settledAlready ? record.identityStatus : identityAfter(outcome.result, record.identityAttempts);
    if (!settledAlready) {
      const last4 =
        status === "no_match" ? null : parts.secrets.seal(outcome.last4, `onboarding.ssn_last4_sealed:${patientId}`);
      const now = parts.clock.now();
      const since = status === "review" ? now : null;
      await changeRecord(
        tx,
        patientId,
        { identity_status: status, identity_review_since: since, ssn_last4_sealed: last4 },
        now,
      );
    }
    const visit: Visit = { ...before.visit, record: { ...record, identityStatus: status } };
    const { visit: now } = await settle(inTx, before, visit, identityStep);
    return {
      identitystatus: status as Exclude<IdentityStatus, "none">,
      attemptsleft: status === "matched" ? identityTries : triesLeft(status, record.identityAttempts),
      onboarding: await presentRecord(inTx, now.record),
    };
  });
}
