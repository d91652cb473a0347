import { useHistoryState } from "wouter/use-browser-location";
import { Alert } from "#app/ui/alert.tsx";
import type { HandedOn } from "./use-save-step.ts";

/** What the screen before has to say: answers a clinician will look at. */
export function Notices() {
  const { notices = [] } = useHistoryState<HandedOn | null>() ?? {};
  if (notices.length === 0) return null;
  return (
    <Alert kind="info">
      {notices.map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
    </Alert>
  );
}
