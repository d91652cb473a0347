import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { useMember } from "#clinic/session/current.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import { QueryContent } from "#clinic/ui/page.tsx";
import { TextButton } from "#clinic/ui/text-button.tsx";
import { plainText } from "#clinic/work/draft-text.ts";
import { useDraft } from "#clinic/work/draft.ts";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { type SignedVisitNote, visitNoteCalls, visitNoteLimit } from "#contract/care/visit-notes.ts";
import { permits } from "#contract/policy/policy.ts";
import careCss from "../care.module.css";
import css from "./visit-notes.module.css";

type Signed = SignedVisitNote["addenda"][number] & { readonly preparedby?: string | null };

/** The notes that decisions left in a record, newest first, with what was added to them. */
export function VisitNotes({ patientId }: { patientId: string }) {
  const notes = useInfiniteQuery({
    queryKey: queryKey(visitNoteCalls.visitNotes, patientId),
    queryFn: ({ pageParam, signal }) =>
      call(
        visitNoteCalls.visitNotes,
        { params: { id: patientId }, query: pageParam ? { nextpage: pageParam } : {} },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextpage }) => nextpage,
  });
  const [adding, setAdding] = useState<SignedVisitNote | null>(null);
  const [withdrawing, setWithdrawing] = useState<{ readonly title: string; readonly signed: Signed } | null>(null);
  const mayWrite = permits(useMember().permissions, visitNoteCalls.addToVisitNote.access.needs);
  const done = () => {
    setAdding(null);
    setWithdrawing(null);
    void notes.refetch();
  };
  return (
    <>
      <QueryContent query={notes} rows={3}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0) return <p className={css["quiet"]}>Nothing was decided yet.</p>;
          return (
            <ul className={css["list"]} aria-label="Visit notes">
              {items.map((note) => (
                <li key={note.id}>
                  <h3>{note.title}</h3>
                  <SignedText signed={note}>
                    {mayWrite && note.text !== null && (
                      <>
                        <TextButton onClick={() => setAdding(note)}>Add to it</TextButton>
                        <TextButton onClick={() => setWithdrawing({ title: note.title, signed: note })}>
                          Entered in error
                        </TextButton>
                      </>
                    )}
                  </SignedText>
                  {note.addenda.map((addendum) => (
                    <div key={addendum.id} className={css["addendum"]}>
                      <SignedText signed={addendum}>
                        {mayWrite && addendum.text !== null && (
                          <TextButton
                            onClick={() => setWithdrawing({ title: `Addendum to: ${note.title}`, signed: addendum })}
                          >
                            Entered in error
                          </TextButton>
                        )}
                      </SignedText>
                    </div>
                  ))}
                </li>
              ))}
            </ul>
          );
        }}
      </QueryContent>
      {notes.hasNextPage && (
        <Button
          variant="secondary"
          busy={notes.isFetchingNextPage}
          busyLabel="Loading"
          onClick={() => void notes.fetchNextPage()}
        >
          Show older notes
        </Button>
      )}
      {adding && <AddendumDialog note={adding} onDone={done} onClose={() => setAdding(null)} />}
      {withdrawing && <WithdrawNoteDialog {...withdrawing} onDone={done} onClose={() => setWithdrawing(null)} />}
    </>
  );
}

/** A signed text with who signed it; of a withdrawn one, its trace. */
function SignedText({
  signed: { text, signedby, signedat, withdrawnat, withdrawal, preparedby = null },
  children,
}: {
  signed: Signed;
  children: ReactNode;
}) {
  return (
    <>
      {text === null ? (
        <p className={css["quiet"]}>
          Withdrawn as entered in error{withdrawal?.wrongpatient && ", because it was about another patient"},{" "}
          {withdrawnat && practiceDayAndTime(withdrawnat)}, by {withdrawal?.name ?? "your system"}: {withdrawal?.reason}
        </p>
      ) : (
        <p className={css["text"]}>{text}</p>
      )}
      <p className={css["byline"]}>
        {preparedby !== null && <>Prepared by {preparedby} · </>}Signed by {signedby} · {practiceDayAndTime(signedat)}
        {children}
      </p>
    </>
  );
}

function AddendumDialog({ note, onDone, onClose }: { note: SignedVisitNote; onDone: () => void; onClose: () => void }) {
  const draft = useDraft({ kind: "visit_note", id: note.id }, plainText);
  const act = useAct({ draft });
  async function add(): Promise<void> {
    const text = draft.latest().trim();
    if (text === "" || !draft.loaded) return;
    const input = { params: { id: note.id }, body: { text } };
    await act.send(input, (sent, key) => call(visitNoteCalls.addToVisitNote, sent, { key }), onDone);
  }
  return (
    <Modal
      wide
      title={`Add to: ${note.title}`}
      description="The note stays as it was signed. What you add is signed in your name, and the patient reads it."
      onClose={onClose}
      actions={
        <>
          <Button busy={act.sending} busyLabel="Signing" disabled={!draft.loaded} onClick={() => void add()}>
            Sign the addendum
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <p className={css["text"]}>{note.text}</p>
        <CountedTextarea
          label="Addendum"
          rows={4}
          limit={visitNoteLimit}
          value={draft.value}
          error={act.fieldError("text")}
          onChange={({ target }) => draft.write(target.value)}
        />
        <FailureNotice
          act={act}
          title="Nothing was added"
          again="Press again: it’s never added twice."
          fields={["text"]}
        />
      </Stack>
    </Modal>
  );
}

function WithdrawNoteDialog({
  title,
  signed,
  onDone,
  onClose,
}: {
  title: string;
  signed: Signed;
  onDone: () => void;
  onClose: () => void;
}) {
  const isOwn = signed.actor === `staff:${useMember().id}`;
  const [reason, setReason] = useState("");
  const [isWrongPatient, setWrongPatient] = useState(!isOwn);
  const [missing, setMissing] = useState("");
  const act = useAct();
  async function withdraw(): Promise<void> {
    setMissing(reason.trim() === "" ? "Please say why it was entered in error." : "");
    if (reason.trim() === "") return;
    const body = { reason: reason.trim(), wrongpatient: isWrongPatient };
    await act.send(body, () => call(visitNoteCalls.withdrawVisitNote, { params: { id: signed.id }, body }), onDone);
  }
  return (
    <Modal
      wide
      title={`Withdraw: ${title}?`}
      description="Nobody can read it any more, neither here nor the patient. That there was a note, who signed it and who withdrew it stays."
      onClose={onClose}
      actions={
        <>
          <Button variant="danger" busy={act.sending} busyLabel="Withdrawing" onClick={() => void withdraw()}>
            Withdraw it
          </Button>
          <Button variant="secondary" data-first onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <p className={css["text"]}>{signed.text}</p>
        <CountedTextarea
          label="Why it was entered in error"
          hint="For the practice. The patient doesn’t see it."
          rows={2}
          limit={2000}
          value={reason}
          error={missing || act.fieldError("reason")}
          onChange={({ target }) => setReason(target.value)}
        />
        {isOwn ? (
          <label className={careCss["check"]}>
            <input
              type="checkbox"
              checked={isWrongPatient}
              onChange={({ target }) => setWrongPatient(target.checked)}
            />
            It’s about another patient
          </label>
        ) : (
          <p>Somebody else signed it: withdraw it only if it’s about another patient. Anything else is an addendum.</p>
        )}
        <FailureNotice
          act={act}
          title="Nothing was withdrawn"
          again="Press again: it’s never done twice."
          fields={["reason"]}
        />
      </Stack>
    </Modal>
  );
}
