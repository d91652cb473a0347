import { useInfiniteQuery } from "@tanstack/react-query";
import { errorMessage } from "#app/api/api-error.ts";
import { call } from "#app/api/call.ts";
import { queryKey } from "#app/api/query.ts";
import { usePagedList } from "#app/api/use-paged-list.ts";
import { EmergencyText } from "#app/emergency/emergency-text.tsx";
import { useDates } from "#app/formats/use-dates.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { ChevronDownIcon } from "#app/ui/brand/base-icons.tsx";
import { DividedList } from "#app/ui/data/divided-list.tsx";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { FieldError } from "#app/ui/forms/field.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Heading } from "#app/ui/layout/heading.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { documents } from "#contract/documents/calls.ts";
import type { VisitNote } from "#contract/documents/visit-note.ts";
import css from "./visit-notes.module.css";

/** What the patient's doctors decided, and why: the signed notes in their record, newest first. */
export function VisitNotes() {
  return (
    <Stack as="section" aria-labelledby="visit-notes">
      <Heading level={2} id="visit-notes" lead="What your care team decided, why, and what to do if something happens.">
        Visit notes
      </Heading>
      <NoteList />
    </Stack>
  );
}

function NoteList() {
  const list = useInfiniteQuery({
    queryKey: queryKey(documents.visitNotes),
    queryFn: ({ pageParam, signal }) =>
      call(documents.visitNotes, { query: pageParam ? { nextpage: pageParam } : {} }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ nextpage }) => nextpage,
  });
  const { isLoadingMore, loadMore } = usePagedList(list);
  const { data, error, isFetching, refetch, hasNextPage, isFetchNextPageError } = list;
  if (!data)
    return error ? (
      <ErrorState level={3} busy={isFetching} onRetry={() => void refetch()}>
        {errorMessage(error)}
      </ErrorState>
    ) : (
      <Skeleton shape="row" count={2} label="Loading your visit notes" />
    );
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0)
    return (
      <Card tone="tint">
        <p>No notes yet. You’ll find one here once your doctor has decided on your plan.</p>
      </Card>
    );
  return (
    <>
      <Card className={css["notes"]}>
        <DividedList>
          {items.map((note) => (
            <NoteItem key={note.id} note={note} />
          ))}
        </DividedList>
      </Card>
      {isFetchNextPageError && (
        <div role="alert">
          <FieldError>{errorMessage(error)}</FieldError>
        </div>
      )}
      {hasNextPage && (
        <Button variant="secondary" busy={isLoadingMore} busyLabel="Loading" onClick={loadMore}>
          Show more notes
        </Button>
      )}
    </>
  );
}

function NoteItem({ note }: { note: VisitNote }) {
  const { formatDay } = useDates();
  return (
    <li>
      <details>
        <summary className={css["head"]}>
          <Stack gap={1}>
            <h3>{note.title}</h3>
            <span className={css["muted"]}>{formatDay(note.signedat)}</span>
          </Stack>
          <ChevronDownIcon />
        </summary>
        <Stack gap={4} className={css["more"]}>
          <SignedText signed={note} />
          {note.addenda.map((addendum) => (
            <Stack key={addendum.id} gap={2} className={css["addendum"]}>
              <h4>Added later</h4>
              <SignedText signed={addendum} />
            </Stack>
          ))}
        </Stack>
      </details>
    </li>
  );
}

/** What was signed, with its emergency numbers as links, and by whom. */
export function SignedText({
  signed,
}: {
  signed: VisitNote["addenda"][number] & { readonly preparedby?: string | null };
}) {
  const { formatMoment } = useDates();
  const { text, signedby, signedat, withdrawnat, preparedby = null } = signed;
  return (
    <>
      <p className={css["text"]}>
        {text === null ? (
          "This was written here by mistake, so we took it back. It isn’t part of your care."
        ) : (
          <EmergencyText>{text}</EmergencyText>
        )}
      </p>
      <p className={css["muted"]}>
        {preparedby !== null && <>Prepared by {preparedby}. </>}
        Signed by {signedby}, {formatMoment(signedat)}
        {withdrawnat !== null && <>. Taken back {formatMoment(withdrawnat)}</>}
      </p>
    </>
  );
}
