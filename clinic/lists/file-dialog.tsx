import { type FormEvent, useState } from "react";
import { Select } from "#app/ui/forms/select.tsx";
import { Textarea } from "#app/ui/forms/textarea.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { recipientNames } from "#clinic/ui/labels/recipient-names.ts";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import type { DialogProps } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { saveCsv } from "#clinic/ui/table/csv.ts";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { listCalls, type ListFilters } from "#contract/care/lists.ts";
import { type CopyRecipient, copyRecipients } from "#contract/staff/record-access.ts";

/** Everybody on a list as a file: for whom, and why, which the audit keeps of each. */
export function FileDialog({ filters, count, onDone, onClose }: DialogProps & { filters: ListFilters; count: number }) {
  const [recipient, setRecipient] = useState("");
  const [words, setWords] = useState("");
  const act = useAct();
  async function save(event: FormEvent) {
    event.preventDefault();
    const body = { filters, recipient: recipient as CopyRecipient, words };
    await act.send(
      body,
      (sent) => call(listCalls.exportList, { body: sent }),
      (file) => {
        // Nothing of what they have in common: a name of a file is seen by many.
        saveCsv(file, "patients.csv");
        onDone("The file was saved on this computer.");
      },
    );
  }
  return (
    <Modal
      title="Save the list as a file"
      description={`Names, birthdays and addresses of ${count} ${count === 1 ? "patient" : "patients"}. The audit of each says who it’s for, and why.`}
      onClose={onClose}
    >
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap={4}>
          <Select
            label="Who it’s for"
            placeholder="Choose"
            options={copyRecipients.map((value) => ({ value, label: recipientNames[value] }))}
            value={recipient}
            error={act.fieldError("recipient")}
            onChange={({ target }) => setRecipient(target.value)}
          />
          <Textarea
            label="Who asked for it, and why"
            rows={3}
            value={words}
            error={act.fieldError("words")}
            onChange={({ target }) => setWords(target.value)}
          />
          <FailureNotice act={act} again="Press again." fields={["recipient", "words"]} />
          <FormActions label="Save the file" busy={act.sending} busyLabel="Making it" onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
