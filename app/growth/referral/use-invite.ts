import { useRef } from "react";
import { isApiError } from "#app/api/api-error.ts";
import { call } from "#app/api/call.ts";
import { queryClient, queryOf } from "#app/api/query.ts";
import { randomUuid } from "#app/browser/random-uuid.ts";
import { growth } from "#contract/growth/calls.ts";

/** Mails the link to a friend and shows the updated list; throws `ApiError`. */
export function useInvite(referralLink: string): (email: string) => Promise<void> {
  const attempt = useRef({ email: "", key: "" });
  return async (email) => {
    // One idempotency key until a response arrives: pressing again after a lost one sends no second mail.
    if (attempt.current.email !== email) attempt.current = { email, key: randomUuid() };
    try {
      const { key } = attempt.current;
      const referral = await call(growth.inviteFriend, { body: { referralLink, email } }, { key });
      queryClient.setQueryData(queryOf(growth.referral, { body: {} }).queryKey, referral);
      attempt.current = { email: "", key: "" };
    } catch (error) {
      if (isApiError(error) && error.code !== "network") attempt.current = { email: "", key: "" };
      throw error;
    }
  };
}
