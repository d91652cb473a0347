import { useQuery } from "@tanstack/react-query";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { queryOf } from "#clinic/api/query.ts";
import { practiceToday } from "#clinic/care/practice-today.ts";
import { QueryContent, Section } from "#clinic/ui/page.tsx";
import { type Task, taskCalls } from "#contract/care/tasks.ts";
import { taskPath } from "#clinic/work/record-path.ts";
import { partyName, taskDayText, taskLabels } from "./task-labels.ts";
import css from "./tasks.module.css";

/** What is open of a patient that people of the practice asked, also before its day. */
export function OpenTasks({ patientId }: { patientId: string }) {
  const tasks = useQuery(queryOf(taskCalls.patientTasks, { params: { id: patientId }, query: {} }));
  return (
    <QueryContent query={tasks} rows={2}>
      {({ items, nextpage }) =>
        items.length === 0 ? (
          <p className={css["quiet"]}>Nothing is open.</p>
        ) : (
          <>
            <TaskList items={items} />
            {nextpage !== null && <p className={css["quiet"]}>There are more. End some of these to see them.</p>}
          </>
        )
      }
    </QueryContent>
  );
}

/** What one asked, or reminds oneself of, that is open: also what waits for its day. */
export function AskedTasks() {
  const tasks = useQuery(queryOf(taskCalls.tasksAsked, { query: {} }));
  return (
    <Section title="What you asked, and your tasks to come">
      <QueryContent query={tasks} rows={2}>
        {({ items, nextpage }) => (
          <>
            {items.length === 0 ? <p className={css["quiet"]}>Nothing is open.</p> : <TaskList items={items} />}
            {nextpage !== null && <p className={css["quiet"]}>There are more. End some of these to see them.</p>}
          </>
        )}
      </QueryContent>
    </Section>
  );
}

function TaskList({ items }: { items: readonly Task[] }) {
  const today = practiceToday();
  return (
    <ul className={css["list"]} aria-label="Open tasks and questions">
      {items.map((task) => (
        <li key={task.id}>
          <a href={taskPath(task.id)}>{task.words}</a>
          <span>
            <StatusBadge tone={task.order?.held ? "warning" : "neutral"}>
              {task.log?.label ?? taskLabels[task.kind].label}
            </StatusBadge>
          </span>
          <span className={css["quiet"]}>{[`For ${partyName(task.for)}`, taskDayText(task, today)].join(" · ")}</span>
        </li>
      ))}
    </ul>
  );
}
