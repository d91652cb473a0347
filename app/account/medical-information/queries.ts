import { useQuery } from "@tanstack/react-query";
import { queryClient, queryOf } from "#app/api/query.ts";
import { account } from "#contract/account/calls.ts";
import type { HealthAnswers } from "#contract/account/health-answers.ts";

const currentAnswersQuery = () => queryOf(account.healthAnswers, { query: {} });

/** The current answers. */
export const useHealthAnswers = () => useQuery(currentAnswersQuery());

/** The answers of an earlier version, which never change. */
export const useHealthAnswersVersion = (version: number) =>
  useQuery({ ...queryOf(account.healthAnswers, { query: { version } }), staleTime: Number.POSITIVE_INFINITY });

/** Fetches the current answers from the server, bypassing the cache. */
export const fetchHealthAnswers = (): Promise<HealthAnswers> =>
  queryClient.fetchQuery({ ...currentAnswersQuery(), staleTime: 0 });

export const cacheHealthAnswers = (health: HealthAnswers): void =>
  void queryClient.setQueryData(currentAnswersQuery().queryKey, health);
