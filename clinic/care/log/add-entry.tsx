import { lazy } from "react";
import { loadChunk } from "#app/router/load-chunk.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { OpensLate } from "#clinic/ui/dialogs/opens-late.tsx";
import { logCalls } from "#contract/care/log.ts";
import { permits } from "#contract/policy/policy.ts";
import type { EntryAbout } from "./new-entry.ts";

/** Loaded once it's asked for. */
const EntryDialog = lazy(() => loadChunk(() => import("./entry-dialog.tsx")).then((m) => ({ default: m.EntryDialog })));

/** The button that logs something about what the page is about, and, where the page leaves it to that, the key. */
export function AddEntry({ about, hasKey = true }: { about: EntryAbout; hasKey?: boolean }) {
  if (!permits(usePermissions(), logCalls.addPatientLog.access.needs)) return null;
  return (
    <OpensLate label="Log something" letter={hasKey ? "l" : null}>
      {(dialog) => <EntryDialog about={about} {...dialog} />}
    </OpensLate>
  );
}
