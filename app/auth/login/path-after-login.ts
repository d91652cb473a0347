import type { OnboardingRecord } from "#contract/onboarding.ts";
import { homeWithFollowupCode, followupCodeIn } from "#app/followup/link-code.ts";
import { ownPath } from "#contract/fields/own-path.ts";

const upsellByRedirect: Readonly<Record<string, string>> = { cream_modal: "cream", minoxidil_modal: "minoxidil" };

/**
 * Where a patient goes after login (spec §4): unfinished onboarding first, then the requested address, then home, or eligibility while there is no
 * onboarding data.
 */
export function pathAfterLogin(
  search: string,
  patient: {
    readonly status: "PENDING" | "DONE";
    readonly record: Pick<OnboardingRecord, "nonrxmedicationonly"> | null;
  },
): string {
  const query = new URLSearchParams(search);
  if (patient.status === "PENDING" && !patient.record?.nonrxmedicationonly) return "/";
  const redirectTo = query.get("redirectTo");
  const upsell = redirectTo === null ? undefined : upsellByRedirect[redirectTo.replace(/^\//, "")];
  if (upsell) return `/home?upsell=${upsell}`;
  const redirectPath = ownPath(redirectTo);
  if (redirectPath) return redirectPath;
  if (followupCodeIn(search) !== null) return homeWithFollowupCode(search);
  return patient.record ? "/home" : "/eligibility";
}
