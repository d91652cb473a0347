import type { OnboardingRecord } from "#contract/onboarding/record.ts";
import { ownPath } from "#contract/fields/own-path.ts";

/** Query parameter of the follow-up code in a mail's link to home (spec §4). */
export const followupCodeParam = "fud";

/** The code in a query string: empty if the parameter is empty, null without it. */
export const followupCodeIn = (query: string): string | null => new URLSearchParams(query).get(followupCodeParam);

/** Path of home, with the code of `query` if it has one. */
export function homeWithFollowupCode(query: string): string {
  const code = followupCodeIn(query);
  return code === null ? "/home" : `/home?${new URLSearchParams({ [followupCodeParam]: code }).toString()}`;
}

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
