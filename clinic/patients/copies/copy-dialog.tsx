import { useState } from "react";
import { saveFile } from "#app/browser/save-file.ts";
import { settings } from "#app/settings.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Checkbox } from "#app/ui/forms/choices/checkbox.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { Textarea } from "#app/ui/forms/textarea.tsx";
import { call } from "#clinic/api/call.ts";
import { serverClock } from "#clinic/api/server-clock.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { type DialogProps, OpensDialog } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { patientName } from "#clinic/ui/labels/patient-name.ts";
import { useAct } from "#clinic/work/use-act.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { dayIn } from "#contract/fields/formats.ts";
import type { CopyRecipient } from "#contract/staff/record-access.ts";
import { copyFileName, type CopyOf, isOfReceipts, offeredCopies, receiptYears, recipientsFor } from "./copies.ts";
import { recipientNames } from "#clinic/ui/labels/recipient-names.ts";

/** Copies of a record for an insurer, a court, the patient, where the person's roles open what is copied. */
export function MakeCopy({ record }: { record: PatientRecord }) {
  const permissions = usePermissions();
  if (offeredCopies(permissions).length === 0) return null;
  return (
    <OpensDialog buttons="Make a copy">
      {(dialog) => <CopyDialog record={record} permissions={permissions} {...dialog} />}
    </OpensDialog>
  );
}

/** Makes a copy for somebody outside: what of, for whom, and why, which the audit keeps. */
export function CopyDialog({
  record,
  permissions,
  onDone,
  onClose,
}: DialogProps & {
  record: PatientRecord;
  /** Of the person. */
  permissions: Parameters<typeof offeredCopies>[0];
}) {
  const offered = offeredCopies(permissions);
  const years = receiptYears(dayIn(settings.brand.timezone, new Date(serverClock.now())));
  const [of, setOf] = useState<CopyOf>(offered[0]?.value ?? "hsa");
  const [year, setYear] = useState(years[0] ?? 0);
  const [recipient, setRecipient] = useState("");
  const [reason, setReason] = useState("");
  const [hasLooked, setLooked] = useState(false);
  const { send, sending, message, fieldError } = useAct();
  const label = offered.find(({ value }) => value === of)?.label ?? "";
  async function save() {
    const purpose = {
      recipient: recipient as CopyRecipient,
      words: reason,
      ...(hasLooked && { restrictionsread: true as const }),
    };
    const params = { id: record.id };
    const file = isOfReceipts(of)
      ? await call(care.copyReceipts, { params, body: { of, year, ...purpose } })
      : await call(care.copyRecord, { params, body: { of, ...purpose } });
    saveFile(file, copyFileName(of, year));
    onDone(`${label} was saved on this computer.`);
  }
  return (
    <Modal
      title={`A copy for somebody outside: ${patientName(record)}`}
      description="Check that they may have it. The audit says what you copied, who for, and why."
      onClose={onClose}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send(null, save);
        }}
      >
        <Select
          label="What"
          value={of}
          options={offered}
          onChange={({ target }) => setOf(offered.find(({ value }) => value === target.value)?.value ?? of)}
        />
        {isOfReceipts(of) && (
          <Select
            label="Year"
            value={String(year)}
            options={years.map((each) => ({ value: String(each), label: String(each) }))}
            onChange={({ target }) => setYear(Number(target.value))}
          />
        )}
        <Select
          label="Who it’s for"
          placeholder="Choose"
          value={recipient}
          error={fieldError("recipient")}
          hint={record.restrictions.insurer ? "Not for an insurer: a restriction on the chart forbids it." : undefined}
          options={recipientsFor(record.restrictions).map((value) => ({ value, label: recipientNames[value] }))}
          onChange={({ target }) => setRecipient(target.value)}
        />
        <Textarea
          label="Who asked for it, and why"
          hint="A sentence, such as the court’s file number or the insurer’s claim."
          rows={3}
          value={reason}
          error={fieldError("words")}
          onChange={({ target }) => setReason(target.value)}
        />
        {record.restrictions.any && recipient !== "patient" && (
          <Checkbox
            label="I looked at what isn’t to be disclosed, and this may be"
            checked={hasLooked}
            error={fieldError("restrictionsread")}
            onChange={({ target }) => setLooked(target.checked)}
          />
        )}
        {message && !["recipient", "words", "restrictionsread"].some(fieldError) && (
          <Alert tone="warning">{message}</Alert>
        )}
        <FormActions label="Save the copy" busy={sending} busyLabel="Making it" onCancel={onClose} />
      </form>
    </Modal>
  );
}
