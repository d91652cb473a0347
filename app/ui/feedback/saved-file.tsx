import type { SavedFile as Saved } from "#app/browser/save-file.ts";
import { Button } from "../actions/button.tsx";
import { Alert } from "./alert.tsx";
import css from "./saved-file.module.css";

/** What became of a file that was to be saved: as much as a page knows, and what to do where it can't be. */
export function SavedFile({ saved, title }: { saved: Saved; title?: string }) {
  const { file, handedOver } = saved;
  const name = <span className={css["name"]}>{file.name}</span>;
  if (handedOver)
    return (
      <Alert tone="success" title={title}>
        We gave {name} to your browser to save. If it doesn’t turn up, try another browser, such as Safari or Chrome.
      </Alert>
    );
  const canShare = typeof navigator.canShare === "function" && navigator.canShare({ files: [file] });
  return (
    <Alert
      tone="warning"
      title="You’re in an app that can’t save files"
      actions={
        canShare && (
          <Button variant="secondary" onClick={() => void share(file)}>
            Share or save it
          </Button>
        )
      }
    >
      {canShare ? "You can share " : "To get "}
      {name}
      {canShare ? ", or " : ", "}open this page in Safari or Chrome, log in, and download it there.
    </Alert>
  );
}

/** Whoever closes the sheet without choosing wants nothing more. */
const share = (file: File) => navigator.share({ files: [file] }).catch(() => undefined);
