import { Button } from "#app/ui/button.tsx";
import { FileUpload } from "#app/ui/file-upload.tsx";
import { Row } from "#app/ui/stack.tsx";
import { StatusMessage } from "#app/ui/status-message.tsx";
import type { useFileToSend } from "./use-file-to-send.ts";

type Way = ReturnType<typeof useFileToSend>;

/** The chooser with the chosen file in it. */
export function FileToSend({ way, id, label }: { way: Way; id: string; label: string }) {
  return (
    <>
      <FileUpload
        id={id}
        label={label}
        required
        error={way.error}
        files={way.item ? [way.item] : []}
        disabled={way.sending}
        onFiles={([chosen]) => chosen && way.choose(chosen)}
        onRemove={way.sending ? undefined : () => way.choose(null)}
      />
      <StatusMessage>{way.news}</StatusMessage>
    </>
  );
}

/** Send, and while it goes out: stop. */
export function SendRow({ way, label }: { way: Way; label: string }) {
  return (
    <Row stretch>
      <Button type="submit" busy={way.sending} busyLabel="Sending">
        {way.error && way.file ? "Try again" : label}
      </Button>
      {way.sending && (
        <Button variant="secondary" onClick={way.cancel}>
          Stop sending
        </Button>
      )}
    </Row>
  );
}

/** Puts the focus on the chooser: there is no file yet. */
export const focusChooser = (id: string): void => document.getElementById(id)?.querySelector("button")?.focus();
