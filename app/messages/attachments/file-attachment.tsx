import { errorMessage } from "#app/api/api-error.ts";
import { saveFile } from "#app/browser/save-file.ts";
import { useDelayedBusy } from "#app/browser/use-delayed.ts";
import { formatBytes } from "#app/browser/file-rules.ts";
import { DownloadIcon, FileIcon } from "#app/ui/brand/app-icons.tsx";
import { Spinner } from "#app/ui/feedback/spinner.tsx";
import type { Message } from "#contract/messages/message.ts";
import css from "./attachment.module.css";
import { useAttachment } from "../queries.ts";

/** A file to download, with its type and size. */
export function FileAttachment({ message }: { message: Message }) {
  const { data, error, refetch, isFetching } = useAttachment(message, false);
  const busy = useDelayedBusy(isFetching);
  const file = message.attachment;
  if (!file) return null;
  const save = async () => {
    const bytes = data ?? (await refetch()).data;
    if (bytes) saveFile(bytes, file.name);
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
      <p role="alert" className={css["problem"]}>
        {error && errorMessage(error)}
      </p>
    </div>
  );
}
