import { type ReactNode, useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { usePermissions } from "#clinic/session/current.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientSummary } from "#contract/care/patients.ts";
import { permits } from "#contract/policy/policy.ts";
import { FindPatient } from "./find-patient.tsx";
import css from "./wrong-chart.module.css";

/** Whom it was meant for; none: it's only taken back. */
export interface Withdrawal {
  readonly forpatientid?: string;
}

/** Takes something out of the wrong patient's record and, where that goes, enters it in the right one's. */
export function WithdrawDialog({
  title,
  description,
  quote,
  right: { label, hint, action },
  notMoved = null,
  wrongId,
  send,
  onSent,
  onFailure,
  onClose,
}: {
  title: string;
  description: string;
  /** What it says, or is called. */
  quote: ReactNode;
  /** The field of the right patient, and the button once one is chosen. */
  right: { readonly label: string; readonly hint: string; readonly action: string };
  /** Why it can't be entered for the right patient by this; null where it can. */
  notMoved?: string | null;
  /** In whose record it stands. */
  wrongId: string;
  send: (body: Withdrawal, key: string) => Promise<unknown>;
  onSent: () => void;
  onFailure?: () => void;
  onClose: () => void;
}) {
  const [right, setRight] = useState<PatientSummary | null>(null);
  const act = useAct<Withdrawal>({ asSent: true, ...(onFailure && { onFailure }) });
  const isUnknown = act.pending !== null;
  const mayFind = permits(usePermissions(), care.searchPatients.access.needs);
  return (
    <Modal
      title={title}
      description={description}
      onClose={onClose}
      actions={
        <>
          <Button
            variant="danger"
            busy={act.sending}
            busyLabel="Please wait"
            onClick={() => void act.send(right ? { forpatientid: right.id } : {}, send, onSent)}
          >
            {isUnknown ? "Ask again" : right ? action : "Withdraw it"}
          </Button>
          <Button variant="secondary" data-first onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <FailureNotice act={act} again="Ask again: it can’t happen twice." fields={["forpatientid"]} />
        <p className={css["quote"]}>{quote}</p>
        {mayFind && notMoved === null && (
          <FindPatient
            label={label}
            hint={hint}
            error={act.fieldError("forpatientid")}
            except={wrongId}
            chosen={right}
            onChoose={setRight}
            readOnly={act.sending || isUnknown}
          />
        )}
        {mayFind && notMoved !== null && <p>{notMoved}</p>}
      </Stack>
    </Modal>
  );
}
