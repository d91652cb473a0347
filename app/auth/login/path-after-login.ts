import type { OnboardingRecord } from "#contract/onboarding.ts";
import { homeWithFollowupCode, followupCodeIn } from "#app/followup/link-code.ts";
import { ownPath } from "#contract/fields/own-path.ts";

const upsellByRedirect: Readonly<Record<string, string>> = { cream_modal: "cream", minoxidil_modal: "minoxidil" };

/**
 * Where a patient goes after she logged in (spec §4): unfinished onboarding first, then what the address asked for, then
 * home, or eligibility while nothing is known of her.
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
