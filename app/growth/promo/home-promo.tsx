import { useQuery } from "@tanstack/react-query";
import { queryOf } from "#app/api/query.ts";
import { useSession } from "#app/api/session/session.ts";
import { settings } from "#app/api/settings.ts";
import { account } from "#contract/account.ts";
import { treatment } from "#contract/treatment.ts";
import { allowsPromo } from "./home-offer.ts";
import PromoBanner from "./promo-banner.tsx";

/** The offer she came with on her own pages: nothing while something needs her, and where she can use it. */
export default function HomePromo({ className }: { className?: string | undefined }) {
  const { record } = useSession();
  const { data: user } = useQuery(queryOf(account.user, {}));
  // Only what her pages have fetched: an offer asks for nothing.
  const { data } = useQuery({ ...queryOf(treatment.full, {}), enabled: false });
  if (!allowsPromo({ record, user, mayoffer: data?.mayoffer }, settings.brand.timezone)) return null;
  return (
    <PromoBanner
      className={className}
      checkout={record?.onboardingstatus === "PENDING" && !record.nonrxmedicationonly}
    />
  );
}
