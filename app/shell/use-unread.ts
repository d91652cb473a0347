import { queryOptions, useQuery } from "@tanstack/react-query";
import { queryOf } from "#app/api/query.ts";
import { useSession } from "#app/api/session/session.ts";
import { tokenPatientId } from "#app/api/session/token.ts";
import { messages } from "#contract/messages/calls.ts";

/** Asks how many messages wait. Of a token nobody can read there is nobody to count for: nothing is asked then. */
export const unreadCountQuery = (token: string | null) => {
  const patientId = tokenPatientId(token);
  return queryOptions({ ...queryOf(messages.unreadCount, { params: { patientId } }), enabled: patientId !== "" });
};

/** How many messages of all her conversations she has not read; 0 while that is not known. */
export function useUnreadCount(): number {
  const { token } = useSession();
  return useQuery(unreadCountQuery(token)).data?.unreadcount ?? 0;
}
