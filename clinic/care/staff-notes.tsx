import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Textarea } from "#app/ui/forms/textarea.tsx";
import { call } from "#clinic/api/call.ts";
import { queryOf } from "#clinic/api/query.ts";
import { useMember } from "#clinic/session/current.ts";
import { Confirm } from "#clinic/ui/dialogs/confirm.tsx";
import { useSend } from "#clinic/ui/dialogs/use-send.ts";
import { Loaded } from "#clinic/ui/page.tsx";
import { TextButton } from "#clinic/ui/text-button.tsx";
import { joinParagraphs } from "#clinic/work/draft-text.ts";
import { useDraft } from "#clinic/work/use-draft.ts";
import { practiceDayAndTime } from "#clinic/ui/words/practice-time.ts";
import { noteCalls, type StaffNote } from "#contract/care/notes.ts";
import css from "./care.module.css";

/** Puts the cursor where a private note is written. */
export const focusNote = (): void => document.querySelector<HTMLElement>("#staff-note")?.focus();

/** What the practice noted about a patient for itself, and a new note. The patient never sees any of it. */
export function StaffNotes({ patientId }: { patientId: string }) {
  const { id: memberId } = useMember();
  const notes = useQuery(queryOf(noteCalls.notes, { params: { id: patientId }, query: {} }));
  const [withdrawing, setWithdrawing] = useState<StaffNote | null>(null);
  return (
    <>
      <NewNote patientId={patientId} onWritten={() => void notes.refetch()} />
      <Loaded query={notes} rows={2}>
        {({ items }) => (
          <ul className={css["notes"]} aria-label="Private notes">
            {items.map((note) => (
              <li key={note.id}>
                {note.text === null ? <p className={css["quiet"]}>Withdrawn</p> : <p>{note.text}</p>}
                <p className={css["written"]}>
                  {note.name ?? "Your system"} · {practiceDayAndTime(note.writtenat)}
                  {note.text !== null && note.actor === `staff:${memberId}` && (
                    <TextButton onClick={() => setWithdrawing(note)}>Withdraw</TextButton>
                  )}
                </p>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {withdrawing && (
        <Confirm
          question="Withdraw this note?"
          detail="Nobody can read it any more. That there was a note stays, with your name and its time."
          confirmLabel="Withdraw"
          danger
          onConfirm={async () => {
            await call(noteCalls.withdrawNote, { params: { id: withdrawing.id } });
            await notes.refetch();
          }}
          onClose={() => setWithdrawing(null)}
        />
      )}
    </>
  );
}

function NewNote({ patientId, onWritten }: { patientId: string; onWritten: () => void }) {
  const { draft, state } = useDraft({ kind: "note", id: patientId }, joinParagraphs);
  const { send, sending, problem } = useSend();

  async function save() {
    const text = draft.get().text.trim();
    if (text === "" || !draft.get().loaded) return;
    await send(text, async (key) => {
      await call(noteCalls.writeNote, { params: { id: patientId }, body: { text } }, { key });
      await draft.drop();
      onWritten();
    });
  }

  return (
    <div className={css["new"]}>
      <Textarea
        id="staff-note"
        label="New note"
        hint="For the practice only. The patient never sees it."
        rows={2}
        maxLength={10_000}
        value={state.text}
        onChange={({ target }) => draft.write(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void save();
        }}
      />
      {problem && <Alert tone="warning">{problem}</Alert>}
      {state.text.trim() !== "" && (
        <div className={css["steps"]}>
          <Button
            variant="secondary"
            busy={sending}
            busyLabel="Saving"
            disabled={!state.loaded}
            onClick={() => void save()}
          >
            Save the note
          </Button>
          <output className={css["kept"]}>{state.kept === "saved" ? "Draft saved" : ""}</output>
        </div>
      )}
    </div>
  );
}
