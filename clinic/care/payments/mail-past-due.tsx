import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import type { DialogProps } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { QueryContent } from "#clinic/ui/page.tsx";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { type PastDueMail, pastDueCalls, pastDueMails } from "#contract/care/past-due.ts";
import { care } from "#contract/care/calls.ts";
import { pastDueMailLabels } from "./payment-labels.ts";
import css from "./payments.module.css";

/** Sends a patient who is past due one of the prepared mails, which is shown as they read it. */
export function MailPastDue({
  patientId,
  patientName,
  onClose,
  onDone,
}: DialogProps & { patientId: string; patientName: string }) {
  const pastDue = useQuery(queryOf(pastDueCalls.pastDue, { params: { id: patientId } }));
  const cache = useQueryClient();
  const act = useAct();
  const [mail, setMail] = useState<PastDueMail>("payment_link");
  const send = () =>
    act.send(
      mail,
      (chosen, key) => call(pastDueCalls.mailPastDue, { params: { id: patientId }, body: { mail: chosen } }, { key }),
      ({ message }) => {
        for (const changed of [pastDueCalls.pastDue, care.patientMails, care.orders])
          void cache.invalidateQueries({ queryKey: queryKey(changed) });
        onDone(`${pastDueMailLabels[mail]}, to ${patientName}: ${message}`);
      },
    );
  return (
    <Modal
      wide
      title={`Write to ${patientName}`}
      description="A prepared email about the payment. It doesn’t say what was ordered. The link opens the page for a new card, after the patient logs in."
      onClose={act.sending ? undefined : onClose}
    >
      <QueryContent query={pastDue} rows={6}>
        {({ mails }) => {
          const chosen = mails.find((each) => each.mail === mail);
          return (
            <form
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                void send();
              }}
            >
              <Stack gap={4}>
                <Select
                  label="Which email"
                  options={pastDueMails.map((value) => ({ value, label: pastDueMailLabels[value] }))}
                  value={mail}
                  onChange={({ target }) => setMail(target.value as PastDueMail)}
                />
                {chosen && (
                  <div className={css["letter"]}>
                    <b>{chosen.subject}</b>
                    <p className={css["text"]}>{chosen.text}</p>
                  </div>
                )}
                {chosen?.obstacle && <Alert tone="warning">{chosen.obstacle}</Alert>}
                <FailureNotice
                  act={act}
                  again="Sending again is safe: it’s the same request, so it’s sent once at most."
                />
                <FormActions
                  label="Send the email"
                  busy={act.sending}
                  busyLabel="Sending"
                  disabled={chosen === undefined || chosen.obstacle !== null}
                  onCancel={onClose}
                />
              </Stack>
            </form>
          );
        }}
      </QueryContent>
    </Modal>
  );
}
