import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useDebouncedValue } from "#app/browser/use-delayed.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { Page, QueryContent, Section } from "#clinic/ui/page.tsx";
import { MoreButton } from "#clinic/ui/table/more-button.tsx";
import { listCalls, type ListFilters } from "#contract/care/lists.ts";
import type { Output } from "#contract/http/endpoint.ts";
import { ActionsForAll } from "./actions-for-all.tsx";
import { BegunActions } from "./begun-actions.tsx";
import { FilterFields } from "./filter-fields.tsx";
import { SavedLists } from "./saved-lists.tsx";
import { changedForm, emptyForm, filtersOf, type ListChoices, type ListForm } from "./list-form.ts";
import { ListedPatients } from "./listed-patients.tsx";
import css from "./lists.module.css";

/** How long typing rests before it is looked for, ms. */
const restMs = 250;
const formKey = ["list-form"];

/** Lists of patients by what they have in common. What is asked of them is never in the address: it tells of their health. */
export function ListsPage() {
  const choices = useQuery(queryOf(listCalls.listFilters, {}));
  return (
    <Page title="Lists">
      <QueryContent query={choices}>{(found) => <Lists choices={found} />}</QueryContent>
    </Page>
  );
}

function Lists({ choices }: { choices: ListChoices }) {
  const cache = useQueryClient();
  // Back from a record, the list is still there. It is forgotten with all else when the person leaves.
  const [form, setForm] = useState(() => cache.getQueryData<ListForm>(formKey) ?? emptyForm);
  const show = (next: ListForm) => {
    setForm(next);
    cache.setQueryData(formKey, next);
  };
  const filters = filtersOf(form);
  const asked = useDebouncedValue(JSON.stringify(filters), restMs);
  const isAsked = asked !== "{}";
  const isOfForm = asked === JSON.stringify(filters);
  const list = useListed(JSON.parse(asked) as ListFilters, isAsked);
  const head = list.isPlaceholderData || !isOfForm ? undefined : list.data?.pages.at(0);
  return (
    <Stack gap={4}>
      <Section
        title="What they have in common"
        actions={
          <Button variant="quiet" disabled={!isAsked} onClick={() => show(emptyForm)}>
            Clear
          </Button>
        }
      >
        <Stack gap={4}>
          <SavedLists filters={filters} onChosen={show} />
          <FilterFields choices={choices} form={form} onChange={(change) => show(changedForm(form, change))} />
        </Stack>
      </Section>
      {isAsked ? (
        <Section title="Patients" actions={head && head.count > 0 && <ActionsForAll filters={filters} head={head} />}>
          <QueryContent query={list}>
            {({ pages: [first, ...further] }) =>
              first && (
                <Stack gap={4}>
                  <output className={css["quiet"]}>{first.count === 0 ? "Nobody" : `${first.count} in all`}</output>
                  <ListedPatients listed={[first, ...further].flatMap(({ items }) => items)} />
                  <Cluster gap={4}>
                    <MoreButton list={list} />
                  </Cluster>
                </Stack>
              )
            }
          </QueryContent>
        </Section>
      ) : (
        <p className={css["quiet"]}>Choose something above. All of it has to be true of a patient.</p>
      )}
      <BegunActions />
    </Stack>
  );
}

const useListed = (filters: ListFilters, enabled: boolean) =>
  useInfiniteQuery({
    queryKey: queryKey(listCalls.listPatients, filters),
    queryFn: ({ pageParam, signal }) =>
      call(listCalls.listPatients, { body: { filters, ...(pageParam && { nextpage: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextpage }: Output<typeof listCalls.listPatients>) => nextpage,
    enabled,
    placeholderData: keepPreviousData,
  });
