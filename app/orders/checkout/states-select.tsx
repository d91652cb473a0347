import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { queryOf } from "#app/api/query.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { support } from "#contract/support.ts";

/** The states of the lookup list, as a dropdown. Works with `{...field("state")}`. */
export function StatesSelect({ label = "State", ...rest }: Partial<ComponentProps<typeof Select>>) {
  const states = useQuery({ ...queryOf(support.lookup, { params: { type: "state" } }), staleTime: Infinity });
  if (states.isError)
    return (
      <div role="alert">
        <p>We couldn't load the list of states.</p>
        <Button variant="secondary" busy={states.isFetching} onClick={() => void states.refetch()}>
          Try again
        </Button>
      </div>
    );
  // A select takes its value only from existing options, so it is remounted with the list.
  return (
    <Select
      key={states.data ? "loaded" : "loading"}
      required
      autoComplete="address-level1"
      {...rest}
      label={label}
      placeholder={states.data ? "Choose a state" : "Loading"}
      options={(states.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

/** Name of a state by its two-letter code; the code while the list loads, null without a state. */
export function useStateName(id: string | null): string | null {
  const { data } = useQuery({ ...queryOf(support.lookup, { params: { type: "state" } }), staleTime: Infinity });
  return data?.items.find((state) => state.id === id)?.name ?? id;
}
