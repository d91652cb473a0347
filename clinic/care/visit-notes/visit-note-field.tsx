import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { useDebouncedValue } from "#app/browser/use-delayed.ts";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { TextButton } from "#clinic/ui/text-button.tsx";
import { useDraft } from "#clinic/work/draft.ts";
import { visitNoteCalls, type VisitNoteFacts, visitNoteLimit } from "#contract/care/visit-notes.ts";
import { type PreparedTask, preparedValue } from "../prepared/prepared-fields.ts";
import { createSigning, noteDraft, noteField } from "./note-draft.ts";
import css from "./visit-notes.module.css";

/** How long nothing was changed before a note is drafted anew, ms. */
const pauseMs = 500;

/**
 * The note a decision leaves in the record, while its form is open: drafted by the server from what is decided as that changes, until somebody writes in it.
 * What they wrote is kept as a draft about `refId`.
 */
export function useVisitNote({
  patientId,
  refId,
  facts,
  isOpen = true,
  task,
}: {
  readonly patientId: string;
  readonly refId: string;
  readonly facts: VisitNoteFacts;
  /** Its form is open: it's drafted only then. */
  readonly isOpen?: boolean;
  /** The decision was prepared by somebody else, maybe with a note. */
  readonly task?: PreparedTask | undefined;
}) {
  const prepared = preparedValue(task, "visitnote");
  const text = noteDraft(facts.decision);
  const draft = useDraft(
    { kind: "visit_note", id: task?.id ?? refId },
    text,
    prepared === "" ? "" : text.toText({ decision: facts.decision, text: prepared, from: "" }),
  );
  const [sign] = useState(createSigning);
  const wanted = JSON.stringify(facts);
  const asked = useDebouncedValue(wanted, pauseMs);
  const drafted = useQuery({
    queryKey: queryKey(visitNoteCalls.draftVisitNote, [patientId, asked]),
    queryFn: ({ signal }) => {
      const body = JSON.parse(asked) as VisitNoteFacts;
      return call(visitNoteCalls.draftVisitNote, { params: { id: patientId }, body }, { signal });
    },
    enabled: isOpen,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const isOfNow = asked === wanted && drafted.data !== undefined && !drafted.isPlaceholderData;
  const field = noteField(draft.value, isOfNow ? drafted.data.text : null);
  return {
    ...field,
    /** What was drafted last, also while the next one is on its way. */
    shown: field.isEdited ? field.text : (drafted.data?.text ?? ""),
    hasFailed: drafted.isError,
    /** False until what is signed can be read: it's known whether somebody wrote in it before, and the first draft is here or couldn't be had. */
    loaded: draft.loaded && (!isOpen || field.isEdited || drafted.data !== undefined || drafted.failureCount > 0),
    write: (text: string): void => {
      const { decision } = facts;
      const from = draft.latest().text === null ? (drafted.data?.text ?? "") : draft.latest().from;
      draft.write({ decision, text, from });
    },
    draftAgain: (): void => draft.write({ decision: facts.decision, text: null, from: "" }),
    drop: draft.drop,
    /** What somebody wrote in it; empty where it's drafted. */
    own: field.isEdited ? field.text.trim() : "",
    /** What the decision sends of it. */
    body: () => sign(wanted, field),
  };
}
export type VisitNoteForm = ReturnType<typeof useVisitNote>;

/** The note before it's signed with the decision. */
export function VisitNoteField({
  note,
  error,
  onKeyDown,
}: {
  note: VisitNoteForm;
  error: string | undefined;
  onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
}) {
  return (
    <Stack gap={2}>
      <CountedTextarea
        label="Visit note"
        hint={hintOf(note)}
        className={css["field"]}
        rows={8}
        limit={visitNoteLimit}
        value={note.shown}
        error={error}
        onChange={({ target }) => note.write(target.value)}
        {...(onKeyDown && { onKeyDown })}
      />
      {note.isEdited && (
        <Cluster gap={3}>
          {note.isOutdated && <output>You changed the decision since you wrote this note.</output>}
          <TextButton onClick={note.draftAgain}>Draft it again</TextButton>
        </Cluster>
      )}
    </Stack>
  );
}

const signing = "Signed in your name with the decision. The patient reads it.";

function hintOf({ isEdited, shown, hasFailed }: VisitNoteForm): string {
  if (isEdited) return shown.trim() === "" ? `${signing} Left empty, the drafted one is signed.` : signing;
  return hasFailed ? `${signing} It can’t be shown now: without your own words it’s drafted as you decide.` : signing;
}
