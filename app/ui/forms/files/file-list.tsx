import { Stack } from "../../layout/stack.tsx";
import { cx } from "../../cx.ts";
import css from "./file-list.module.css";
import { formatBytes } from "#app/browser/file-rules.ts";
import { CloseIcon } from "../../brand/base-icons.tsx";
import { FileIcon } from "../../brand/app-icons.tsx";
import { TransferBar } from "./transfer-bar.tsx";

export type UploadItem = {
  id: string;
  name: string;
  size?: number | undefined;
  /** `ready` is chosen but not sent. */
  state: "ready" | "uploading" | "done" | "error";
  /** 0 to 1 while uploading. */
  progress?: number | undefined;
  error?: string | undefined;
  previewUrl?: string | undefined;
};

/** Files chosen, uploading, uploaded or failed. */
export function FileList({
  files,
  onRemove,
  onRetry,
}: {
  files: readonly UploadItem[];
  onRemove?: ((id: string) => void) | undefined;
  onRetry?: ((id: string) => void) | undefined;
}) {
  if (files.length === 0) return null;
  return (
    <Stack as="ul" gap={2}>
      {files.map((file) => (
        <li key={file.id} className={cx(css["item"], css[file.state])}>
          {file.previewUrl ? <img src={file.previewUrl} alt="" className={css["preview"]} /> : <FileIcon />}
          <div className={css["text"]}>
            <span className={css["name"]}>{file.name}</span>
            {file.state === "uploading" && <TransferBar name={file.name} part={file.progress} />}
            {file.state === "ready" && file.size !== undefined && (
              <span className={css["size"]}>{formatBytes(file.size)}</span>
            )}
            {file.state === "done" && (
              <span className={css["detail"]}>Sent{file.size !== undefined && `, ${formatBytes(file.size)}`}</span>
            )}
            {file.state === "error" && <span className={css["problem"]}>{file.error ?? "This file wasn't sent."}</span>}
          </div>
          {file.state === "error" && onRetry && (
            <button type="button" className={css["retry"]} onClick={() => onRetry(file.id)}>
              Try again<span className="visually-hidden">: {file.name}</span>
            </button>
          )}
          {onRemove && (
            <button
              type="button"
              className={css["remove"]}
              aria-label={`Remove ${file.name}`}
              onClick={() => onRemove(file.id)}
            >
              <CloseIcon />
            </button>
          )}
        </li>
      ))}
    </Stack>
  );
}
