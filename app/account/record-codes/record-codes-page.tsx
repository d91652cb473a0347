import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { call } from "#app/api/call.ts";
import { queryKey } from "#app/api/query.ts";
import { usePagedList } from "#app/api/use-paged-list.ts";
import { SettingsPage } from "#app/account/settings/settings-page.tsx";
import { formatTime } from "#app/formats/dates.ts";
import { Form } from "#app/forms/form.tsx";
import { useKeyedRequests } from "#app/forms/keyed-requests.ts";
import { settings } from "#app/settings.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { CardHead } from "#app/ui/data/card-head.tsx";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { moveFocusToTop } from "#app/ui/focus.ts";
import { ChoiceCards } from "#app/ui/forms/choices/choice-cards.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { documents } from "#contract/documents/calls.ts";
import type { RecordPart } from "#contract/documents/record-codes.ts";
import type { Output } from "#contract/http/endpoint.ts";
import { RecordCodeList } from "./record-code-list.tsx";
import css from "./record-codes.module.css";

const parts: readonly { value: RecordPart; label: string; description: string }[] = [
  {
    value: "medicines",
    label: "My allergies and medicines",
    description: "What you told us about both, and what we've prescribed. That's often all they need.",
  },
  {
    value: "record",
    label: "My whole record",
    description: "Your health answers, visit notes, prescriptions and orders, too.",
  },
];

/** One-time access of another doctor: a code to make, and each one that was made with who used it. */
export default function RecordCodesPage() {
  const [made, setMade] = useState<Output<typeof documents.makeRecordCode> | null>(null);
  const cache = useQueryClient();
  const list = useInfiniteQuery({
    queryKey: queryKey(documents.recordCodes),
    queryFn: ({ pageParam, signal }) =>
      call(documents.recordCodes, { query: pageParam ? { nextpage: pageParam } : {} }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ nextpage }) => nextpage,
  });
  const { isLoadingMore, loadMore } = usePagedList(list);
  const { data, error, isFetching, refetch, hasNextPage } = list;
  const [first] = data?.pages ?? [];
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const changed = () => cache.invalidateQueries({ queryKey: queryKey(documents.recordCodes) });
  // The code is gone from here once it has been used or taken back.
  const shown = made && items.every(({ id, state }) => id !== made.id || state === "waiting") ? made : null;
  return (
    <SettingsPage
      title="Share with another doctor"
      lead="Make a code and give it to a doctor you trust. They don't need an account."
    >
      {first ? (
        <>
          {shown ? (
            <NewCode
              code={shown.code}
              until={shown.until}
              readMinutes={first.readminutes}
              onDone={() => setMade(null)}
            />
          ) : (
            <MakeCode
              minutes={first.codeminutes}
              onMade={async (code) => {
                setMade(code);
                await changed();
              }}
            />
          )}
          {items.length > 0 && (
            <Card as="section" gap={4} aria-labelledby="codes-made">
              <CardHead id="codes-made" title="Who saw it" />
              <RecordCodeList items={items} onEnded={changed} />
              {hasNextPage && (
                <Button variant="quiet" busy={isLoadingMore} busyLabel="Loading" onClick={loadMore}>
                  Show more
                </Button>
              )}
            </Card>
          )}
        </>
      ) : error ? (
        <ErrorState busy={isFetching} onRetry={() => void refetch()}>
          {errorMessage(error)}
        </ErrorState>
      ) : (
        <Skeleton shape="row" count={3} />
      )}
    </SettingsPage>
  );
}

function MakeCode({
  minutes,
  onMade,
}: {
  minutes: number;
  onMade: (made: Output<typeof documents.makeRecordCode>) => Promise<void>;
}) {
  const keyed = useKeyedRequests();
  return (
    <Form
      schema={documents.makeRecordCode.body}
      names={["opens"]}
      defaultValues={{ opens: "medicines" as RecordPart }}
      onSubmit={async (body) => onMade(await keyed(body, (key) => call(documents.makeRecordCode, { body }, { key })))}
    >
      {({ form, error, busy }) => (
        <Stack gap={5}>
          <ChoiceCards
            label="What would you like to share?"
            options={parts}
            value={form.watch("opens")}
            onValueChange={(opens) => form.setValue("opens", opens as RecordPart, { shouldValidate: true })}
            error={error("opens")}
          />
          <p>The code works once, within {minutes} minutes. You'll see who used it, and you can end it any time.</p>
          <div>
            <Button type="submit" busy={busy} busyLabel="Making your code">
              Make a code
            </Button>
          </div>
        </Stack>
      )}
    </Form>
  );
}

/** The code to read out, and what the doctor does with it. It's shown once. */
function NewCode({
  code,
  until,
  readMinutes,
  onDone,
}: {
  code: string;
  until: string;
  readMinutes: number;
  onDone: () => void;
}) {
  return (
    <div ref={moveFocusToTop} tabIndex={-1}>
      <Card as="section" gap={4} align="start" aria-labelledby="new-code">
        <CardHead id="new-code" title="Your code" />
        <p className={css["code"]} translate="no">
          {code}
        </p>
        <p>
          Ask your doctor to go to <strong translate="no">{window.location.host}/shared-record</strong> and enter this
          code with your date of birth. It works until {formatTime(until)}. After that, they can read for {readMinutes}{" "}
          minutes.
        </p>
        <p>
          Please write it down now. We can't show it again. And never give it to anyone who calls you, even if they say
          they're from {settings.brand.name}.
        </p>
        <Button variant="secondary" onClick={onDone}>
          I'm done
        </Button>
      </Card>
    </div>
  );
}
