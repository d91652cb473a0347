import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatCalendarDay } from "#app/formats/dates.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { queryOf } from "#clinic/api/query.ts";
import { useScopes } from "#clinic/session/current.ts";
import { Fact, Facts } from "#clinic/ui/facts.tsx";
import { care } from "#contract/care/calls.ts";
import type { ClinicConversation } from "#contract/care/conversations.ts";
import { reviewIsOpen, SendReview } from "#clinic/work/send-review.tsx";
import type { Message } from "#contract/messages/message.ts";
import { Assignment } from "./assignment.tsx";
import css from "./conversation-page.module.css";
import { HandOver } from "./hand-over.tsx";
import { conversationPath } from "./next-waiting.ts";
import { lastSeq } from "./thread.ts";

/** Beside the thread: who it is, and where else to look. */
export function ConversationSide({
  conversation,
  messages,
  onSetOpen,
  onHandedOver,
  onReviewSent,
}: {
  conversation: ClinicConversation;
  /** Those that were read, newest first. */
  messages: readonly Message[];
  onSetOpen: (open: boolean) => Promise<void>;
  onHandedOver: () => void;
  onReviewSent: () => void;
}) {
  const { id, kind, patient, open, needsreply, waitingsince } = conversation;
  const scopes = useScopes();
  const others = useQuery(queryOf(care.patientConversations, { params: { id: patient.id } }));
  const other = others.data?.items.find((each) => each.id !== id);
  const opensRecord = care.patient.scopes.some((scope) => scopes.includes(scope));
  // Whoever may not read the doctor's conversation doesn't know whether there is one; the server does.
  const handsOver = open && waitingsince !== null && (kind === "patient_services" || other?.open === true);
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
      <div className={css["acts"]}>
        {handsOver && <HandOver conversation={conversation} shownSeq={lastSeq(messages)} onDone={onHandedOver} />}
        {open && kind === "doctor" && (
          <SendReview patient={patient} isOpen={reviewIsOpen(messages)} onSent={onReviewSent} />
        )}
        <OpenButton open={open} onSetOpen={onSetOpen} />
      </div>
    </aside>
  );
}

function OpenButton({ open, onSetOpen }: { open: boolean; onSetOpen: (open: boolean) => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  return (
    <div>
      <Button
        variant="secondary"
        busy={busy}
        busyLabel="Please wait"
        onClick={() => {
          setBusy(true);
          void onSetOpen(!open).finally(() => setBusy(false));
        }}
      >
        {open ? "Close conversation" : "Open again"}
      </Button>
    </div>
  );
}
