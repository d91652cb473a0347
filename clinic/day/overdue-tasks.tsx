import { useQuery } from "@tanstack/react-query";
import { queryOf } from "#clinic/api/query.ts";
import { askerName, partyName, taskLabels } from "#clinic/care/tasks/task-labels.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { QueryContent, Section } from "#clinic/ui/page.tsx";
import { Table } from "#clinic/ui/table/table.tsx";
import { type OverdueTask, taskCalls } from "#contract/care/tasks.ts";
import { formatWeekday } from "#contract/fields/formats.ts";
import { permits } from "#contract/policy/policy.ts";
import css from "./day-page.module.css";

/** Tasks and questions of everybody whose day has passed, for whoever runs the team: who was to do them, and who asked. */
export function OverdueTasks() {
  const maySee = permits(usePermissions(), taskCalls.overdueTasks.access.needs);
  const overdue = useQuery({ ...queryOf(taskCalls.overdueTasks, {}), enabled: maySee });
  if (!maySee) return null;
  return (
    <Section title="Tasks and questions that are overdue">
      <QueryContent query={overdue} rows={2}>
        {({ items, count }) =>
          items.length === 0 ? (
            <p className={css["quiet"]}>None: each has been done by its day.</p>
          ) : (
            <>
              <Table label="Overdue" head={["What", "Waits for", "Its day", "From"]}>
                {items.map((task) => (
                  <OverdueRow key={task.id} task={task} />
                ))}
              </Table>
              {count > items.length && (
                <p className={css["quiet"]}>{`The ${items.length} longest of ${count} are shown.`}</p>
              )}
            </>
          )
        }
      </QueryContent>
    </Section>
  );
}

const OverdueRow = ({ task: { kind, dueon, asker, for: asked } }: { task: OverdueTask }) => (
  <tr>
    <td>{taskLabels[kind].label}</td>
    <td>{partyName(asked)}</td>
    <td>{formatWeekday(dueon)}</td>
    <td className={css["quiet"]}>{askerName(asker)}</td>
  </tr>
);
