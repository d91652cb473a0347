import type { OnboardingRecord } from "#contract/onboarding.ts";
import { mustAcceptTerms } from "../terms/must-accept-terms.ts";

/** What her own pages know of her so far. */
interface HomeState {
  readonly record: Pick<OnboardingRecord, "signupdate" | "acceptednewterms"> | null | undefined;
  readonly user: { readonly hasfailedtransaction: boolean } | undefined;
  /** Nothing of the treatment needs her first; undefined while that is not known. */
  readonly mayoffer: boolean | undefined;
}

/** Whether an offer has a place on her own pages: no terms to accept, no payment that failed, nothing else that needs her first. */
export const allowsPromo = ({ record, user, mayoffer: mayOfferPromo = true }: HomeState, timeZone: string): boolean =>
  !mustAcceptTerms(record, timeZone) && !user?.hasfailedtransaction && mayOfferPromo;
