import { useQuery } from "@tanstack/react-query";
import { shownText } from "#app/api/api-error.ts";
import { queryOf } from "#app/api/query.ts";
import { ErrorState } from "#app/ui/error-state.tsx";
import { Heading } from "#app/ui/heading.tsx";
import { EnvelopeFlower } from "#app/ui/illustrations/envelope-flower.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { growth, type Referral } from "#contract/growth.ts";
import type * as z from "zod/mini";
import { InviteCard } from "./invite-card.tsx";
import { InvitedFriends } from "./invited-friends.tsx";
import { LinkCard } from "./link-card.tsx";
import css from "./referral.module.css";
import { RewardsCard } from "./rewards-card.tsx";

/** Refer a Friend: her link to share, invitations by mail, and what came of it. */
export default function ReferAFriend() {
  const { data, error, isFetching, refetch } = useQuery(queryOf(growth.referral, { body: {} }));
  return (
    <div className={css["page"]}>
      <Heading lead="Is there someone who would be glad to know about us? Pass your link on. You both get something.">
        Refer a Friend
      </Heading>
      {data ? (
        <Content referral={data} />
      ) : error ? (
        <ErrorState illustration={<EnvelopeFlower />} busy={isFetching} onRetry={() => void refetch()}>
          {shownText(error)}
        </ErrorState>
      ) : (
        <div className={css["columns"]}>
          <Skeleton kind="card" count={2} />
          <Skeleton kind="row" count={4} label="" />
        </div>
      )}
    </div>
  );
}

function Content({ referral }: { referral: z.output<typeof Referral> }) {
  return (
    <div className={css["columns"]}>
      <div className={css["column"]}>
        <LinkCard referral={referral} />
        <InviteCard referralLink={referral.referralLink} />
      </div>
      <div className={css["column"]}>
        <InvitedFriends referral={referral} />
        <RewardsCard referral={referral} />
      </div>
    </div>
  );
}
