import { type DragEvent, useRef, useState } from "react";
import { cx } from "../../cx.ts";
import { FieldError, FieldGroup, type FieldProps } from "../field.tsx";
import { FileList, type UploadItem } from "./file-list.tsx";
import { acceptedFiles, fileProblem } from "#app/browser/file-rules.ts";
import css from "./file-upload.module.css";
import { CameraIcon, UploadIcon } from "../../brand/app-icons.tsx";

/** Choose, photograph or drop files. Refuses wrong contents and sizes itself; the caller sends them and reports back in `files`. */
export function FileUpload({
  label,
  hint = "JPEG, PNG, TIFF, HEIC or PDF, up to 25 MB.",
  error,
  hideLabel,
  mark,
  id,
  className,
  files = [],
  multiple = false,
  capture = "environment",
  disabled = false,
  required,
  onFiles,
  onRemove,
  onRetry,
}: FieldProps & {
  id?: string | undefined;
  className?: string | undefined;
  files?: readonly UploadItem[] | undefined;
  multiple?: boolean | undefined;
  /** Which camera a phone offers; `false` for documents only. */
  capture?: "environment" | "user" | false | undefined;
  disabled?: boolean | undefined;
  required?: boolean | undefined;
  onFiles: (files: File[]) => void;
  onRemove?: ((id: string) => void) | undefined;
  onRetry?: ((id: string) => void) | undefined;
}) {
  const fileInput = useRef<HTMLInputElement>(null);
  const cameraInput = useRef<HTMLInputElement>(null);
  const [draggingOver, setDraggingOver] = useState(false);
  const [problems, setProblems] = useState<string[]>([]);

  async function addFiles(list: globalThis.FileList | null) {
    const chosen = [...(list ?? [])].slice(0, multiple ? undefined : 1);
    const found = await Promise.all(chosen.map(fileProblem));
    setProblems(found.flatMap((problem) => problem ?? []));
    const accepted = chosen.filter((_, index) => found[index] === undefined);
    if (accepted.length > 0) onFiles(accepted);
  }
  function drop(event: DragEvent) {
    event.preventDefault();
    setDraggingOver(false);
    if (!disabled) void addFiles(event.dataTransfer.files);
  }
  function pick(input: HTMLInputElement) {
    void addFiles(input.files);
    // Choosing the same file again must count as a choice.
    input.value = "";
  }

  return (
    <FieldGroup {...{ label, hint, error, hideLabel, mark, id, required, className }}>
      <div
        className={cx(css["zone"], draggingOver && css["over"], error && css["invalid"], disabled && css["disabled"])}
        onDragOver={(event) => {
          event.preventDefault();
          setDraggingOver(true);
        }}
        onDragLeave={() => setDraggingOver(false)}
        onDrop={drop}
      >
        <div className={css["actions"]}>
          <button
            type="button"
            className={css["choose"]}
            disabled={disabled}
            onClick={() => fileInput.current?.click()}
          >
            <UploadIcon />
            {multiple ? "Choose files" : "Choose a file"}
          </button>
          {capture && (
            <button
              type="button"
              className={cx(css["choose"], css["camera"])}
              disabled={disabled}
              onClick={() => cameraInput.current?.click()}
            >
              <CameraIcon />
              Take a photo
            </button>
          )}
        </div>
        <p className={css["drop"]}>or drop {multiple ? "them" : "it"} here</p>
        <input
          ref={fileInput}
          hidden
          type="file"
          accept={acceptedFiles}
          multiple={multiple}
          onChange={(event) => pick(event.target)}
        />
        {capture && (
          <input
            ref={cameraInput}
            hidden
            type="file"
            accept="image/*"
            capture={capture}
            onChange={(event) => pick(event.target)}
          />
        )}
      </div>
      <div role="alert">
        {problems.map((problem) => (
          <FieldError key={problem}>{problem}</FieldError>
        ))}
      </div>
      <FileList files={files} onRemove={onRemove} onRetry={onRetry} />
    </FieldGroup>
  );
}
