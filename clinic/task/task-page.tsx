import { useQuery, useQueryClient } from "@tanstack/react-query";
import { isApiError } from "#app/api/api-error.ts";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { practiceToday } from "#clinic/care/practice-today.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { Fact, Facts } from "#clinic/ui/facts.tsx";
import { useIdInPath } from "#clinic/ui/id-in-path.ts";
import { QueryContent, Page, Section } from "#clinic/ui/page.tsx";
import { patientName } from "#clinic/ui/labels/patient-name.ts";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import { inboxPath } from "#clinic/work/inbox-filter.ts";
import { recordPath } from "#clinic/work/record-path.ts";
import { care } from "#contract/care/calls.ts";
import { type Task, taskCalls } from "#contract/care/tasks.ts";
import { formatCalendarDay } from "#contract/fields/formats.ts";
import { permits } from "#contract/policy/policy.ts";
import { MessageVerdict } from "./message-verdict.tsx";
import { TaskActs } from "./task-acts.tsx";
import { askerName, partyName, taskDayText, taskLabels, taskOutcomeLabels } from "#clinic/care/tasks/task-labels.ts";
import css from "./task-page.module.css";

/** A task or a question, in the address: what is asked, about whom, its answer, and what can be done about it. */
export function TaskPage() {
  const id = useIdInPath("task");
  return id === null ? <NoTask /> : <OneTask key={id} id={id} />;
}

const NoTask = () => (
  <Page title="There’s nothing here">
    <p>
      It isn’t there, or it’s between others. Go to <a href={inboxPath("task")}>what waits</a>.
    </p>
  </Page>
);

function OneTask({ id }: { id: string }) {
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
    void cache.invalidateQueries({ queryKey: queryKey(taskCalls.tasksAsked) });
  };
  return (
    <Page title={data ? taskLabels[data.kind].label : "Task or question"} headStays>
      <QueryContent query={task} rows={6}>
        {(read) => (
          <div className={css["page"]}>
            <Asked task={read} />
            {read.actions.includes("verdict") && read.message && read.patient && (
              <MessageVerdict message={read.message} patient={read.patient} onDecided={() => void decided()} />
            )}
            <TaskActs task={read} onChanged={show} onOutdated={() => void task.refetch()} />
            <Ended task={read} />
          </div>
        )}
      </QueryContent>
    </Page>
  );
}

function Asked({ task }: { task: Task }) {
  const { patient, order, conversationid, asker, words, answer, ended, openedat } = task;
  const permissions = usePermissions();
  const opensRecord = permits(permissions, care.patient.access.needs);
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
        {ended === null && <Fact name="Waits for">{partyName(task.for)}</Fact>}
        {ended === null && (
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

function Ended({ task: { ended } }: { task: Task }) {
  if (ended === null) return null;
  const { outcome, actor, name, at, note } = ended;
  const who = actor.startsWith("patient:") ? "The patient" : (name ?? "Your system");
  return (
    <Section title="What came of it">
      <p>
        <b>{taskOutcomeLabels[outcome]}</b> · {who} · {practiceDayAndTime(at)}
      </p>
      {note && <p className={css["quote"]}>{note}</p>}
      <p>
        <a href={inboxPath("task")}>To what else waits</a>
      </p>
    </Section>
  );
}
