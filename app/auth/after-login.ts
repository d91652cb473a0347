import type { OnboardingRecord } from "#contract/onboarding.ts";
import { homeWithLinkCode, linkCodeIn } from "#app/followup/link-code.ts";
import { ownPath } from "#contract/own-path.ts";

const upsells: Readonly<Record<string, string>> = { cream_modal: "cream", minoxidil_modal: "minoxidil" };

/**
 * Where a patient goes after she logged in (spec §4): unfinished onboarding first, then what the address asked for, then
 * home, or eligibility while nothing is known of her.
 */
export function afterLogin(
  search: string,
  patient: {
    readonly status: "PENDING" | "DONE";
    readonly record: Pick<OnboardingRecord, "nonrxmedicationonly"> | null;
  },
): string {
  const query = new URLSearchParams(search);
  if (patient.status === "PENDING" && !patient.record?.nonrxmedicationonly) return "/";
  const redirectTo = query.get("redirectTo");
  const upsell = redirectTo === null ? undefined : upsells[redirectTo.replace(/^\//, "")];
  if (upsell) return `/home?upsell=${upsell}`;
  const own = ownPath(redirectTo);
  if (own) return own;
  if (linkCodeIn(search) !== null) return homeWithLinkCode(search);
  return patient.record ? "/home" : "/eligibility";
}
