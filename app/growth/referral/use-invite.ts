import { call } from "#app/api/call.ts";
import { queryClient, queryOf } from "#app/api/query.ts";
import { useKeyedRequests } from "#app/forms/keyed-requests.ts";
import { growth } from "#contract/growth/calls.ts";

/** Mails the link to a friend and shows the updated list; throws `ApiError`. */
export function useInvite(referralLink: string): (email: string) => Promise<void> {
  const keyed = useKeyedRequests();
  return async (email) => {
    const referral = await keyed(email, (key) => call(growth.inviteFriend, { body: { referralLink, email } }, { key }));
    queryClient.setQueryData(queryOf(growth.referral, { body: {} }).queryKey, referral);
  };
}
