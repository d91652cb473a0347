import type { OnboardingRecord } from "#contract/onboarding.ts";
import { asksForTerms } from "../terms/terms.ts";

/** What her own pages know of her so far. */
interface Known {
  readonly record: Pick<OnboardingRecord, "signupdate" | "acceptednewterms"> | null | undefined;
  readonly user: { readonly hasfailedtransaction: boolean } | undefined;
  /** Nothing of the treatment needs her first; undefined while that is not known. */
  readonly mayoffer: boolean | undefined;
}

/** Whether an offer has a place on her own pages: no terms to accept, no payment that failed, nothing else that needs her first. */
export const leavesRoomForOffer = ({ record, user, mayoffer = true }: Known, timeZone: string): boolean =>
  !asksForTerms(record, timeZone) && !user?.hasfailedtransaction && mayoffer;
