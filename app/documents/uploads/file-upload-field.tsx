import { Button } from "#app/ui/actions/button.tsx";
import { FileUpload } from "#app/ui/forms/files/file-upload.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import type { useFileUpload } from "./use-file-upload.ts";

type FileUploadState = ReturnType<typeof useFileUpload>;

/** The file chooser with the chosen file. */
export function FileUploadField({ way: fileUpload, id, label }: { way: FileUploadState; id: string; label: string }) {
  return (
    <>
      <FileUpload
        id={id}
        label={label}
        required
        error={fileUpload.error}
        files={fileUpload.item ? [fileUpload.item] : []}
        disabled={fileUpload.sending}
        onFiles={([chosen]) => chosen && fileUpload.choose(chosen)}
        onRemove={fileUpload.sending ? undefined : () => fileUpload.choose(null)}
      />
      <StatusMessage>{fileUpload.news}</StatusMessage>
    </>
  );
}

/** The send button; during the upload, a stop button. */
export function UploadButtons({ way: fileUpload, label }: { way: FileUploadState; label: string }) {
  return (
    <Cluster stretch>
      <Button type="submit" busy={fileUpload.sending} busyLabel="Sending">
        {fileUpload.error && fileUpload.file ? "Try again" : label}
      </Button>
      {fileUpload.sending && (
        <Button variant="secondary" onClick={fileUpload.cancel}>
          Stop sending
        </Button>
      )}
    </Cluster>
  );
}

/** Puts the focus on the chooser: there is no file yet. */
export const focusChooser = (id: string): void => document.getElementById(id)?.querySelector("button")?.focus();
