import { Suspense, useState } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { formatBytes, isDrawable } from "#app/browser/file-rules.ts";
import { useDelayedBusy } from "#app/browser/use-delayed.ts";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import { CameraIcon, DownloadIcon, FileIcon } from "#app/ui/brand/app-icons.tsx";
import { Spinner } from "#app/ui/actions/spinner.tsx";
import type { Message } from "#contract/messages/message.ts";
import { senderName } from "../message-summary.ts";
import { useAttachment } from "../thread/queries.ts";
import css from "./attachment.module.css";
import { SavedFile } from "#app/ui/feedback/saved-file.tsx";
import { saveFile, type SavedFile as Saved } from "#app/browser/save-file.ts";

const PictureDialog = lazyRoute<{ file: Blob; title: string; onOpenChange: (open: boolean) => void }>(
  () => import("./picture-dialog.tsx"),
).Part;

/** The file of a message: a photo to show, else its name to download. */
export function Attachment({ message }: { message: Message }) {
  if (!message.attachment) return null;
  return isDrawable(message.attachment.type) ? (
    <PhotoAttachment message={message} bytes={message.attachment.bytes} />
  ) : (
    <FileAttachment message={message} />
  );
}

/** Says that there is a photo, and shows it only when asked: it may be of a body, and somebody may be looking over the patient's shoulder. */
function PhotoAttachment({ message, bytes }: { message: Message; bytes: number }) {
  const { data, error, refetch, isFetching } = useAttachment(message, false);
  const [open, setOpen] = useState(false);
  const busy = useDelayedBusy(isFetching);
  const title = senderName(message.sender) === "You" ? "Photo you sent" : `Photo from ${senderName(message.sender)}`;
  const show = async () => {
    if (data ?? (await refetch()).data) setOpen(true);
  };
  return (
    <div className={css["file"]}>
      <button
        type="button"
        className={css["download"]}
        aria-haspopup="dialog"
        onClick={() => isFetching || void show()}
      >
        <CameraIcon />
        <span className={css["fileText"]}>
          <span className={css["name"]}>{title}</span>
          <span className={css["size"]}>
            {formatBytes(bytes)} · <span className={css["show"]}>Show photo</span>
          </span>
        </span>
        {busy && <Spinner />}
      </button>
      <p role="alert" className={css["problem"]}>
        {error && errorMessage(error)}
      </p>
      {open && data && (
        <Suspense fallback={null}>
          <PictureDialog file={data} title={title} onOpenChange={setOpen} />
        </Suspense>
      )}
    </div>
  );
}

/** A file to download, with its type and size. */
function FileAttachment({ message }: { message: Message }) {
  const { data, error, refetch, isFetching } = useAttachment(message, false);
  const busy = useDelayedBusy(isFetching);
  const [saved, setSaved] = useState<Saved>();
  const file = message.attachment;
  if (!file) return null;
  const save = async () => {
    const bytes = data ?? (await refetch()).data;
    if (bytes) setSaved(saveFile(bytes, file.name));
  };
  return (
    <div className={css["file"]}>
      <button type="button" className={css["download"]} onClick={() => isFetching || void save()}>
        <FileIcon />
        <span className={css["fileText"]}>
          <span className="visually-hidden">Download </span>
          <bdi className={css["name"]}>{file.name}</bdi>
          <span className={css["size"]}>{formatBytes(file.bytes)}</span>
        </span>
        {busy ? <Spinner /> : <DownloadIcon />}
      </button>
      {saved?.handedOver === false && <SavedFile saved={saved} />}
      <p role="alert" className={css["problem"]}>
        {error && errorMessage(error)}
      </p>
    </div>
  );
}
