import { useQuery } from "@tanstack/react-query";
import { queryOf } from "#app/api/query.ts";
import { account } from "#contract/account.ts";

/** The signed-in patient. */
export const useUser = () => useQuery(queryOf(account.user, {}));
