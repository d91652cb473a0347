import { useQuery } from "@tanstack/react-query";
import { queryClient, queryOf } from "#app/api/query.ts";
import { account, type HealthAnswers } from "#contract/account.ts";

const currentAnswersQuery = () => queryOf(account.healthAnswers, { query: {} });

/** Her answers as they stand. */
export const useHealthAnswers = () => useQuery(currentAnswersQuery());

/** Her answers as an earlier version kept them; they never change. */
export const useHealthAnswersVersion = (version: number) =>
  useQuery({ ...queryOf(account.healthAnswers, { query: { version } }), staleTime: Number.POSITIVE_INFINITY });

/** The answers the server has now, whatever this page knows. */
export const fetchHealthAnswers = (): Promise<HealthAnswers> =>
  queryClient.fetchQuery({ ...currentAnswersQuery(), staleTime: 0 });

export const cacheHealthAnswers = (health: HealthAnswers): void =>
  void queryClient.setQueryData(currentAnswersQuery().queryKey, health);
