import { Form } from "#app/forms/form.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { reasonNames } from "#clinic/ui/labels/record-grounds.ts";
import { recordAccessCalls, recordReasons } from "#contract/staff/record-access.ts";
import type { StaffSessionStore } from "./session.ts";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";

const options = recordReasons.map((value) => ({ value, label: reasonNames[value] }));

/** Asks why somebody needs the record of a patient who isn't their work. What waits for it is sent afterwards. */
export function ReasonDialog({ session, patientId }: { session: StaffSessionStore; patientId: string }) {
  const cancel = () => session.cancelReason(patientId);
  return (
    <Modal
      title="Why do you need this record?"
      description="This patient isn’t in your work now. Your reason opens the record for an hour, and the audit shows it with everything you open."
      onClose={cancel}
    >
      <Form
        schema={recordAccessCalls.openRecord.body}
        names={["reason", "words"]}
        defaultValues={{ words: "" }}
        onSubmit={(body) => session.giveReason(patientId, body)}
      >
        {({ field, busy }) => (
          <>
            <Select label="Reason" placeholder="Choose a reason" options={options} {...field("reason")} />
            <CountedTextarea
              label="In a sentence"
              hint="Needed for “Something else”."
              rows={2}
              limit={500}
              {...field("words")}
            />
            <FormActions label="Open the record" busy={busy} busyLabel="Opening" onCancel={cancel} />
          </>
        )}
      </Form>
    </Modal>
  );
}
