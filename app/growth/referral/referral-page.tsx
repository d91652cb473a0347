import { useQuery } from "@tanstack/react-query";
import { errorMessage } from "#app/api/api-error.ts";
import { queryOf } from "#app/api/query.ts";
import { Column, Columns } from "#app/ui/layout/columns.tsx";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { Heading } from "#app/ui/layout/heading.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { growth } from "#contract/growth/calls.ts";
import type { Referral } from "#contract/growth/referral.ts";
import { FriendPreview } from "./friend-preview.tsx";
import { InviteCard } from "./invite-card.tsx";
import { InvitedFriends } from "./invited-friends.tsx";
import { LinkCard } from "./link-card.tsx";
import { RewardsCard } from "./rewards-card.tsx";

/** Refer a Friend: the link to share, invitations by mail, and the results. */
export default function ReferAFriend() {
  const { data, error, isFetching, refetch } = useQuery(queryOf(growth.referral, { body: {} }));
  return (
    <Stack gap={6}>
      <Heading lead="Know someone who'd be glad to hear about us? Share your link, and you'll both get something.">
        Refer a Friend
      </Heading>
      {data ? (
        <ReferralContent referral={data} />
      ) : error ? (
        <ErrorState busy={isFetching} onRetry={() => void refetch()}>
          {errorMessage(error)}
        </ErrorState>
      ) : (
        <Columns first={1.5}>
          <Skeleton shape="card" count={2} />
          <Skeleton shape="row" count={4} label="" />
        </Columns>
      )}
    </Stack>
  );
}

function ReferralContent({ referral }: { referral: Referral }) {
  return (
    <Columns first={1.5}>
      <Column>
        <LinkCard referral={referral} />
        <FriendPreview referral={referral} />
        <InviteCard referralLink={referral.referralLink} />
      </Column>
      <Column>
        <InvitedFriends referral={referral} />
        <RewardsCard referral={referral} />
      </Column>
    </Columns>
  );
}
