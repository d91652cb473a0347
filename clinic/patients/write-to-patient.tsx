import { useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { Button } from "#app/ui/actions/button.tsx";
import { call } from "#clinic/api/call.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { useAct } from "#clinic/work/use-act.ts";
import { care } from "#contract/care/calls.ts";
import { type Permission, permits } from "#contract/policy/policy.ts";
import { type ClinicConversation, conversationNeeds } from "#contract/care/conversations.ts";
import type { PatientRecord } from "#contract/care/patients.ts";

type Kind = ClinicConversation["kind"];

export const opensConversation = (kind: Kind, permissions: readonly Permission[]): boolean =>
  permits(permissions, conversationNeeds("read", kind));

/** The conversation somebody writes in first: their own side's. Null where the patient has none that their role opens. */
export const conversationToWriteIn = <C extends { readonly kind: Kind }>(
  conversations: readonly C[],
  permissions: readonly Permission[],
): C | null => {
  const writes = (kind: Kind) => permits(permissions, conversationNeeds("write", kind));
  const own: Kind = writes("doctor") ? "doctor" : "patient_services";
  const writable = conversations.filter(({ kind }) => writes(kind));
  return writable.find(({ kind }) => kind === own) ?? writable[0] ?? null;
};

/** Writes to a patient who hasn't written: goes to the conversation, which the call begins where there is none. */
export function WriteToPatient({ record: { id, firstname } }: { record: PatientRecord }) {
  const permissions = usePermissions();
  const [hasNone, setHasNone] = useState(false);
  const { send, sending, message } = useAct();
  if (!permits(permissions, care.sendMessage.access.needs)) return null;
  const open = () =>
    send(
      id,
      () => call(care.patientConversations, { params: { id } }),
      ({ items }) => {
        const found = conversationToWriteIn(items, permissions);
        setHasNone(found === null);
        if (found) navigate(`/clinic/conversation/${found.id}`);
      },
    );
  const problem = hasNone
    ? "There’s no chat with this patient: no visit was submitted, and their state has none with patient services."
    : message;
  return (
    <>
      <Button variant="secondary" busy={sending} busyLabel="Opening" onClick={() => void open()}>
        Write to {firstname ?? "the patient"}
      </Button>
      {problem && <span role="alert">{problem}</span>}
    </>
  );
}
