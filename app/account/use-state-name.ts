import { useQuery } from "@tanstack/react-query";
import { queryOf } from "#app/api/query.ts";
import { support } from "#contract/support.ts";

/** Name of a state by its two-letter code; the code while the list loads, null without a state. */
export function useStateName(id: string | null): string | null {
  const { data } = useQuery({ ...queryOf(support.lookup, { params: { type: "state" } }), staleTime: Infinity });
  return data?.items.find((state) => state.id === id)?.name ?? id;
}
