import { useQuery } from "@tanstack/react-query";
import { queryOf } from "#app/api/query.ts";
import { profileCalls } from "#contract/account/profile.ts";

/** The signed-in patient. */
export const useUser = () => useQuery(queryOf(profileCalls.user, {}));
