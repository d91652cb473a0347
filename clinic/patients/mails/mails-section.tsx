import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { type DialogProps, OpensDialog } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import { QueryContent } from "#clinic/ui/page.tsx";
import { MoreButton } from "#clinic/ui/table/more-button.tsx";
import { RowAction } from "#clinic/ui/table/row-actions.tsx";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { type PatientMail, patientMailCalls } from "#contract/care/patient-mails.ts";
import { permits } from "#contract/policy/policy.ts";
import rowCss from "#clinic/ui/rows.module.css";
import { mailStatuses } from "./mail-labels.ts";

/** What was mailed to a patient, newest first, and sending one of them again. */
export function PatientMails({ patientId }: { patientId: string }) {
  const mails = useInfiniteQuery({
    queryKey: [...queryKey(patientMailCalls.patientMails), patientId],
    queryFn: ({ pageParam, signal }) =>
      call(
        patientMailCalls.patientMails,
        { params: { id: patientId }, query: { ...(pageParam !== null && { nextpage: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextpage }) => nextpage,
  });
  const [all, setAll] = useState(false);
  return (
    <QueryContent query={mails} rows={3}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        if (items.length === 0) return <p className={rowCss["quiet"]}>Nothing was mailed in the last 90 days.</p>;
        return (
          <>
            <p className={rowCss["quiet"]}>
              We know whether the server accepted an email, not whether it arrived. If one is missing, ask the patient
              to look in their spam folder, too.
            </p>
            <ul className={rowCss["rows"]} aria-label="Emails">
              {items.slice(0, all ? undefined : shownAtFirst).map((mail) => (
                <li key={mail.id}>
                  <Mail patientId={patientId} mail={mail} />
                </li>
              ))}
            </ul>
            {all ? (
              <MoreButton list={mails} />
            ) : (
              items.length > shownAtFirst && (
                <Button variant="quiet" onClick={() => setAll(true)}>
                  Show older emails
                </Button>
              )
            )}
          </>
        );
      }}
    </QueryContent>
  );
}

const shownAtFirst = 8;

function Mail({ patientId, mail }: { patientId: string; mail: PatientMail }) {
  const maySend = permits(usePermissions(), patientMailCalls.resendMail.access.needs);
  const { subject, address, copyto, current, queuedat, status, sentby, repeatsid, obstacle } = mail;
  const { label, tone } = mailStatuses[status];
  const facts = [
    practiceDayAndTime(queuedat),
    copyto === null ? `to ${address}` : `copy to ${copyto} (helper), ${address}`,
    !current && "not the address on record",
    repeatsid !== null && "sent again",
    sentby && `by ${sentby}`,
  ].filter(Boolean);
  return (
    <>
      <div className={rowCss["first"]}>
        {subject} <StatusBadge tone={tone}>{label}</StatusBadge>
      </div>
      <div className={rowCss["quiet"]}>{facts.join(" · ")}</div>
      {maySend &&
        (obstacle === null ? (
          <OpensDialog
            className={rowCss["quiet"]}
            buttons={(open) => (
              <RowAction label="Send again" name={`Send again: ${subject}`} onClick={() => open(null)} />
            )}
          >
            {(dialog) => <ResendDialog patientId={patientId} mail={mail} {...dialog} />}
          </OpensDialog>
        ) : (
          <div className={rowCss["quiet"]}>Can’t be sent again. {obstacle}</div>
        ))}
    </>
  );
}

function ResendDialog({ patientId, mail, onClose, onDone }: DialogProps & { patientId: string; mail: PatientMail }) {
  const cache = useQueryClient();
  const act = useAct();
  const send = () =>
    act.send(
      mail.id,
      (mailid, key) => call(patientMailCalls.resendMail, { params: { id: patientId, mailid }, body: {} }, { key }),
      ({ message }) => {
        void cache.invalidateQueries({ queryKey: queryKey(patientMailCalls.patientMails) });
        onDone(message);
      },
    );
  return (
    <Modal
      title={`Send “${mail.subject}” again?`}
      description="It goes to the email on record, as it was."
      onClose={act.sending ? undefined : onClose}
      actions={
        <>
          <Button busy={act.sending} busyLabel="Sending" onClick={() => void send()}>
            Send it again
          </Button>
          <Button variant="secondary" data-first onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <FailureNotice act={act} again="Sending again is safe: it’s the same request, so it’s sent once at most." />
    </Modal>
  );
}
