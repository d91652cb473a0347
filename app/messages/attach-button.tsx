import { type Ref, useRef } from "react";
import { acceptedFiles } from "#app/ui/file-rules.ts";
import { PaperclipIcon } from "#app/ui/brand/app-icons.tsx";
import css from "./composer/composer.module.css";

/** Chooses photos or files; on a phone the camera too. */
export function AttachButton({ ref, onFiles }: { ref: Ref<HTMLButtonElement>; onFiles: (files: File[]) => void }) {
  const fileInput = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        ref={ref}
        type="button"
        className={css["attach"]}
        aria-label="Add a photo or PDF"
        title="Add a photo or PDF"
        onClick={() => fileInput.current?.click()}
      >
        <PaperclipIcon />
      </button>
      <input
        ref={fileInput}
        hidden
        type="file"
        multiple
        accept={acceptedFiles}
        aria-label="Photos or PDFs"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Choosing the same file again must count as a choice.
          target.value = "";
        }}
      />
    </>
  );
}
