import { formatCalendarDay } from "#contract/fields/formats.ts";
import { useQuery } from "@tanstack/react-query";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { RecordTold } from "#clinic/care/told-answers/told-dialog.tsx";
import { queryOf } from "#clinic/api/query.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { Fact, Facts } from "#clinic/ui/facts.tsx";
import { care } from "#contract/care/calls.ts";
import type { ClinicConversation } from "#contract/care/conversations.ts";
import { NextReview } from "#clinic/care/next-review.tsx";
import { followupIsOpen, SendFollowup } from "#clinic/work/send-followup.tsx";
import type { Message } from "#contract/messages/message.ts";
import { permits } from "#contract/policy/policy.ts";
import { AddEntry } from "#clinic/care/log/add-entry.tsx";
import { ChartFacts } from "#clinic/care/log/chart-facts.tsx";
import { AddTask } from "#clinic/care/tasks/add-task.tsx";
import { patientName } from "#clinic/ui/labels/patient-name.ts";
import { MedicinesOf } from "#clinic/prescribing/current-medicines.tsx";
import { useMayWrite } from "./use-conversation.ts";
import { Assignment } from "./assignment.tsx";
import css from "./conversation-page.module.css";
import { HandOver } from "./hand-over.tsx";
import { conversationPath } from "./next-waiting.ts";
import { contiguousSeq } from "./thread.ts";

/** Beside the thread: who it is, and where else to look. */
export function ConversationSide({
  conversation,
  messages,
  opening,
  onHandedOver,
  onFollowupSent,
}: {
  conversation: ClinicConversation;
  /** Those that were read, newest first. */
  messages: readonly Message[];
  opening: Opening;
  onHandedOver: () => void;
  onFollowupSent: () => void;
}) {
  const { id, kind, patient, open, needsreply, waitingsince } = conversation;
  const mayWrite = useMayWrite(conversation);
  const permissions = usePermissions();
  const others = useQuery(queryOf(care.patientConversations, { params: { id: patient.id } }));
  const other = others.data?.items.find((each) => each.id !== id);
  const opensRecord = permits(permissions, care.patient.access.needs);
  // Whoever may not read the doctor's conversation doesn't know whether there is one; the server does.
  const handsOver = mayWrite && open && waitingsince !== null && (kind === "patient_services" || other?.open === true);
  return (
    <aside className={css["side"]} aria-label="About this conversation">
      <Assignment conversation={conversation} />
      <Facts as="strip">
        {needsreply && (
          <Fact name="Answer">
            <StatusBadge tone="info">Asked of the patient</StatusBadge>
          </Fact>
        )}
        <Fact name="Born">{patient.birthday ? formatCalendarDay(patient.birthday) : "Not given"}</Fact>
        <Fact name="State">{patient.state ?? "Not given"}</Fact>
        <Fact name="Doctor">{patient.doctor?.name ?? "None yet"}</Fact>
      </Facts>
      <ChartFacts patientId={patient.id} />
      <ul className={css["links"]}>
        {opensRecord && (
          <li>
            <a href={`/clinic/patients/${patient.id}`}>Patient’s record</a>
          </li>
        )}
        {other && (
          <li>
            <a href={conversationPath(other.id)}>
              {other.kind === "doctor" ? "Conversation with the doctor" : "Conversation with patient services"}
            </a>
            {other.waitingsince !== null && <StatusBadge tone="warning">Waits</StatusBadge>}
          </li>
        )}
      </ul>
      {kind === "doctor" && opensRecord && <MedicinesOf patientId={patient.id} />}
      <div className={css["acts"]}>
        {handsOver && <HandOver conversation={conversation} shownSeq={contiguousSeq(messages)} onDone={onHandedOver} />}
        <RecordTold patient={patient} />
        <AddTask about={{ patient: { id: patient.id, name: patientName(patient) }, conversationId: id }} />
        <AddEntry about={{ patient: { id: patient.id, name: patientName(patient) } }} />
        {open && kind === "doctor" && (
          <SendFollowup patient={patient} isOpen={followupIsOpen(messages)} onSent={onFollowupSent} />
        )}
        {kind === "doctor" && <NextReview patient={patient} />}
        {mayWrite && <OpenButton open={open} opening={opening} />}
      </div>
    </aside>
  );
}

interface Opening {
  readonly act: { readonly sending: boolean };
  readonly setOpen: (open: boolean) => Promise<unknown>;
}

const OpenButton = ({ open, opening: { act, setOpen } }: { open: boolean; opening: Opening }) => (
  <div>
    <Button variant="secondary" busy={act.sending} busyLabel="Please wait" onClick={() => void setOpen(!open)}>
      {open ? "Close conversation" : "Open again"}
    </Button>
  </div>
);
