import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { useSearch } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { isApiError } from "#app/api/api-error.ts";
import { usePageVisible } from "#app/browser/visibility.ts";
import { randomUuid } from "#app/browser/random-uuid.ts";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { focusNote, StaffNotes } from "#clinic/care/staff-notes.tsx";
import { useInbox } from "#clinic/work/use-inbox.ts";
import { useMember, usePrescriberName } from "#clinic/session/current.ts";
import { useIdInPath } from "#clinic/ui/id-in-path.ts";
import { Loaded, Page, Said, Section } from "#clinic/ui/page.tsx";
import { sayNext, useSaidOnce } from "#clinic/ui/dialogs/said-once.tsx";
import { patientName } from "#clinic/ui/words/patient-name.ts";
import { useKeys } from "#clinic/ui/use-keys.ts";
import { useClaims, useHold } from "#clinic/work/use-claims.ts";
import { joinFields } from "#clinic/work/draft-text.ts";
import { useDraft } from "#clinic/work/use-draft.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { type CaseAction, actionFromSearch, caseKeys, casePath, openActions } from "#clinic/work/case-keys.ts";
import { hasOpenReview, SendReview } from "#clinic/work/send-review.tsx";
import { OpenEmergencies } from "#clinic/care/open-emergencies.tsx";
import { CaseHead } from "./case-head.tsx";
import { CaseProblems } from "./case-problems.tsx";
import css from "./case.module.css";
import { approvalObstacle, hasUnanswered } from "./evidence/checks.ts";
import { createCaseDecision } from "./decision/decide-case.ts";
import { missingOverride } from "#clinic/care/missing-fields.ts";
import { decisionDraft, type Decision } from "./decision/decision.ts";
import { ApproveDialog, DeclineDialog } from "./decision/decision-dialogs.tsx";
import { Answers, Checks, Excerpt, Timeline, useMessages } from "./evidence/evidence.tsx";
import { neighbourCase } from "./next-case.ts";
import { Plan, usePrescribing } from "./decision/plan.tsx";
import { ReplyBox } from "./reply-box.tsx";
import { overriddenBy } from "./decision/overridden.ts";
import { useSeenRecord } from "./use-seen-record.ts";

/** A case, on one screen: what a physician decides on, and the decision. */
export function CasePage() {
  const id = useIdInPath("case");
  return id === null ? <NoCase /> : <LoadedCase key={id} id={id} />;
}

const NoCase = () => (
  <Page title="There’s no case here">
    <p>
      Check the address, or <a href="/clinic/inbox">open it from the inbox</a>.
    </p>
  </Page>
);

/** How often an open case looks whether somebody else acted on it, ms. Each look is in the audit. */
const lookEveryMs = 20_000;

function LoadedCase({ id }: { id: string }) {
  const visible = usePageVisible();
  // Also while this record waits for a reason: a colleague may have decided it since the last one was open.
  const text = useSaidOnce();
  const said = text && <Said>{text}</Said>;
  const record = useQuery({
    ...queryOf(care.patient, { params: { id } }),
    queryFn: ({ signal }) => call(care.patient, { params: { id } }, { signal, background: true }),
    refetchInterval: visible ? lookEveryMs : false,
  });
  if (isApiError(record.error) && record.error.code === "not_found") return <NoCase />;
  if (record.data === undefined)
    return (
      <Page title="Case">
        {said}
        <Loaded query={record} rows={12}>
          {() => null}
        </Loaded>
      </Page>
    );
  return <Case latest={record.data} problem={record.error} reload={() => void record.refetch()} said={said} />;
}

function Case({
  latest,
  problem,
  reload,
  said,
}: {
  latest: PatientRecord;
  problem: unknown;
  reload: () => void;
  said: ReactNode;
}) {
  const { record, changed, adopt, lookedAgain } = useSeenRecord(latest);
  const { id } = record;
  const cache = useQueryClient();
  const { id: memberId, scopes } = useMember();
  const prescriber = usePrescriberName();
  const wanted = actionFromSearch(useSearch());
  const mayDecide =
    care.approvePlan.scopes.some((scope) => scopes.includes(scope)) &&
    record.planstatus === "in_review" &&
    latest.decisionobstacle === null;
  const work = { kind: "case", id } as const;
  const { hold, state: held } = useHold(work, mayDecide);
  const { draft, state: kept } = useDraft(work, joinFields);
  const decision = decisionDraft.fromText(kept.text);
  const change = (next: Partial<Decision>) =>
    draft.write(decisionDraft.toText({ ...decisionDraft.fromText(draft.get().text), ...next }));
  const [maker] = useState(() =>
    createCaseDecision({
      call,
      newKey: randomUuid,
      onRecord: (read) => {
        adopt(read);
        cache.setQueryData(queryKey(care.patient, { params: { id } }), read);
      },
    }),
  );
  const { sending, problem: refusal } = useSyncExternalStore(maker.subscribe, maker.get, maker.get);
  const [open, setOpen] = useState<"approve" | "decline" | null>(null);
  const [blocked, setBlocked] = useState("");
  const [reasonMissing, setReasonMissing] = useState("");
  const items = useInbox().data?.items ?? [];
  const claims = useClaims().data?.items ?? [];
  const mayNote = care.notes.scopes.some((scope) => scopes.includes(scope));
  const mayRead = care.messages.scopes.some((scope) => scopes.includes(scope));
  const messages = useMessages(id, mayRead);
  const { replacements, prescribed, ready: prescribes } = usePrescribing(record);
  const conversation = record.conversations?.find(({ kind, open: isOpen }) => kind === "doctor" && isOpen) ?? null;
  const taken = held.status === "theirs";
  const actions = openActions({ decides: mayDecide, taken, replies: conversation !== null, notes: mayNote });
  const obstacle = approvalObstacle(record, decision, {
    upToDate: problem === null && refusal?.kind !== "conflict" && changed === null,
    prescribed,
  });

  const goTo = (patientId: string | null) => navigate(patientId ? casePath(patientId) : "/clinic/inbox");
  const goToIf = (patientId: string | null) => void (patientId && goTo(patientId));
  const neighbour = (by: 1 | -1) => neighbourCase(items, claims, { patientId: id, memberId, by });

  // Nothing is decided before it's known what this person has kept of it, who works on it, and what it would prescribe.
  const ready = kept.loaded && prescribes && (!mayDecide || held.status !== "asking");
  function act(action: CaseAction) {
    if (!actions.includes(action)) return;
    if (!ready && (action === "approve" || action === "decline"))
      return navigate(casePath(id, action), { replace: true });
    if (action === "next") return goTo(neighbour(1));
    if (action === "note") return focusNote();
    if (action === "message" || action === "reply")
      return document.querySelector<HTMLElement>(action === "message" ? "#case-note" : "#case-reply")?.focus();
    if (action === "approve" && obstacle !== null) return setBlocked(obstacle);
    setBlocked("");
    setReasonMissing("");
    maker.dismiss();
    setOpen(action);
  }
  useKeys({
    ...Object.fromEntries(actions.map((action) => [caseKeys[action].key, () => act(action)])),
    j: () => goToIf(neighbour(1)),
    k: () => goToIf(neighbour(-1)),
  });
  // What the address asks for, by a key on the case's row in the inbox or by a press that came too early, is done once that is known.
  const start = useEffectEvent(() => {
    if (wanted === null) return;
    navigate(casePath(id), { replace: true });
    act(wanted);
  });
  useEffect(() => {
    if (!ready) return;
    const timer = setTimeout(() => start());
    return () => clearTimeout(timer);
  }, [ready]);

  async function decide(kind: "approve" | "decline") {
    if (kind === "decline" && decision.declinereason.trim() === "")
      return setReasonMissing("Please say why, in words for the patient.");
    const { overridereason: left } = missingOverride(decision.overridereason);
    if (kind === "approve" && left !== undefined && overriddenBy(record, decision)) {
      document.querySelector<HTMLElement>("#case-override")?.focus();
      return setReasonMissing(left);
    }
    setReasonMissing("");
    const decided = await maker[kind](record, decision, prescribed);
    if (!decided) {
      const found = maker.get().problem;
      if (found?.kind === "claimed") hold.lost(found.holder);
      if (found?.kind === "conflict") reload();
      return found && setOpen(null);
    }
    await draft.drop();
    sayNext(cache, `${kind === "approve" ? "Approved" : "Declined"}: ${patientName(record)}.`);
    const next = neighbour(1);
    void cache.invalidateQueries({ queryKey: ["inbox"] });
    goTo(next);
  }

  return (
    <div className={css["case"]}>
      <CaseHead
        record={record}
        hold={held}
        mayDecide={mayDecide}
        actions={actions}
        kept={kept}
        onAct={act}
        onTakeOver={() => void hold.takeOver()}
      />
      {said}
      <OpenEmergencies patient={record} />
      {record.planstatus === "in_review" && latest.decisionobstacle !== null && (
        <Alert tone="warning" title="Not yours to decide">
          {latest.decisionobstacle}
        </Alert>
      )}
      <CaseProblems
        blocked={blocked}
        outOfDate={problem !== null}
        changed={record.planstatus === "in_review" ? (refusal?.kind === "conflict" ? refusal.changed : changed) : null}
        refusal={refusal}
        onReload={reload}
        onLookedAgain={() => {
          setBlocked("");
          maker.dismiss();
          lookedAgain();
        }}
      />
      <div className={css["columns"]}>
        <div className={css["left"]}>
          <Plan
            record={record}
            decision={decision}
            locked={!actions.includes("approve")}
            problems={refusal?.kind === "refused" ? refusal.fields : {}}
            replacements={replacements}
            prescribed={prescribed}
            onChange={change}
          />
          {mayRead && (
            <Excerpt messages={messages.data?.items ?? (messages.error ? null : [])}>
              {conversation?.assignee && (
                <p className={css["quiet"]}>
                  <a href={`/clinic/conversation/${conversation.id}`}>The conversation</a> is assigned to{" "}
                  {conversation.assignee.memberid === memberId ? "you" : conversation.assignee.name}.
                </p>
              )}
              {conversation && (
                <ReplyBox
                  conversationId={conversation.id}
                  answersSeq={conversation.lastseq}
                  text={decision.reply}
                  disabled={taken}
                  maySend={kept.loaded}
                  onText={(reply) => change({ reply })}
                  onSent={() => {
                    change({ reply: "" });
                    void messages.refetch();
                    reload();
                  }}
                  onConflict={() => {
                    void messages.refetch();
                    reload();
                  }}
                />
              )}
              {conversation && (
                <SendReview
                  patient={record}
                  isOpen={hasOpenReview(record)}
                  onSent={() => {
                    void messages.refetch();
                    reload();
                  }}
                />
              )}
            </Excerpt>
          )}
          {mayNote && (
            <Section title="Private notes">
              <StaffNotes patientId={id} />
            </Section>
          )}
        </div>
        <div className={css["evidence"]}>
          <div className={css["side"]}>
            <Checks record={record}>
              {hasUnanswered(record) && actions.includes("approve") && (
                <label className={css["check"]}>
                  <input
                    type="checkbox"
                    checked={decision.withoutanswers}
                    onChange={({ target }) => change({ withoutanswers: target.checked })}
                  />
                  I decide without these answers
                </label>
              )}
            </Checks>
          </div>
          <div className={css["answered"]}>
            <Answers record={record} />
          </div>
          <div className={css["past"]}>
            <Timeline record={record} messages={messages.data?.items ?? []} />
          </div>
        </div>
      </div>
      {open === "approve" && (
        <ApproveDialog
          record={record}
          decision={decision}
          sending={sending}
          doctor={prescriber}
          replacements={replacements}
          prescribed={prescribed}
          problem={reasonMissing}
          onReason={(overridereason) => change({ overridereason })}
          onClose={() => setOpen(null)}
          onConfirm={() => void decide("approve")}
        />
      )}
      {open === "decline" && (
        <DeclineDialog
          record={record}
          decision={decision}
          sending={sending}
          problem={reasonMissing}
          onReason={(declinereason) => change({ declinereason })}
          onClose={() => setOpen(null)}
          onConfirm={() => void decide("decline")}
        />
      )}
    </div>
  );
}
