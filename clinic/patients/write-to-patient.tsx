import { useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { errorMessage } from "#app/api/api-error.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { call } from "#clinic/api/call.ts";
import { useScopes } from "#clinic/session/current.ts";
import { care } from "#contract/care/calls.ts";
import type { Scope } from "#contract/http/scopes.ts";
import type { ClinicConversation } from "#contract/care/conversations.ts";
import type { PatientRecord } from "#contract/care/patients.ts";

type Kind = ClinicConversation["kind"];

/** Which conversations somebody's role opens: what patients write to the doctor is clinical. */
export const opensConversation = (kind: Kind, scopes: readonly Scope[]): boolean =>
  scopes.includes("clinical") || (kind === "patient_services" && scopes.includes("messages"));

/** The conversation somebody writes in first: their own side's. Null where the patient has none that their role opens. */
export const conversationToWriteIn = <C extends { readonly kind: Kind }>(
  conversations: readonly C[],
  scopes: readonly Scope[],
): C | null => {
  const own: Kind = scopes.includes("clinical") ? "doctor" : "patient_services";
  const opened = conversations.filter(({ kind }) => opensConversation(kind, scopes));
  return opened.find(({ kind }) => kind === own) ?? opened[0] ?? null;
};

/** Writes to a patient who hasn't written: goes to the conversation, which the call begins where there is none. */
export function WriteToPatient({ record: { id, firstname } }: { record: PatientRecord }) {
  const scopes = useScopes();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  if (!care.patientConversations.scopes.some((scope) => scopes.includes(scope))) return null;
  async function open() {
    setBusy(true);
    setProblem("");
    try {
      const { items } = await call(care.patientConversations, { params: { id } });
      const found = conversationToWriteIn(items, scopes);
      if (found) return navigate(`/clinic/conversation/${found.id}`);
      setProblem(
        "There’s no chat with this patient: no visit was submitted, and their state has none with patient services.",
      );
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <Button variant="secondary" busy={busy} busyLabel="Opening" onClick={() => void open()}>
        Write to {firstname ?? "the patient"}
      </Button>
      {problem && <span role="alert">{problem}</span>}
    </>
  );
}
