import type { ComponentType } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { isApiError } from "#app/api/api-error.ts";
import { saveFile } from "#app/browser/save-file.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { call } from "#clinic/api/call.ts";
import { SeenFirst } from "#clinic/care/seen-first.tsx";
import { AboutPatient } from "#clinic/care/wrong-chart/who-it-is.tsx";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { practiceToday } from "#clinic/care/practice-today.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { Fact, Facts } from "#clinic/ui/facts.tsx";
import { useIdInPath } from "#clinic/ui/id-in-path.ts";
import { QueryContent, Page, Section } from "#clinic/ui/page.tsx";
import { patientName } from "#clinic/ui/labels/patient-name.ts";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import { inboxPath } from "#clinic/work/inbox-filter.ts";
import { useAct } from "#clinic/work/use-act.ts";
import { recordPath } from "#clinic/work/record-path.ts";
import { care } from "#contract/care/calls.ts";
import { logCalls } from "#contract/care/log.ts";
import { peerReviewCalls } from "#contract/care/peer-review.ts";
import { type Task, taskCalls, type TaskOutcome } from "#contract/care/tasks.ts";
import { formatCalendarDay } from "#contract/fields/formats.ts";
import { permits } from "#contract/policy/policy.ts";
import { AccessFindings } from "./access-findings.tsx";
import { PeerReview, peerReviewKind } from "./peer-review.tsx";
import { LetterVerdict, MessageVerdict } from "./verdict.tsx";
import { TaskActs } from "./task-acts.tsx";
import {
  askerName,
  partyName,
  refundedSince,
  taskDayText,
  taskLabels,
  taskOutcomeLabels,
} from "#clinic/care/tasks/task-labels.ts";
import css from "./task-page.module.css";

interface TaskPageProps {
  /** Shows a decision that was prepared, and opens it to be signed: its dialogs are those of a patient’s record. */
  readonly PreparedDecision: ComponentType<{
    readonly task: Task & { readonly prepared: NonNullable<Task["prepared"]> };
    readonly patientId: string;
    readonly onDecided: () => void;
  }>;
}

/** A task or a question, in the address: what is asked, about whom, its answer, and what can be done about it. */
export function TaskPage(props: TaskPageProps) {
  const id = useIdInPath("task");
  return id === null ? <NoTask /> : <OneTask key={id} id={id} {...props} />;
}

const NoTask = () => (
  <Page title="There’s nothing here">
    <p>
      It isn’t there, or it’s between others. Go to <a href={inboxPath("task")}>what waits</a>.
    </p>
  </Page>
);

function OneTask({ id, PreparedDecision }: TaskPageProps & { id: string }) {
  const cache = useQueryClient();
  const input = { params: { id } };
  const task = useQuery(queryOf(taskCalls.task, input));
  if (isApiError(task.error) && task.error.code === "not_found") return <NoTask />;
  const { data } = task;
  const show = (changed: Task) => {
    cache.setQueryData(queryKey(taskCalls.task, input), changed);
    lists();
  };
  const decided = async () => {
    await task.refetch();
    lists();
  };
  const lists = () => {
    void cache.invalidateQueries({ queryKey: ["inbox"] });
    void cache.invalidateQueries({ queryKey: queryKey(taskCalls.patientTasks) });
    for (const changed of [taskCalls.tasksAsked, logCalls.log, logCalls.patientLog, peerReviewCalls.peerReview])
      void cache.invalidateQueries({ queryKey: queryKey(changed) });
  };
  return (
    <Page title={data ? (data.log?.label ?? taskLabels[data.kind].label) : "Task or question"} headStays>
      <QueryContent query={task} rows={6}>
        {(read) => {
          const page = (
            <div className={css["page"]}>
              {read.patient && <SeenFirst patient={read.patient} />}
              <Asked task={read} />
              {read.actions.includes("verdict") && read.message && read.patient && (
                <MessageVerdict message={read.message} patient={read.patient} onDecided={() => void decided()} />
              )}
              {read.actions.includes("verdict") && read.letter && read.patient && (
                <LetterVerdict letter={read.letter} patient={read.patient} onDecided={() => void decided()} />
              )}
              {read.prepared && read.patient && (
                <PreparedDecision
                  task={{ ...read, prepared: read.prepared }}
                  patientId={read.patient.id}
                  onDecided={() => void decided()}
                />
              )}
              {read.subscriptionid !== null && read.patient && read.actions.includes("settle") && (
                <MedicineAsked patientId={read.patient.id} />
              )}
              {read.log?.fdareport && <FdaReport taskId={id} />}
              {read.log?.judged &&
                (read.log.kind === peerReviewKind ? <PeerReview taskId={id} /> : <AccessFindings taskId={id} />)}
              {read.reviewid !== null && <PeerReview taskId={read.reviewid} />}
              <Ended task={read} />
              <TaskActs task={read} onChanged={show} onOutdated={() => void task.refetch()} />
            </div>
          );
          return read.patient ? <AboutPatient patient={read.patient}>{page}</AboutPatient> : page;
        }}
      </QueryContent>
    </Page>
  );
}

/** A side effect as a file with the fields of FDA’s form, for whoever reports it. */
function FdaReport({ taskId }: { taskId: string }) {
  const { send, sending, message } = useAct();
  const save = () =>
    send(
      taskId,
      () => call(logCalls.fdaReport, { params: { id: taskId } }),
      (file) => void saveFile(file, "fda-3500.pdf"),
    );
  return (
    <Section title="Report it to FDA">
      {message && <Alert tone="warning">{message}</Alert>}
      <p>
        The file has the fields of Form FDA 3500, with the medicine as it was dispensed and initials instead of a name.
        You send it to FDA yourself.
      </p>
      <div>
        <Button variant="secondary" busy={sending} busyLabel="Saving" onClick={() => void save()}>
          Save as a PDF
        </Button>
      </div>
    </Section>
  );
}

/** Where the medicine a patient asks something of is changed, for whoever prescribes. */
function MedicineAsked({ patientId }: { patientId: string }) {
  if (!permits(usePermissions(), care.changeTreatment.access.needs)) return null;
  return (
    <Section title="The medicine">
      <p>
        Change it first, if it’s to be changed:{" "}
        <a href={recordPath(patientId, "prescriptions")}>open the prescriptions</a>. Then say here what you decided, and
        why.
      </p>
    </Section>
  );
}

function Asked({ task }: { task: Task }) {
  const { patient, order, conversationid, asker, words, answer, ended, openedat } = task;
  const permissions = usePermissions();
  const opensRecord = permits(permissions, care.patient.access.needs);
  const waits = ended === null && task.log?.ends !== "chart";
  return (
    <Section
      title={patient ? patientName(patient) : "About no patient"}
      actions={patient && opensRecord && <a href={recordPath(patient.id)}>Whole record</a>}
    >
      {order?.held && (
        <Alert tone="warning" title={`Order ${order.number ?? ""} is held`}>
          It’s neither packed nor sent until this is answered or withdrawn.
        </Alert>
      )}
      {order && order.refunds.length > 0 && (
        <Alert tone="warning" title="Refunded since this was asked">
          {refundedSince(order.refunds).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Alert>
      )}
      <p className={css["quote"]}>{words}</p>
      <Facts as="rows">
        {patient?.birthday && <Fact name="Born">{formatCalendarDay(patient.birthday)}</Fact>}
        {order && (
          <Fact name="Order">
            {permits(permissions, ["read:dispensing"]) ? (
              <a href={`/clinic/dispensing?order=${order.id}`}>{order.number}</a>
            ) : (
              order.number
            )}
          </Fact>
        )}
        {conversationid !== null &&
          permits(permissions, ["read:doctor_conversation", "read:services_conversation"]) && (
            <Fact name="Conversation">
              <a href={`/clinic/conversation/${conversationid}`}>Open it</a>
            </Fact>
          )}
        <Fact name="From">
          {askerName(asker)}, {practiceDayAndTime(openedat)}
        </Fact>
        {task.log?.fields.map(({ id, label, value }) => (
          <Fact key={id} name={label}>
            {value}
          </Fact>
        ))}
        {task.log?.record && <Fact name="Part of the record">Yes</Fact>}
        {waits && <Fact name="Waits for">{partyName(task.for)}</Fact>}
        {waits && (
          <Fact name="Day">
            <StatusBadge tone="info">{taskDayText(task, practiceToday())}</StatusBadge>
          </Fact>
        )}
      </Facts>
      {answer && (
        <>
          <h3>Answer</h3>
          <p className={css["quote"]}>{answer.text}</p>
          <p className={css["quiet"]}>
            {answer.name ?? "Your system"} · {practiceDayAndTime(answer.at)}
          </p>
        </>
      )}
    </Section>
  );
}

const entryEndings: Partial<Readonly<Record<TaskOutcome, string>>> = {
  ...{ done: "No longer so", dropped: "Entered in error" },
};

function Ended({ task: { ended, log } }: { task: Task }) {
  // An entry without an outcome ended as it was made.
  if (ended === null || (ended.outcome === "settled" && log?.outcome === null)) return null;
  const { outcome, actor, name, at, note } = ended;
  const endedLabel = log === null ? taskOutcomeLabels[outcome] : (entryEndings[outcome] ?? log.outcome?.label);
  const who = actor.startsWith("patient:") ? "The patient" : (name ?? "Your system");
  return (
    <Section title="What came of it">
      <p>
        <b>{endedLabel}</b> · {who} · {practiceDayAndTime(at)}
      </p>
      {note && <p className={css["quote"]}>{note}</p>}
      <p>
        <a href={inboxPath("task")}>To what else waits</a>
      </p>
    </Section>
  );
}
