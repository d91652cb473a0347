import { lazy, Suspense, useState } from "react";
import { loadChunk } from "#app/router/load-chunk.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { usePermissions } from "#clinic/session/current.ts";
import { Notice } from "#clinic/ui/page.tsx";
import { useKeys } from "#clinic/ui/use-keys.ts";
import { taskCalls } from "#contract/care/tasks.ts";
import { permits } from "#contract/policy/policy.ts";
import type { TaskAbout } from "./new-task.ts";

/** Loaded once it's asked for: the inbox is the first page. */
const TaskDialog = lazy(() => loadChunk(() => import("./task-dialog.tsx")).then((m) => ({ default: m.TaskDialog })));

/** The button, and the key, that add a task or ask a question about what the page is about. */
export function AddTask({ about }: { about: TaskAbout }) {
  const may = permits(usePermissions(), taskCalls.addPatientTask.access.needs);
  const [open, setOpen] = useState(false);
  const [notice, setNotice] = useState("");
  const begin = () => {
    setNotice("");
    setOpen(true);
  };
  useKeys(may ? { q: begin } : {});
  if (!may) return null;
  return (
    <>
      <Notice>{notice}</Notice>
      <Button variant="quiet" onClick={begin}>
        Add a task or ask
      </Button>
      {open && (
        <Suspense fallback={null}>
          <TaskDialog
            about={about}
            onClose={() => setOpen(false)}
            onDone={(done) => {
              setOpen(false);
              setNotice(done);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
