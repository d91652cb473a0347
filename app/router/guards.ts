import { ownPath } from "#contract/own-path.ts";
import { homeWithLinkCode } from "#app/followup/link-code.ts";
import { plainPath } from "./paths.ts";
import { hasReached, redirectPath, type StepRecord, stepPath } from "./steps.ts";

export interface Visit {
  readonly path: string;
  /** Search part of the address, with or without `?`. */
  readonly query: string;
  readonly signedIn: boolean;
  /** Null when she has no onboarding record, or nobody is signed in. */
  readonly record: StepRecord | null;
}

export type Outcome =
  | { readonly kind: "allow" }
  | { readonly kind: "redirect"; readonly to: string }
  /** Away from the app; `signOut` ends the session first. */
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

const allow: Outcome = { kind: "allow" };
const redirect = (to: string): Outcome => ({ kind: "redirect", to });

/** Decides on a route before it is shown; every line of spec §2.2 is in here. */
export const guards: Readonly<Record<GuardName, (visit: Visit) => Outcome>> = {
  none: () => allow,

  /** Log in: somebody signed in already goes home, with the follow-up code of a mail's link. */
  visitor: ({ signedIn, query }) => (signedIn ? redirect(homeWithLinkCode(query)) : allow),

  onboarding: ({ path, signedIn, record }) => {
    const page = plainPath(path);
    const isStart = page === "/" || page === "/onboarding";
    if (!signedIn) return page === "/eligibility" ? allow : redirect("/eligibility");
    if (record?.onboardingstatus === "DONE") return redirect("/home");
    const own = record ? stepPath(record.onboardingstep) : "/eligibility";
    if (page === own) return allow;
    if (isStart || !record || page === "/eligibility") return redirect(own);
    return hasReached(page, record) ? allow : redirect(own);
  },

  dashboard: ({ path, query, signedIn, record }) => {
    if (!signedIn) return redirect(signInPath(path, query));
    return needsOnboarding(record) ? redirect("/") : allow;
  },

  /** Refer a Friend; for a newcomer it is the way in. */
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

/** A PENDING patient belongs into onboarding, unless she only bought items without prescription: those orders have a home. */
function needsOnboarding(record: StepRecord | null): boolean {
  return record === null || (record.onboardingstatus === "PENDING" && !record.nonrxmedicationonly);
}

/** Sign-in that comes back to `path`. */
export function signInPath(path: string, query = ""): string {
  const search = new URLSearchParams(query);
  search.delete("token");
  const rest = search.toString();
  const target = ownPath(path + (rest && `?${rest}`));
  return target === null ? "/login" : `/login?redirectTo=${encodeURIComponent(target)}`;
}
