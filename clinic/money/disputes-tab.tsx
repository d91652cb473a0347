import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatDay } from "#app/formats/dates.ts";
import { formatDollars } from "#app/formats/money.ts";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { AboutPatient } from "#clinic/care/wrong-chart/who-it-is.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { serverClock } from "#clinic/api/server-clock.ts";
import { Confirm } from "#clinic/work/confirm.tsx";
import { QueryContent, Notice } from "#clinic/ui/page.tsx";
import { patientName } from "#clinic/ui/labels/patient-name.ts";
import { Table } from "#clinic/ui/table/table.tsx";
import { care } from "#contract/care/calls.ts";
import {
  answerLabel,
  type Dispute,
  disputeStatuses,
  disputesByUrgency,
  dueLabel,
  reasonLabel,
} from "./money-labels.ts";
import { EvidenceDialog } from "./evidence-dialog.tsx";
import { RowAction, RowActions } from "#clinic/ui/table/row-actions.tsx";
import css from "./money.module.css";
import { useDisputes } from "./money-lists.ts";
import { MoreButton } from "#clinic/ui/table/more-button.tsx";

/** Charges that a patient's bank wants back: each with the evidence its bank may be told, and charges that one stopped are resumed. */
export function DisputesTab() {
  const cache = useQueryClient();
  const [open, setOpen] = useState<Dispute | null>(null);
  const [evidenceOf, setEvidenceOf] = useState<Dispute | null>(null);
  const [notice, setNotice] = useState("");
  const disputes = useDisputes();
  return (
    <>
      <Notice>{notice}</Notice>
      <QueryContent query={disputes}>
        {({ pages }) => {
          const items = disputesByUrgency(pages.flatMap((page) => page.items));
          if (items.length === 0) return <p className={css["empty"]}>No bank has asked for a payment back.</p>;
          return (
            <>
              <p className={css["quiet"]}>
                Send a bank the evidence from here, or save it and answer in the dashboard of your payment gateway. A
                bank takes one answer.
              </p>
              <Table
                label="Disputes"
                head={["Opened", "Patient", "Amount", "Why", "Status", "For the bank", "Automatic charges"]}
              >
                {items.map((dispute) => (
                  <DisputeRow
                    key={dispute.id}
                    dispute={dispute}
                    onResume={() => setOpen(dispute)}
                    onEvidence={() => setEvidenceOf(dispute)}
                  />
                ))}
              </Table>
              <MoreButton list={disputes} />
            </>
          );
        }}
      </QueryContent>
      {evidenceOf && (
        <AboutPatient patient={evidenceOf.patient}>
          <EvidenceDialog
            dispute={evidenceOf}
            onClose={() => setEvidenceOf(null)}
            onDone={(text) => {
              setNotice(text);
              setEvidenceOf(null);
            }}
          />
        </AboutPatient>
      )}
      {open && (
        <AboutPatient patient={open.patient}>
          <Confirm
            question={`Charge ${patientName(open.patient)} automatically again?`}
            detail="Speak with them first. Their next order is charged on its day, also while the bank still looks at this one."
            confirmLabel="Resume charges"
            onClose={() => setOpen(null)}
            onConfirm={async () => {
              await call(care.resumeCharges, { params: { id: open.id }, body: {} });
              void cache.invalidateQueries({ queryKey: queryKey(care.disputes) });
              setNotice(`${patientName(open.patient)} is charged automatically again.`);
            }}
          />
        </AboutPatient>
      )}
    </>
  );
}

function DisputeRow({
  dispute,
  onResume,
  onEvidence,
}: {
  dispute: Dispute;
  onResume: () => void;
  onEvidence: () => void;
}) {
  const { patient, amount, ordernumber, reason, status, openedat, chargesstopped } = dispute;
  const { tone, label } = disputeStatuses[status];
  const due = dueLabel(dispute, serverClock.now());
  const answer = answerLabel(dispute);
  return (
    <tr>
      <td className={css["when"]}>{formatDay(openedat)}</td>
      <td>
        <b>{patientName(patient)}</b>
        {ordernumber && <div className={css["quiet"]}>Order {ordernumber}</div>}
      </td>
      <td className={css["amount"]}>{formatDollars(amount)}</td>
      <td>{reasonLabel(reason)}</td>
      <td>
        <StatusBadge tone={tone}>{label}</StatusBadge>
        {due && <div className={css["quiet"]}>{due}</div>}
        {answer && <div className={css["quiet"]}>{answer}</div>}
      </td>
      <td>
        <RowActions>
          <RowAction label="Evidence" name={`Evidence: ${patientName(patient)}`} onClick={onEvidence} />
        </RowActions>
      </td>
      <td>
        <RowActions>
          {chargesstopped ? (
            <>
              <StatusBadge tone="warning">Stopped</StatusBadge>
              <RowAction label="Resume" name={`Resume charges: ${patientName(patient)}`} onClick={onResume} />
            </>
          ) : (
            <span className={css["quiet"]}>Running</span>
          )}
        </RowActions>
      </td>
    </tr>
  );
}
