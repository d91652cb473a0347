import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isApiError } from "#app/api/api-error.ts";
import { usePageVisible } from "#app/browser/visibility.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { call } from "#clinic/api/call.ts";
import { queryOf } from "#clinic/api/query.ts";
import { PutAside } from "#clinic/care/aside/put-aside.tsx";
import { DeathReport } from "#clinic/care/death-report.tsx";
import { SeenFirst } from "#clinic/care/seen-first.tsx";
import { OpenEmergencies } from "#clinic/care/open-emergencies.tsx";
import { VisitNotes } from "#clinic/care/visit-notes/visit-notes.tsx";
import { StaffNotes } from "#clinic/care/staff-notes.tsx";
import { PairedRecords } from "#clinic/care/paired-records.tsx";
import { AboutPatient } from "#clinic/care/wrong-chart/who-it-is.tsx";
import { UnreachedEmail } from "#clinic/care/unreached-email.tsx";
import { useMember, usePermissions } from "#clinic/session/current.ts";
import { useNextNotice } from "#clinic/ui/dialogs/next-notice.tsx";
import { useIdInPath } from "#clinic/ui/id-in-path.ts";
import { QueryContent, Notice, Page, Section } from "#clinic/ui/page.tsx";
import { openActions } from "#clinic/work/case-keys.ts";
import { hasOpenFollowup, SendFollowup } from "#clinic/work/send-followup.tsx";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { permits } from "#contract/policy/policy.ts";
import { CaseHead } from "./case-head.tsx";
import { CaseLayout } from "./case-layout.tsx";
import { CaseProblems } from "./case-problems.tsx";
import css from "./case.module.css";
import { DecisionDialog } from "./decision/decision-dialogs.tsx";
import { Plan } from "./decision/plan.tsx";
import { hasUnanswered } from "./evidence/checks.ts";
import { Answers, Checks, Excerpt, Timeline, useMessages } from "./evidence/evidence.tsx";
import { ReplyBox } from "./reply-box.tsx";
import { type CaseDecision, useCaseDecision } from "./decision/use-case-decision.ts";
import { useCaseKeys } from "./use-case-keys.ts";
import { namesOfFacts } from "./evidence/what-changed.ts";

/** A case, on one screen: what a physician decides on, and the decision. */
export function CasePage() {
  const id = useIdInPath("case");
  return id === null ? <NoCase /> : <CaseContent key={id} id={id} />;
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

function CaseContent({ id }: { id: string }) {
  const visible = usePageVisible();
  // Also while this record waits for a reason: a colleague may have decided it since the last one was open.
  const text = useNextNotice();
  const notice = text && <Notice>{text}</Notice>;
  const record = useQuery({
    ...queryOf(care.patient, { params: { id } }),
    queryFn: ({ signal }) => call(care.patient, { params: { id } }, { signal, background: true }),
    refetchInterval: visible ? lookEveryMs : false,
  });
  if (isApiError(record.error) && record.error.code === "not_found") return <NoCase />;
  if (record.data === undefined)
    return (
      <Page title="Case">
        {notice}
        <QueryContent query={record} rows={12}>
          {() => null}
        </QueryContent>
      </Page>
    );
  return <Case latest={record.data} problem={record.error} reload={() => void record.refetch()} notice={notice} />;
}

interface CaseProps {
  readonly latest: PatientRecord;
  /** Why it couldn't be read again; null: it could. */
  readonly problem: unknown;
  readonly reload: () => void;
  readonly notice: ReactNode;
}

function Case({ latest, problem, reload, notice }: CaseProps) {
  const permissions = usePermissions();
  const decision = useCaseDecision(latest, { isUpToDate: problem === null, reload });
  const { record, changed, mayDecide, claim, draft, act } = decision;
  const mayNote = permits(permissions, care.notes.access.needs);
  const mayRead = permits(permissions, care.messages.access.needs);
  const messages = useMessages(record.id, mayRead);
  const conversation = doctorConversation(record);
  const taken = claim.status === "taken";
  const actions = openActions({ decides: mayDecide, taken, replies: conversation !== null, notes: mayNote });
  const press = useCaseKeys(actions, decision);
  const mayApprove = actions.includes("approve");
  return (
    <AboutPatient patient={record}>
      <CaseLayout
        head={
          <CaseHead
            record={record}
            claim={claim}
            mayDecide={mayDecide}
            actions={actions}
            draftStatus={draft.status}
            onAct={press}
            onTakeOver={() => void claim.takeOver()}
          />
        }
        notices={
          <>
            {notice}
            <DeathReport patient={record} />
            <OpenEmergencies patient={record} />
            <SeenFirst patient={record} />
            <UnreachedEmail patient={record} />
            <PairedRecords record={latest} />
            {record.planstatus === "in_review" && latest.decisionobstacle !== null && (
              <Alert tone="warning" title="Not yours to decide">
                {latest.decisionobstacle}
              </Alert>
            )}
            <CaseProblems
              blocked={decision.blocked}
              outOfDate={problem !== null}
              changed={record.planstatus === "in_review" ? (changedIn(act.failure) ?? changed) : null}
              act={act}
              onReload={reload}
              onLookedAgain={decision.lookAgain}
            />
          </>
        }
        plan={
          <>
            <Plan decision={decision} locked={!mayApprove} />
            {mayRead && <CaseConversation decision={decision} messages={messages} taken={taken} reload={reload} />}
            {mayNote && record.planstatus !== "in_review" && (
              <Section title="Visit notes">
                <VisitNotes patientId={record.id} />
              </Section>
            )}
            {mayNote && (
              <Section title="Private notes">
                <StaffNotes patientId={record.id} />
              </Section>
            )}
          </>
        }
        checks={
          <Checks record={record}>
            {hasUnanswered(record) && mayApprove && <WithoutAnswers decision={decision} />}
          </Checks>
        }
        answers={<Answers record={record} />}
        timeline={<Timeline record={record} messages={messages.data?.items ?? []} />}
        dialog={<DecisionDialog decision={decision} />}
      />
    </AboutPatient>
  );
}

const doctorConversation = ({ conversations }: PatientRecord) =>
  conversations?.find(({ kind, open }) => kind === "doctor" && open) ?? null;

/** What a refused decision says has changed; null where it wasn't refused for that. */
const changedIn = (failure: CaseDecision["act"]["failure"]): readonly string[] | null =>
  failure?.kind === "conflict" ? namesOfFacts(failure.changed) : null;

const WithoutAnswers = ({ decision: { draft, change } }: { decision: CaseDecision }) => (
  <label className={css["check"]}>
    <input
      type="checkbox"
      checked={draft.value.withoutanswers}
      onChange={({ target }) => change({ withoutanswers: target.checked })}
    />
    I decide without these answers
  </label>
);

/** What was written last, an answer to it, and asking how the treatment goes. */
function CaseConversation({
  decision: { record, draft, change },
  messages,
  taken,
  reload,
}: {
  decision: CaseDecision;
  messages: ReturnType<typeof useMessages>;
  taken: boolean;
  reload: () => void;
}) {
  const { id: memberId } = useMember();
  const conversation = doctorConversation(record);
  const readAgain = () => {
    void messages.refetch();
    reload();
  };
  return (
    <Excerpt messages={messages.data?.items ?? (messages.error ? null : [])}>
      {conversation?.assignee && (
        <p className={css["quiet"]}>
          <a href={`/clinic/conversation/${conversation.id}`}>The conversation</a> is assigned to{" "}
          {conversation.assignee.memberid === memberId ? "you" : conversation.assignee.name}.
        </p>
      )}
      {conversation && (
        <>
          <ReplyBox
            conversationId={conversation.id}
            answersSeq={conversation.lastseq}
            text={draft.value.reply}
            disabled={taken}
            maySend={draft.loaded}
            onText={(reply) => change({ reply })}
            onSent={() => {
              change({ reply: "" });
              readAgain();
            }}
            onConflict={readAgain}
          />
          {record.planstatus === "in_review" && <PutAside patientId={record.id} kind="case" refId={record.id} />}
          <SendFollowup patient={record} isOpen={hasOpenFollowup(record)} onSent={readAgain} />
        </>
      )}
    </Excerpt>
  );
}
