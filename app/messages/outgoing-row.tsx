import { useOnline } from "#app/router/use-online.ts";
import { cx } from "#app/ui/cx.ts";
import { Picture } from "#app/ui/picture.tsx";
import { TransferBar } from "#app/ui/transfer-bar.tsx";
import { formatBytes, isDrawable } from "#app/ui/file-rules.ts";
import { WarningIcon } from "#app/ui/icons.tsx";
import { FileIcon } from "#app/ui/thing-icons.tsx";
import attachment from "./attachment.module.css";
import css from "./message.module.css";
import { MessageText } from "./message-text.tsx";
import type { Outgoing } from "./outgoing.ts";

interface Acts {
  readonly onRetry: () => void;
  readonly onRemove: () => void;
  /** Her words go back to where she writes. */
  readonly onEdit: (() => void) | null;
}

/**
 * A message of hers that is not there yet: what happens to it, and what she can do. `part` of its file is gone; null: it waits. `held` until
 * she sends the one before it again.
 */
export function OutgoingRow({
  entry,
  part,
  held,
  ...acts
}: { entry: Outgoing; part: number | null; held: boolean } & Acts) {
  const stuck = entry.state !== "waiting";
  return (
    <li className={cx(css["row"], css["mine"], css["first"])}>
      <p className="visually-hidden">You</p>
      <div className={cx(css["bubble"], stuck ? css["stuck"] : css["pending"])}>
        {entry.file && <OutgoingFile file={entry.file} />}
        {entry.text && <MessageText>{entry.text}</MessageText>}
      </div>
      {entry.file && part !== null && (
        <div className={css["transfer"]}>
          <TransferBar name={entry.file.name} part={part} />
        </div>
      )}
      <div className={css["state"]}>
        {stuck ? (
          <p className={css["problem"]}>
            <WarningIcon />
            <span>Not sent. {entry.reason}</span>
          </p>
        ) : (
          <Way sending={part !== null} held={held} />
        )}
        <Ways entry={entry} sending={part !== null} {...acts} />
      </div>
    </li>
  );
}

function Way({ sending, held }: { sending: boolean; held: boolean }) {
  const online = useOnline();
  if (held) return <p>Goes out after the one above.</p>;
  return <p>{sending || online ? "Sending…" : "Goes out by itself when you are connected again."}</p>;
}

function Ways({ entry, sending, onRetry, onRemove, onEdit }: { entry: Outgoing; sending: boolean } & Acts) {
  const what = <span className="visually-hidden"> this message: {entry.text.slice(0, 40) || entry.file?.name}</span>;
  const way = (label: string, act: () => void) => (
    <button type="button" className={css["way"]} onClick={act}>
      {label}
      {what}
    </button>
  );
  if (sending && !entry.file) return null;
  return (
    <>
      {entry.state === "failed" && way("Send again", onRetry)}
      {entry.state === "refused" && entry.text && onEdit && way("Change", onEdit)}
      {way(sending ? "Cancel" : "Delete", onRemove)}
    </>
  );
}

function OutgoingFile({ file }: { file: File }) {
  if (isDrawable(file.type))
    return (
      <div className={attachment["photo"]}>
        <Picture file={file} alt={file.name} className={attachment["thumbnail"]} />
      </div>
    );
  return (
    <div className={attachment["download"]}>
      <FileIcon />
      <span className={attachment["fileText"]}>
        <bdi className={attachment["name"]}>{file.name}</bdi>
        <span className={attachment["size"]}>{formatBytes(file.size)}</span>
      </span>
    </div>
  );
}
