import type { OnboardingRecord } from "#contract/onboarding.ts";
import { mustAcceptTerms } from "../terms/must-accept-terms.ts";

/** What the patient area has loaded so far. */
interface HomeState {
  readonly record: Pick<OnboardingRecord, "signupdate" | "acceptednewterms"> | null | undefined;
  readonly user: { readonly hasfailedtransaction: boolean } | undefined;
  /** The treatment has nothing more urgent; undefined while unknown. */
  readonly mayoffer: boolean | undefined;
}

/** Whether a promo may be shown in the patient area: no terms to accept, no failed payment, nothing more urgent. */
export const allowsPromo = ({ record, user, mayoffer: mayOfferPromo = true }: HomeState, timeZone: string): boolean =>
  !mustAcceptTerms(record, timeZone) && !user?.hasfailedtransaction && mayOfferPromo;
