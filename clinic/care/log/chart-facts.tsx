import { useQuery } from "@tanstack/react-query";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { queryOf } from "#clinic/api/query.ts";
import css from "#clinic/care/tasks/tasks.module.css";
import { usePermissions } from "#clinic/session/current.ts";
import { taskPath } from "#clinic/work/record-path.ts";
import { logCalls } from "#contract/care/log.ts";
import { permits } from "#contract/policy/policy.ts";

/** What stands on a patient's chart and must be seen first: alerts, whom to call, who may be told, restrictions. Nothing where there's nothing. */
export function ChartFacts({ patientId }: { patientId: string }) {
  const mayRead = permits(usePermissions(), logCalls.patientLog.access.needs);
  const { data } = useQuery({
    ...queryOf(logCalls.patientLog, { params: { id: patientId }, query: { state: "chart" } }),
    enabled: mayRead,
  });
  const items = data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Alert tone="info" title="On the chart">
      <ul className={css["list"]}>
        {items.map(({ id, log, words }) => (
          <li key={id}>
            <a href={taskPath(id)}>
              {[log?.label, log?.fields.map(({ value }) => value).join(", ")].filter(Boolean).join(": ")}
            </a>
            <span>{words}</span>
            {log?.unconfirmed && <strong>Not confirmed yet: our emails still go to the account’s address.</strong>}
          </li>
        ))}
      </ul>
      {data?.nextpage != null && <p>There’s more in the record’s log.</p>}
    </Alert>
  );
}
