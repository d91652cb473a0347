import { useQuery } from "@tanstack/react-query";
import { queryClient, queryOf } from "#app/api/query.ts";
import { account, type HealthAnswers } from "#contract/account.ts";

const now = () => queryOf(account.healthAnswers, { query: {} });

/** Her answers as they stand. */
export const useHealth = () => useQuery(now());

/** Her answers as an earlier version kept them; they never change. */
export const useHealthVersion = (version: number) =>
  useQuery({ ...queryOf(account.healthAnswers, { query: { version } }), staleTime: Number.POSITIVE_INFINITY });

/** The answers the server has now, whatever this page knows. */
export const fetchHealth = (): Promise<HealthAnswers> => queryClient.fetchQuery({ ...now(), staleTime: 0 });

export const keepHealth = (health: HealthAnswers): void => void queryClient.setQueryData(now().queryKey, health);
