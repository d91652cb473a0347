import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { queryOf } from "#clinic/api/query.ts";
import { DirectionsDialog } from "#clinic/prescribing/directions-dialog.tsx";
import type { PreparedTask } from "#clinic/care/prepared/prepared-fields.ts";
import { DecideDialog } from "../decisions/decide-dialog.tsx";
import { renewalToDecide } from "../decisions/renewal-or-upsell.ts";
import { LetterDialog } from "../letter/letter-dialog.tsx";
import { ChangeDialog } from "#clinic/prescribing/treatment-change/change-dialog.tsx";
import type { DialogProps } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { Notice, QueryContent, Section } from "#clinic/ui/page.tsx";
import { useKeys } from "#clinic/ui/use-keys.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import type { PreparedDecision } from "#contract/care/prepared.ts";
import type { Task } from "#contract/care/tasks.ts";
import { formatList } from "#contract/fields/formats.ts";

const preparedTitles: Readonly<Record<PreparedDecision, string>> = {
  renewal_approved: "A renewal to approve",
  renewal_declined: "A renewal to decline",
  treatment_changed: "A change of the treatment",
  directions_changed: "Other directions",
  letter: "A medical letter",
};

/** A decision that waits to be signed, or that was given back: it's opened in the dialog it was written in. */
export function PreparedDecision({
  task,
  patientId,
  onDecided,
}: {
  task: PreparedTask & Pick<Task, "actions" | "answer" | "ended">;
  patientId: string;
  onDecided: () => void;
}) {
  const { prepared, actions, answer, ended } = task;
  const signs = actions.includes("sign");
  const preparesAgain = answer !== null && actions.includes("close");
  const [isOpen, setOpen] = useState(false);
  const [notice, setNotice] = useState("");
  const opens = signs || preparesAgain;
  useKeys(opens ? { s: () => setOpen(true) } : {});
  return (
    <Section title={preparedTitles[prepared.decision]}>
      {ended === null && prepared.changed.length > 0 && (
        <Alert tone="warning" title="The record has changed since">
          {`What’s new: ${formatList(prepared.changed)}.`}
        </Alert>
      )}
      <Notice takesFocus>{notice}</Notice>
      {opens && (
        <div>
          <Button onClick={() => setOpen(true)}>
            {signs ? "Read it and sign" : "Prepare it again"} <kbd aria-hidden="true">s</kbd>
          </Button>
        </div>
      )}
      {isOpen && (
        <OpenedDecision
          task={task}
          patientId={patientId}
          onClose={() => setOpen(false)}
          onDone={(text) => {
            setOpen(false);
            setNotice(text);
            onDecided();
          }}
        />
      )}
    </Section>
  );
}

interface Opened extends DialogProps {
  readonly task: PreparedTask;
}

/** What it's decided on is read first. */
function OpenedDecision({ patientId, ...opened }: Opened & { readonly patientId: string }) {
  const record = useQuery(queryOf(care.patient, { params: { id: patientId } }));
  return (
    <QueryContent query={record} rows={2}>
      {(read) => <DecisionDialog record={read} {...opened} />}
    </QueryContent>
  );
}

function DecisionDialog({ record, ...opened }: Opened & { readonly record: PatientRecord }) {
  const { decision, refid } = opened.task.prepared;
  if (decision === "letter") return <LetterDialog record={record} {...opened} />;
  if (decision === "treatment_changed") {
    const subscription = record.subscriptions?.find(({ id, status }) => id === refid && status !== "cancelled");
    return subscription ? <ChangeDialog record={record} subscription={subscription} {...opened} /> : <NothingLeft />;
  }
  if (decision === "directions_changed") {
    const prescription = record.prescriptions?.find(({ id, status }) => id === refid && status === "active");
    return prescription ? (
      <DirectionsDialog patientId={record.id} prescription={prescription} revision={record.revision} {...opened} />
    ) : (
      <NothingLeft />
    );
  }
  return <RenewalDialog record={record} action={decision === "renewal_approved" ? "approve" : "decline"} {...opened} />;
}

function RenewalDialog({
  record,
  action,
  ...opened
}: Opened & { readonly record: PatientRecord; readonly action: "approve" | "decline" }) {
  const { refid } = opened.task.prepared;
  const renewals = useQuery(queryOf(care.prescriptionRenewals, { query: { patientid: record.id } }));
  return (
    <QueryContent query={renewals} rows={2}>
      {({ items }) => {
        const renewal = items.find(({ id }) => id === refid);
        return renewal ? (
          <DecideDialog waits record={record} item={renewalToDecide(renewal, record)} action={action} {...opened} />
        ) : (
          <NothingLeft />
        );
      }}
    </QueryContent>
  );
}

const NothingLeft = () => (
  <Alert tone="warning" title="There’s nothing left to decide here">
    It was decided or withdrawn already. Give it back, so that it doesn’t wait any more.
  </Alert>
);
