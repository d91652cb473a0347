import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useDebouncedValue } from "#app/browser/use-delayed.ts";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import css from "#clinic/care/tasks/tasks.module.css";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import { QueryContent } from "#clinic/ui/page.tsx";
import { MoreButton } from "#clinic/ui/table/more-button.tsx";
import { timelineCalls, type TimelineItem, type TimelineKind, timelineKinds } from "#contract/care/timeline.ts";
import type { Output } from "#contract/http/endpoint.ts";
import { aboutLabel, eventLabel, kindLabels, placeOf } from "./story-labels.ts";

/** How long typing rests before it is looked for, ms. */
const restMs = 250;
/** How long the words may be together: as the call takes them. */
const longestWords = 100;

/** All that happened with a patient, newest first, and the words in it. What is looked for is never in the address. */
export function Story({ patientId }: { patientId: string }) {
  const [kind, setKind] = useState("");
  const [typed, setTyped] = useState("");
  const isTooLong = typed.trim().length > longestWords;
  const words = useDebouncedValue(isTooLong ? "" : typed.trim(), restMs);
  const story = useStory(patientId, { kind: timelineKinds.find((each) => each === kind) ?? null, words });
  const readable = story.data?.pages.at(0)?.kinds ?? [];
  return (
    <Stack gap={4}>
      <Cluster gap={4}>
        <Select
          label="Show"
          options={[
            { value: "", label: "Everything" },
            ...readable.map((each) => ({ value: each, label: kindLabels[each] })),
          ]}
          value={kind}
          onChange={({ target }) => setKind(target.value)}
        />
        <TextField
          type="search"
          label="Words in it"
          hint="In messages, notes, letters and the log. All of them; the beginning of each is enough."
          autoComplete="off"
          spellCheck={false}
          error={isTooLong ? `Please look for fewer words: up to ${longestWords} letters.` : undefined}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Cluster>
      <QueryContent query={story}>
        {({ pages }) => (
          <Items
            items={pages.flatMap(({ items }) => items)}
            patientId={patientId}
            empty={words === "" ? "Nothing has happened yet." : "Nothing found. Try fewer letters."}
          />
        )}
      </QueryContent>
      <MoreButton list={story} />
    </Stack>
  );
}

const useStory = (patientId: string, { kind, words }: { readonly kind: TimelineKind | null; readonly words: string }) =>
  useInfiniteQuery({
    queryKey: [...queryKey(timelineCalls.timeline, { params: { id: patientId } }), kind, words],
    queryFn: ({ pageParam, signal }) =>
      call(
        timelineCalls.timeline,
        {
          params: { id: patientId },
          body: {
            ...(kind && { kinds: [kind] }),
            ...(words !== "" && { words }),
            ...(pageParam && { nextpage: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextpage }: Output<typeof timelineCalls.timeline>) => nextpage,
    placeholderData: keepPreviousData,
  });

function Items({ items, patientId, empty }: { items: readonly TimelineItem[]; patientId: string; empty: string }) {
  return (
    <>
      <output className={items.length === 0 ? css["quiet"] : "visually-hidden"}>
        {items.length === 0 ? empty : `${items.length} shown`}
      </output>
      {items.length > 0 && (
        <ol className={css["list"]} aria-label="What happened, newest first">
          {items.map((item) => (
            <li key={`${item.kind} ${item.id}`}>
              <a href={placeOf(item, patientId)}>{eventLabel(item)}</a>{" "}
              <span className={css["quiet"]}>
                {[aboutLabel(item), item.by, practiceDayAndTime(item.at)].filter(Boolean).join(" · ")}
              </span>
              {item.excerpt !== null && <div>{item.excerpt}</div>}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
