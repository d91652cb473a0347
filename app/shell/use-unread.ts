import { queryOptions, useQuery } from "@tanstack/react-query";
import { queryOf } from "#app/api/query.ts";
import { useSession } from "#app/api/session/session.ts";
import { tokenPatientId } from "#app/api/session/token.ts";
import { messages } from "#contract/messages/calls.ts";

/** The query for the number of unread messages. A token that cannot be read names no patient: nothing is requested then. */
export const unreadCountQuery = (token: string | null) => {
  const patientId = tokenPatientId(token);
  return queryOptions({ ...queryOf(messages.unreadCount, { params: { patientId } }), enabled: patientId !== "" });
};

/** Number of unread messages in all the patient's conversations; 0 while that is unknown. */
export function useUnreadCount(): number {
  const { token } = useSession();
  return useQuery(unreadCountQuery(token)).data?.unreadcount ?? 0;
}
