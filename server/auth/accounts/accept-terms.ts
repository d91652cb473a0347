import type { Content } from "#content/loader/load.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { recordTermsAcceptance, type ConsentVersion } from "./consents.ts";

/** The current terms: those agreed to at sign-up. */
export function currentTerms({ consents }: Pick<Content, "consents">): ConsentVersion {
  const terms = consents.find(({ at }) => at === "signup");
  if (!terms) throw new Error("The content has no terms to agree to at sign-up.");
  return { id: terms.id, version: terms.version };
}

/**
 * Records that the patient accepted the new terms in the version they saw; left out, the current one. Refuses `conflict` for another
 * version: the patient has to read the new one first.
 */
export async function acceptNewTerms(
  services: Services & Refuses<"conflict">,
  patientId: string,
  seenVersion: string | undefined,
): Promise<{ readonly version: string; readonly acceptedAt: Date }> {
  const terms = currentTerms(services.content);
  if (seenVersion !== undefined && seenVersion !== terms.version)
    throw services.refuse("conflict", { message: sentence("auth.newer_terms") });
  return { version: terms.version, acceptedAt: await recordTermsAcceptance(services, patientId, terms) };
}
