import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { missingOverride } from "#clinic/care/missing-fields.ts";
import { useVisitNote, type VisitNoteForm } from "#clinic/care/visit-notes/visit-note-field.tsx";
import { useMember } from "#clinic/session/current.ts";
import { leaveNotice } from "#clinic/ui/dialogs/next-notice.tsx";
import { patientName } from "#clinic/ui/labels/patient-name.ts";
import { useDraft } from "#clinic/work/draft.ts";
import { useAct } from "#clinic/work/use-act.ts";
import { useClaim } from "#clinic/work/use-claims.ts";
import { care } from "#contract/care/calls.ts";
import { visitNoteFacts } from "#contract/care/visit-note-facts.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { permits } from "#contract/policy/policy.ts";
import { approvalBody, type Decision, decisionDraft } from "./decision.ts";
import { overriddenBy } from "./overridden.ts";
import { approval, approvalObstacle, decline, planFields } from "./plan-decision.ts";
import { usePrescribing } from "./use-prescribing.ts";
import { useNeighbours } from "../next-case.ts";
import { useSeenRecord } from "../evidence/use-seen-record.ts";

/** What a case is decided on: the record as it was seen, its draft, the claim on it, and what it would prescribe. */
function useCase(latest: PatientRecord) {
  const seen = useSeenRecord(latest);
  const { record } = seen;
  const { permissions } = useMember();
  const mayDecide =
    permits(permissions, care.approvePlan.access.needs) &&
    record.planstatus === "in_review" &&
    latest.decisionobstacle === null;
  const work = { kind: "case", id: record.id } as const;
  const claim = useClaim(work, mayDecide);
  const draft = useDraft(work, decisionDraft);
  const { replacements, prescribed, ready: prescribes } = usePrescribing(record);
  return {
    ...{ seen, record, mayDecide, claim, draft, replacements, prescribed },
    neighbours: useNeighbours(record.id),
    /** It's known what this person has written of it, who works on it, and what it would prescribe. Before, nothing is decided. */
    isReady: draft.loaded && prescribes && (!mayDecide || claim.status !== "asking"),
    change: (next: Partial<Decision>) => draft.write({ ...draft.latest(), ...next }),
  };
}

/** The decision about a plan: what it's made on, the question that is open, and sending it. */
export function useCaseDecision(
  latest: PatientRecord,
  { isUpToDate, reload }: { readonly isUpToDate: boolean; readonly reload: () => void },
) {
  const cache = useQueryClient();
  const on = useCase(latest);
  const { record, seen, claim, draft, prescribed } = on;
  const [question, setQuestion] = useState<"approve" | "decline" | null>(null);
  /** The revision that was shown when the question was asked. */
  const [askedOn, setAskedOn] = useState("");
  const [blocked, setBlocked] = useState("");
  const [reasonMissing, setReasonMissing] = useState("");
  const act = useAct({
    ...{ claim, fields: planFields },
    onFailure: ({ kind }) => {
      setQuestion(null);
      if (kind === "conflict") reload();
    },
  });
  const notes = useNotes(on, question);
  const decision = draft.value;
  const obstacle = approvalObstacle(record, decision, {
    upToDate: isUpToDate && act.failure?.kind !== "conflict" && seen.changed === null,
    prescribed,
  });

  function ask(kind: "approve" | "decline"): void {
    setBlocked(kind === "approve" && obstacle !== null ? obstacle : "");
    if (kind === "approve" && obstacle !== null) return;
    setReasonMissing("");
    setAskedOn(record.revision);
    setQuestion(kind);
  }
  /** Whether the open question has the reason it asks for. */
  function hasReason(kind: "approve" | "decline"): boolean {
    const missing =
      kind === "decline"
        ? decision.declinereason.trim() === "" && "Please say why, in words for the patient."
        : overriddenBy(record, decision) && missingOverride(decision.overridereason).overridereason;
    setReasonMissing(missing || "");
    if (missing && kind === "approve") document.querySelector<HTMLElement>("#case-override")?.focus();
    return !missing;
  }
  async function decided(notice: string, now: PatientRecord, note: VisitNoteForm): Promise<void> {
    await note.drop();
    seen.adopt(now);
    cache.setQueryData(queryKey(care.patient, { params: { id: now.id } }), now);
    await draft.drop();
    leaveNotice(cache, `${notice}: ${patientName(now)}.`);
    on.neighbours.goToNext();
    void cache.invalidateQueries({ queryKey: ["inbox"] });
  }
  async function decide(kind: "approve" | "decline"): Promise<void> {
    if (!hasReason(kind)) return;
    // What has changed below the question is looked at first.
    if (record.revision !== askedOn) return setQuestion(null);
    if (kind === "approve")
      await act.send(
        withNote(approval(record, decision, prescribed), notes.approve),
        (input, key) => call(care.approvePlan, input, { key }),
        (now) => decided("Approved", now, notes.approve),
      );
    else
      await act.send(
        withNote(decline(record, decision), notes.decline),
        (input, key) => call(care.declinePlan, input, { key }),
        (now) => decided("Declined", now, notes.decline),
      );
  }

  return {
    ...on,
    isReady: on.isReady && notes.approve.loaded && notes.decline.loaded,
    notes,
    ...{ changed: seen.changed, act, question, blocked, reasonMissing, ask, decide },
    close: () => setQuestion(null),
    lookAgain: () => {
      setBlocked("");
      act.forget();
      seen.lookedAgain();
    },
  };
}
export type CaseDecision = ReturnType<typeof useCaseDecision>;

/** The notes of both decisions, of which the one that is asked about is drafted. They outlive the question: it closes when it's refused. */
function useNotes({ record, draft, prescribed }: ReturnType<typeof useCase>, question: "approve" | "decline" | null) {
  const of = { patientId: record.id, refId: record.id };
  const items = record.requested ?? [];
  const products = items.map(({ productid }) => productid);
  const { note: message, declinereason } = draft.value;
  const body = approvalBody(draft.value, items, record.revision, prescribed);
  return {
    approve: useVisitNote({
      ...{ ...of, isOpen: question === "approve" },
      facts: visitNoteFacts("plan_approved", products, { ...body, message }),
    }),
    decline: useVisitNote({
      ...{ ...of, isOpen: question === "decline" },
      facts: visitNoteFacts("plan_declined", products, { message: declinereason }),
    }),
  };
}

const withNote = <Sent extends { readonly body?: object | null | undefined }>(
  input: Sent,
  note: VisitNoteForm,
): Sent => ({
  ...input,
  body: { ...input.body, ...note.body() },
});
