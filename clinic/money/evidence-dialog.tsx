import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { saveFile } from "#app/browser/save-file.ts";
import { formatDollars } from "#app/formats/money.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Checkbox } from "#app/ui/forms/choices/checkbox.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import type { DialogProps } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { patientName } from "#clinic/ui/labels/patient-name.ts";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import { QueryContent } from "#clinic/ui/page.tsx";
import { Confirm } from "#clinic/work/confirm.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { care } from "#contract/care/calls.ts";
import type { DisputeEvidence } from "#contract/care/disputes.ts";
import css from "./money.module.css";
import { answerLabel, type Dispute, orderName } from "./money-labels.ts";

/** What a bank may be told of a disputed charge: to read, to save, and to send once. */
export function EvidenceDialog({ dispute, onDone, onClose }: DialogProps & { dispute: Dispute }) {
  const cache = useQueryClient();
  const params = { id: dispute.id };
  const [withContact, setWithContact] = useState(false);
  const asked = { params, query: withContact ? { withcontact: "true" as const } : {} };
  const query = queryOf(care.disputeEvidence, asked);
  const evidence = useQuery({ ...query, refetchOnWindowFocus: false });
  // What is read is what is sent: it stays as it came, whatever is asked for again meanwhile.
  const [read, setRead] = useState<DisputeEvidence | null>(null);
  if (read === null && evidence.data) setRead(evidence.data);
  const [asking, setAsking] = useState<DisputeEvidence | null>(null);
  const { send, sending, message } = useAct();
  const name = patientName(dispute.patient);
  const save = () =>
    send(
      [dispute.id, withContact],
      () => call(care.disputeEvidenceFile, asked),
      (file) => void saveFile(file, `dispute-${dispute.ordernumber ?? dispute.id}.pdf`),
    );
  if (asking)
    return (
      <Confirm
        question="Send this evidence to the bank?"
        detail={`The bank of ${name} takes one answer, and it can’t be changed after. To add to it, save it as a PDF, and answer in the dashboard of your payment gateway instead.`}
        confirmLabel="Send it to the bank"
        onClose={() => setAsking(null)}
        onConfirm={async () => {
          try {
            await call(care.answerDispute, {
              ...{ params, body: { revision: asking.revision, ...(withContact && { withcontact: true }) } },
            });
          } catch (error) {
            // There may be something new by now: it's shown below the question.
            void evidence.refetch().then(({ data }) => data && setRead(data));
            throw error;
          }
          void cache.invalidateQueries({ queryKey: queryKey(care.disputes) });
          onDone(`The evidence about ${orderName(dispute.ordernumber)} is on its way to the bank.`);
        }}
      />
    );
  return (
    <Modal
      wide
      title={`${orderName(dispute.ordernumber)} of ${name}, ${formatDollars(dispute.amount)}`}
      description={answerLabel(dispute) || "What the bank can be told. It’s sent once."}
      onClose={onClose}
      actions={
        <>
          {dispute.answerable && read && <Button onClick={() => setAsking(read)}>Send to the bank</Button>}
          <Button variant="secondary" busy={sending} busyLabel="Please wait" onClick={() => void save()}>
            Save as PDF
          </Button>
        </>
      }
    >
      {message && <Alert tone="warning">{message}</Alert>}
      <QueryContent query={evidence}>
        {(data) => {
          const shown = read ?? data;
          return (
            <Stack gap={5}>
              {(shown.contactleftout !== null || withContact) && (
                <Alert tone="warning" title="Contact data">
                  <p>{shown.contactleftout ?? "The email and the address are in it, as you chose."}</p>
                  <Checkbox
                    label="I looked at the chart: the email and the address can go to the bank"
                    checked={withContact}
                    onChange={({ target }) => {
                      setWithContact(target.checked);
                      setRead(null);
                    }}
                  />
                </Alert>
              )}
              <Sections {...shown} />
            </Stack>
          );
        }}
      </QueryContent>
    </Modal>
  );
}

function Sections({ sections, leftout }: DisputeEvidence) {
  return (
    <Stack gap={5}>
      {sections.map(({ title, lines }) => (
        <section key={title}>
          <h3>{title}</h3>
          {lines.length === 0 && <p className={css["quiet"]}>Nothing is on file.</p>}
          <ul className={css["evidence"]}>
            {lines.map(({ at, text }, index) => (
              <li key={index}>
                {at && <span className={css["quiet"]}>{practiceDayAndTime(at)} </span>}
                <span className={css["told"]}>{text}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <section>
        <h3>Not sent</h3>
        <p className={css["quiet"]}>By law, these stay with the practice.</p>
        <ul className={css["evidence"]}>
          {leftout.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      </section>
    </Stack>
  );
}
