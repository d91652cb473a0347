import { useQuery } from "@tanstack/react-query";
import { queryOf } from "#app/api/query.ts";
import { useSession } from "#app/api/session.ts";
import { patientOf } from "#app/api/token.ts";
import { messages } from "#contract/messages.ts";

/** How many messages of all her conversations she has not read; 0 while that is not known. */
export function useUnread(): number {
  const { token } = useSession();
  const { data } = useQuery({
    ...queryOf(messages.unreadCount, { params: { patientId: patientOf(token) } }),
    enabled: token !== null,
  });
  return data?.unreadcount ?? 0;
}
