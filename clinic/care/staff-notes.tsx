import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { call } from "#clinic/api/call.ts";
import { queryOf } from "#clinic/api/query.ts";
import { useMember } from "#clinic/session/current.ts";
import { Confirm } from "#clinic/work/confirm.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { QueryContent } from "#clinic/ui/page.tsx";
import { TextButton } from "#clinic/ui/text-button.tsx";
import { plainText } from "#clinic/work/draft-text.ts";
import { useDraft } from "#clinic/work/draft.ts";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import { noteCalls, type StaffNote } from "#contract/care/notes.ts";
import { WithdrawWrongNote } from "./wrong-chart/withdraw-note.tsx";
import css from "./care.module.css";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";

/** Puts the cursor where a private note is written. */
export const focusNote = (): void => document.querySelector<HTMLElement>("#staff-note")?.focus();

/** What the practice noted about a patient for itself, and a new note. The patient never sees any of it. */
export function StaffNotes({ patientId }: { patientId: string }) {
  const { id: memberId } = useMember();
  const notes = useQuery(queryOf(noteCalls.notes, { params: { id: patientId }, query: {} }));
  const [withdrawing, setWithdrawing] = useState<StaffNote | null>(null);
  const [wrong, setWrong] = useState<StaffNote | null>(null);
  return (
    <>
      <NewNote patientId={patientId} onSaved={() => void notes.refetch()} />
      <QueryContent query={notes} rows={2}>
        {({ items }) => (
          <ul className={css["notes"]} aria-label="Private notes">
            {items.map((note) => (
              <li key={note.id}>
                {note.text === null ? (
                  <p className={css["quiet"]}>
                    {note.wrongpatient ? "Withdrawn: it was about another patient" : "Withdrawn"}
                  </p>
                ) : (
                  <p>{note.text}</p>
                )}
                <p className={css["byline"]}>
                  {note.name ?? "Your system"} · {practiceDayAndTime(note.writtenat)}
                  {note.text !== null && note.actor === `staff:${memberId}` && (
                    <TextButton onClick={() => setWithdrawing(note)}>Withdraw</TextButton>
                  )}
                  {note.text !== null && <TextButton onClick={() => setWrong(note)}>Wrong patient</TextButton>}
                </p>
              </li>
            ))}
          </ul>
        )}
      </QueryContent>
      {wrong && (
        <WithdrawWrongNote
          note={wrong}
          patientId={patientId}
          onDone={() => {
            setWrong(null);
            void notes.refetch();
          }}
          onClose={() => setWrong(null)}
        />
      )}
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

function NewNote({ patientId, onSaved }: { patientId: string; onSaved: () => void }) {
  const draft = useDraft({ kind: "note", id: patientId }, plainText);
  const { send, sending, message } = useAct({ draft });

  async function save() {
    const text = draft.latest().trim();
    if (text === "" || !draft.loaded) return;
    const input = { params: { id: patientId }, body: { text } };
    await send(input, (note, key) => call(noteCalls.writeNote, note, { key }), onSaved);
  }

  return (
    <div className={css["new"]}>
      <CountedTextarea
        id="staff-note"
        label="New note"
        hint="For the practice only. The patient never sees it."
        rows={2}
        limit={10_000}
        value={draft.value}
        onChange={({ target }) => draft.write(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void save();
        }}
      />
      {message && <Alert tone="warning">{message}</Alert>}
      {draft.value.trim() !== "" && (
        <div className={css["steps"]}>
          <Button
            variant="secondary"
            busy={sending}
            busyLabel="Saving"
            disabled={!draft.loaded}
            onClick={() => void save()}
          >
            Save the note
          </Button>
          <output className={css["small"]}>{draft.status === "saved" ? "Draft saved" : ""}</output>
        </div>
      )}
    </div>
  );
}
