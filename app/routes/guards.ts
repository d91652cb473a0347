import { ownPath } from "#contract/fields/own-path.ts";
import { homeWithFollowupCode } from "#app/auth/login/path-after-login.ts";
import { normalizePath } from "#app/browser/urls.ts";
import { isStepReached, redirectPath, type StepRecord, stepPath } from "#app/onboarding/flow/step-redirects.ts";

export interface GuardInput {
  readonly path: string;
  /** Query of the address, with or without `?`. */
  readonly query: string;
  readonly signedIn: boolean;
  /** Null when the patient has no onboarding record, or nobody is signed in. */
  readonly record: StepRecord | null;
}

export type GuardOutcome =
  | { readonly kind: "allow" }
  | { readonly kind: "redirect"; readonly to: string }
  /** Leaves the app; `signOut` ends the session first. */
  | { readonly kind: "leave"; readonly to: "/" | "/contact"; readonly signOut: boolean };

export type GuardName =
  | "none"
  | "visitor"
  | "onboarding"
  | "dashboard"
  | "referral"
  | "redirect"
  | "website"
  | "contact"
  | "unknown";

const allow: GuardOutcome = { kind: "allow" };
const redirect = (to: string): GuardOutcome => ({ kind: "redirect", to });

/** Decides on a route before it is shown; implements every line of spec §2.2. */
export const guards: Readonly<Record<GuardName, (visit: GuardInput) => GuardOutcome>> = {
  none: () => allow,

  /** Login: a patient already signed in goes home, with the follow-up code of a mail's link. */
  visitor: ({ signedIn, query }) => (signedIn ? redirect(homeWithFollowupCode(query)) : allow),

  onboarding: ({ path, signedIn, record }) => {
    const page = normalizePath(path);
    const isStart = page === "/" || page === "/onboarding";
    if (!signedIn) return page === "/eligibility" ? allow : redirect("/eligibility");
    if (record?.onboardingstatus === "DONE") return redirect("/home");
    const currentPath = record ? stepPath(record.onboardingstep) : "/eligibility";
    if (page === currentPath) return allow;
    if (isStart || !record || page === "/eligibility") return redirect(currentPath);
    return isStepReached(page, record) ? allow : redirect(currentPath);
  },

  dashboard: ({ path, query, signedIn, record }) => {
    if (!signedIn) return redirect(signInPath(path, query));
    return needsOnboarding(record) ? redirect("/") : allow;
  },

  /** Refer a Friend; for a visitor it leads to sign-up. */
  referral: ({ signedIn, record }) => {
    if (!signedIn) return redirect("/eligibility");
    return needsOnboarding(record) ? redirect("/") : allow;
  },

  redirect: ({ signedIn, record }) => {
    if (!signedIn) return redirect("/login");
    return redirect(record ? redirectPath(record) : "/");
  },

  website: () => ({ kind: "leave", to: "/", signOut: true }),
  contact: () => ({ kind: "leave", to: "/contact", signOut: false }),
  unknown: () => redirect("/404"),
};

/** Guards that decide by the onboarding record of a signed-in patient. */
const readsRecord: readonly GuardName[] = ["onboarding", "dashboard", "referral", "redirect"];
export const needsRecord = (guard: GuardName): boolean => readsRecord.includes(guard);

/** A PENDING patient belongs in onboarding, unless they only bought items without a prescription: those orders show on home. */
function needsOnboarding(record: StepRecord | null): boolean {
  return record === null || (record.onboardingstatus === "PENDING" && !record.nonrxmedicationonly);
}

/** Path of the sign-in page that returns to `path`. */
export function signInPath(path: string, query = ""): string {
  const search = new URLSearchParams(query);
  search.delete("token");
  const remainingQuery = search.toString();
  const target = ownPath(path + (remainingQuery && `?${remainingQuery}`));
  return target === null ? "/login" : `/login?redirectTo=${encodeURIComponent(target)}`;
}
