import { useQuery } from "@tanstack/react-query";
import { queryOf } from "#app/api/query.ts";
import { useSession } from "#app/api/session/session.ts";
import { settings } from "#app/settings.ts";
import { profileCalls } from "#contract/account/profile.ts";
import { overviewCalls } from "#contract/treatment/overview.ts";
import PromoBanner from "./promo-banner.tsx";
import type { OnboardingRecord } from "#contract/onboarding/record.ts";
import { mustAcceptTerms } from "../terms/must-accept-terms.ts";

/** What the patient area has loaded so far. */
interface HomeState {
  readonly record: Pick<OnboardingRecord, "signupdate" | "acceptednewterms"> | null | undefined;
  readonly user: { readonly hasfailedtransaction: boolean } | undefined;
  /** The treatment has nothing more urgent; undefined while unknown. */
  readonly mayOfferPromo: boolean | undefined;
}

/** Whether a promo may be shown in the patient area: no terms to accept, no failed payment, nothing more urgent. */
export const allowsPromo = ({ record, user, mayOfferPromo = true }: HomeState, timeZone: string): boolean =>
  !mustAcceptTerms(record, timeZone) && !user?.hasfailedtransaction && mayOfferPromo;

/** The promo the patient came with, in the patient area: hidden while anything is more urgent, else with where the code can be used. */
export default function HomePromo({ className }: { className?: string | undefined }) {
  const { record } = useSession();
  const { data: user } = useQuery(queryOf(profileCalls.user, {}));
  // Reads only what the pages have fetched: a promo sends no request of its own.
  const { data } = useQuery({ ...queryOf(overviewCalls.overview, {}), enabled: false });
  if (!allowsPromo({ record, user, mayOfferPromo: data?.canshowupsells }, settings.brand.timezone)) return null;
  return (
    <PromoBanner
      className={className}
      checkout={record?.onboardingstatus === "PENDING" && !record.nonrxmedicationonly}
    />
  );
}
