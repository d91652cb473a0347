import { errorMessage } from "#app/api/api-error.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import css from "./save-state.module.css";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";

/** What became of a press: kept for lack of a connection, or refused and why. */
export function SaveState({ waiting, error }: { waiting: boolean; error: unknown }) {
  return (
    <div className={css["state"]}>
      <StatusMessage visible>
        {waiting && "You're offline. Keep this page open, and we'll save it once you're connected."}
      </StatusMessage>
      {Boolean(error) && <Alert tone="warning">{errorMessage(error)}</Alert>}
    </div>
  );
}
