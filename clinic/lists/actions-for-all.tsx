import { lazy } from "react";
import { loadChunk } from "#app/router/load-chunk.ts";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { usePermissions } from "#clinic/session/current.ts";
import { OpensLate } from "#clinic/ui/dialogs/opens-late.tsx";
import { listCalls, type ListFilters } from "#contract/care/lists.ts";
import type { Output } from "#contract/http/endpoint.ts";
import { permits } from "#contract/policy/policy.ts";

export type ListHead = Pick<Output<typeof listCalls.listPatients>, "count" | "leftout">;

const TaskDialog = lazy(() =>
  loadChunk(() => import("#clinic/care/tasks/task-dialog.tsx")).then((m) => ({ default: m.TaskDialog })),
);
const MessageDialog = lazy(() =>
  loadChunk(() => import("./message-dialog.tsx")).then((m) => ({ default: m.MessageDialog })),
);
const FileDialog = lazy(() => loadChunk(() => import("./file-dialog.tsx")).then((m) => ({ default: m.FileDialog })));

/** What can be done for everybody on the list that is shown. */
export function ActionsForAll({ filters, head }: { filters: ListFilters; head: ListHead }) {
  const permissions = usePermissions();
  const { count } = head;
  return (
    <Cluster gap={2}>
      {permits(permissions, listCalls.listTasks.access.needs) && (
        <OpensLate label="Add a task for each" letter={null}>
          {(dialog) => <TaskDialog about={{ patient: null, list: { filters, count } }} {...dialog} />}
        </OpensLate>
      )}
      {permits(permissions, listCalls.listMessage.access.needs) && (
        <OpensLate label="Write to all" letter={null}>
          {(dialog) => <MessageDialog filters={filters} head={head} {...dialog} />}
        </OpensLate>
      )}
      <OpensLate label="Save as a file" letter={null}>
        {(dialog) => <FileDialog filters={filters} count={count} {...dialog} />}
      </OpensLate>
    </Cluster>
  );
}
