import { call } from "#clinic/api/call.ts";
import { noteCalls, type StaffNote } from "#contract/care/notes.ts";
import { WithdrawDialog } from "./withdraw-dialog.tsx";

/** Takes a private note out of the wrong patient's record, and enters it in the right one's. */
export const WithdrawWrongNote = ({
  note,
  patientId,
  onDone,
  onClose,
}: {
  note: StaffNote;
  /** In whose record it stands. */
  patientId: string;
  onDone: () => void;
  onClose: () => void;
}) => (
  <WithdrawDialog
    title="Is this note about another patient?"
    description="Nobody can read it here any more. That there was a note stays, with its author and its time."
    quote={note.text}
    right={{
      label: "Who it’s about",
      hint: "It’s entered in their record, in your name.",
      action: "Withdraw it and enter it there",
    }}
    wrongId={patientId}
    send={(body) => call(noteCalls.withdrawNote, { params: { id: note.id }, body: { wrongpatient: true, ...body } })}
    onSent={onDone}
    onClose={onClose}
  />
);
