import { useInfiniteQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { practiceToday } from "#clinic/care/practice-today.ts";
import { askerName, taskDayText } from "#clinic/care/tasks/task-labels.ts";
import css from "#clinic/care/tasks/tasks.module.css";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import { patientName } from "#clinic/ui/labels/patient-name.ts";
import { QueryContent } from "#clinic/ui/page.tsx";
import { MoreButton } from "#clinic/ui/table/more-button.tsx";
import { taskPath } from "#clinic/work/record-path.ts";
import { logCalls } from "#contract/care/log.ts";
import type { Task } from "#contract/care/tasks.ts";
import type { Output } from "#contract/http/endpoint.ts";

/** What came of an entry, or by when somebody has to see to it. */
export function entryState({ log, ended, ...task }: Task, today: string): string {
  if (ended?.outcome === "dropped") return "Entered in error";
  if (ended) return log?.outcome?.label ?? (log?.ends === "chart" ? "No longer so" : "");
  return log?.ends === "chart" ? "On the chart" : taskDayText(task, today);
}

type Page = Output<typeof logCalls.log>;

/** What was logged of a patient, newest first. */
export function PatientLog({ patientId }: { patientId: string }) {
  const log = useInfiniteQuery({
    queryKey: [...queryKey(logCalls.patientLog), patientId],
    queryFn: ({ pageParam, signal }) =>
      call(
        logCalls.patientLog,
        { params: { id: patientId }, query: { ...(pageParam !== null && { nextpage: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextpage }: Page) => nextpage,
  });
  return <Entries log={log} empty="Nothing was logged." />;
}

/** Entries of one kind, or of all that one reads, of all patients and of none. */
export function AllEntries({ kind, open }: { kind: string; open: boolean }) {
  const log = useInfiniteQuery({
    queryKey: [...queryKey(logCalls.log), kind, open],
    queryFn: ({ pageParam, signal }) =>
      call(
        logCalls.log,
        {
          query: {
            ...(kind !== "" && { kind }),
            ...(open && { state: "open" as const }),
            ...(pageParam !== null && { nextpage: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextpage }: Page) => nextpage,
  });
  return <Entries log={log} empty="There’s nothing of this kind." withPatient />;
}

type Log = ComponentProps<typeof MoreButton>["list"] & {
  readonly data: { readonly pages: readonly Page[] } | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
};

function Entries({ log, empty, withPatient = false }: { log: Log; empty: string; withPatient?: boolean }) {
  const today = practiceToday();
  return (
    <QueryContent query={log} rows={3}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        if (items.length === 0) return <p className={css["quiet"]}>{empty}</p>;
        return (
          <>
            <ul className={css["list"]} aria-label="Log">
              {items.map((task) => (
                <li key={task.id}>
                  <a href={taskPath(task.id)}>{task.words}</a>
                  <span>
                    <StatusBadge tone="neutral">{task.log?.label ?? ""}</StatusBadge>
                  </span>
                  <span className={css["quiet"]}>
                    {[
                      withPatient && (task.patient ? patientName(task.patient) : "About no patient"),
                      entryState(task, today),
                      `${askerName(task.asker)}, ${practiceDayAndTime(task.openedat)}`,
                    ]
                      .filter(Boolean)
                      .join(" · ")}
                  </span>
                </li>
              ))}
            </ul>
            <MoreButton list={log} />
          </>
        );
      }}
    </QueryContent>
  );
}
