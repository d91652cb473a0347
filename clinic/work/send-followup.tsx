import { useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { call } from "#clinic/api/call.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { Confirm } from "#clinic/work/confirm.tsx";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord, PatientSummary } from "#contract/care/patients.ts";
import type { Message } from "#contract/messages/message.ts";
import { permits } from "#contract/policy/policy.ts";

/** Asks the patient how the treatment goes. One is open at a time: while it is, it says so instead. Shows nothing where no plan is approved. */
export function SendFollowup({
  patient,
  isOpen,
  onSent,
}: {
  patient: Pick<PatientSummary, "id" | "firstname" | "planstatus">;
  /** The patient hasn't finished the last one. */
  isOpen: boolean;
  onSent: () => void;
}) {
  const permissions = usePermissions();
  const [asking, setAsking] = useState(false);
  const [sent, setSent] = useState(false);
  const mayAsk = permits(permissions, care.sendFollowup.access.needs);
  if (!mayAsk || patient.planstatus !== "approved") return null;
  if (sent || isOpen) return <output>A review is sent and not answered yet.</output>;
  return (
    <div>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Send a review
      </Button>
      {asking && (
        <Confirm
          question={`Ask ${patient.firstname ?? "the patient"} how it’s going?`}
          detail="They get a message that opens a few questions about symptoms and side effects. You find the answers in the inbox."
          confirmLabel="Send"
          onConfirm={async () => {
            await call(care.sendFollowup, { params: { id: patient.id }, body: {} });
            setSent(true);
            onSent();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

/** A review was sent that the patient hasn't finished. */
export const hasOpenFollowup = ({ followups = [] }: Pick<PatientRecord, "followups">): boolean =>
  followups.some(({ completedat }) => completedat === null);

/** The same by the messages of a conversation. */
export const followupIsOpen = (messages: readonly Message[]): boolean =>
  messages.some(({ type, actionstatus }) => type === "prescription_followup" && actionstatus === "PENDING");
