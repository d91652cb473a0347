import { Stack } from "#app/ui/layout/stack.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import { isBlocked, type OutgoingMessage } from "../outbox/outgoing-message.ts";
import { useOutbox } from "../outbox/patient-outbox.ts";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { useOnline } from "#app/browser/use-online.ts";
import { cx } from "#app/ui/cx.ts";
import { TransferBar } from "#app/ui/forms/files/transfer-bar.tsx";
import { formatBytes, isDrawable } from "#app/browser/file-rules.ts";
import { WarningIcon } from "#app/ui/brand/base-icons.tsx";
import { CameraIcon, FileIcon } from "#app/ui/brand/app-icons.tsx";
import attachment from "../attachments/attachment.module.css";
import css from "./message-row.module.css";
import { MessageText } from "./message-text.tsx";

/** The messages on their way to the server, with what the patient can do about those that are stuck. */
export function OutgoingMessages({
  outgoing,
  onEdit,
}: {
  outgoing: readonly OutgoingMessage[];
  onEdit: ((entry: OutgoingMessage) => void) | null;
}) {
  const { sending, outbox } = useOutbox();
  const stuck = outgoing.find(({ state }) => state !== "waiting");
  return (
    <>
      {outgoing.length > 0 && (
        <Stack aria-label="Sending" as="ul" gap={2}>
          {outgoing.map((entry) => (
            <OutgoingRow
              key={entry.clientid}
              entry={entry}
              blocked={isBlocked(outgoing, entry)}
              fraction={sending?.clientid === entry.clientid ? sending.fraction : null}
              onRetry={() => outbox.retry(entry.clientid)}
              onRemove={() => outbox.remove(entry.clientid)}
              onEdit={onEdit && (() => onEdit(entry))}
            />
          ))}
        </Stack>
      )}
      <StatusMessage>{stuck && `Not sent. ${stuck.reason}`}</StatusMessage>
    </>
  );
}

interface OutgoingActions {
  readonly onRetry: () => void;
  readonly onRemove: () => void;
  /** Puts the text back into the composer. */
  readonly onEdit: (() => void) | null;
}

/**
 * An outgoing message: its status, and what the patient can do. `fraction` is the fraction of its file uploaded; null: it is queued. `blocked` until the
 * patient resends the one before it.
 */
function OutgoingRow({
  entry,
  fraction,
  blocked,
  ...acts
}: { entry: OutgoingMessage; fraction: number | null; blocked: boolean } & OutgoingActions) {
  const stuck = entry.state !== "waiting";
  return (
    <Stack as="li" gap={1} align="start" className={cx(css["row"], css["mine"], css["first"])}>
      <p className="visually-hidden">You</p>
      <Stack gap={3} className={cx(css["bubble"], stuck ? css["stuck"] : css["pending"])}>
        {entry.file && <OutgoingFile file={entry.file} />}
        {entry.text && <MessageText>{entry.text}</MessageText>}
      </Stack>
      {entry.file && fraction !== null && (
        <div className={css["transfer"]}>
          <TransferBar name={entry.file.name} part={fraction} />
        </div>
      )}
      <Cluster rowGap={0} justify="end" className={css["state"]}>
        {stuck ? (
          <p className={css["problem"]}>
            <WarningIcon />
            <span>Not sent. {entry.reason}</span>
          </p>
        ) : (
          <SendingStatus sending={fraction !== null} blocked={blocked} />
        )}
        <OutgoingButtons entry={entry} sending={fraction !== null} {...acts} />
      </Cluster>
    </Stack>
  );
}

function SendingStatus({ sending, blocked }: { sending: boolean; blocked: boolean }) {
  const online = useOnline();
  if (blocked) return <p>Will send after the one above.</p>;
  return <p>{sending || online ? "Sending…" : "Will send on its own when you're back online."}</p>;
}

function OutgoingButtons({
  entry,
  sending,
  onRetry,
  onRemove,
  onEdit,
}: { entry: OutgoingMessage; sending: boolean } & OutgoingActions) {
  const messageLabel = (
    <span className="visually-hidden">
      {" "}
      this message: {Array.from(entry.text).slice(0, 40).join("") || entry.file?.name}
    </span>
  );
  const actionButton = (label: string, act: () => void) => (
    <button type="button" className={css["way"]} onClick={act}>
      {label}
      {messageLabel}
    </button>
  );
  if (sending && !entry.file) return null;
  return (
    <>
      {entry.state === "failed" && actionButton("Send again", onRetry)}
      {entry.state === "refused" && entry.text && onEdit && actionButton("Change", onEdit)}
      {actionButton(sending ? "Cancel" : "Delete", onRemove)}
    </>
  );
}

function OutgoingFile({ file }: { file: File }) {
  return (
    <div className={attachment["download"]}>
      {isDrawable(file.type) ? <CameraIcon /> : <FileIcon />}
      <span className={attachment["fileText"]}>
        <bdi className={attachment["name"]}>{file.name}</bdi>
        <span className={attachment["size"]}>{formatBytes(file.size)}</span>
      </span>
    </div>
  );
}
