import { lazy } from "react";
import { loadChunk } from "#app/router/load-chunk.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { OpensLate } from "#clinic/ui/dialogs/opens-late.tsx";
import { taskCalls } from "#contract/care/tasks.ts";
import { permits } from "#contract/policy/policy.ts";
import type { TaskAbout } from "./new-task.ts";

/** Loaded once it's asked for: the inbox is the first page. */
const TaskDialog = lazy(() => loadChunk(() => import("./task-dialog.tsx")).then((m) => ({ default: m.TaskDialog })));

/** The button, and the key, that add a task or ask a question about what the page is about. */
export function AddTask({ about }: { about: TaskAbout }) {
  if (!permits(usePermissions(), taskCalls.addPatientTask.access.needs)) return null;
  return (
    <OpensLate label="Add a task or ask" letter="q">
      {(dialog) => <TaskDialog about={about} {...dialog} />}
    </OpensLate>
  );
}
