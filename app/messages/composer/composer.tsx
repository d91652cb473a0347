import { formatNumber } from "#contract/fields/numbers.ts";
import { Stack } from "#app/ui/layout/stack.tsx";
import { type FormEvent, type KeyboardEvent, type RefObject, useId, useRef, useState, type Ref } from "react";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { cx } from "#app/ui/cx.ts";
import { controlClassName, FieldError } from "#app/ui/forms/field.tsx";
import { FileList } from "#app/ui/forms/files/file-list.tsx";
import { SendIcon, PaperclipIcon } from "#app/ui/brand/app-icons.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { useAutoGrow } from "#app/ui/forms/use-auto-grow.ts";
import css from "./composer.module.css";
import { EmergencyNumbers } from "#app/emergency/emergency-numbers.tsx";
import { patientOutbox } from "../outbox/patient-outbox.ts";
import type { useDraft } from "./use-draft.ts";
import type { useChosenFiles } from "./use-chosen-files.ts";
import { textLength } from "#contract/fields/text-length.ts";
import { acceptedFiles } from "#app/browser/file-rules.ts";

const emptyMessageText = "Please write a message.";

/** Text as it is sent: without the control characters that pasted text may contain. */
export const cleanText = (text: string): string => text.replace(/[^\P{Cc}\n\r\t]/gu, "").trim();

/** Longest message, in characters as the server counts them. */
const maxMessageLength = 5000;
const warnBelow = 500;

/** The hint about the length: null while there is enough room. */
export function lengthState(text: string): { readonly hint: string; readonly over: boolean } | null {
  const left = maxMessageLength - textLength(cleanText(text));
  if (left > warnBelow) return null;
  const characters = (count: number) => `${formatNumber(count)} ${count === 1 ? "character" : "characters"}`;
  return left < 0
    ? { hint: `${characters(-left)} too many. You can send it in two messages.`, over: true }
    : { hint: `${characters(left)} left`, over: false };
}

/** Where the patient writes. A sent message is in the thread at once, and the field is empty for the next. */
export function Composer({
  conversationId,
  to,
  draft: [text, setText],
  files,
  field,
  refusalReason,
}: {
  conversationId: string;
  to: string;
  draft: ReturnType<typeof useDraft>;
  files: ReturnType<typeof useChosenFiles>;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Why the message put back here could not be sent. */
  refusalReason: string | null;
}) {
  const id = useId();
  const attachButton = useRef<HTMLButtonElement>(null);
  const [error, setError] = useState<string | null>(null);
  useAutoGrow(field);
  const length = lengthState(text);
  const problem = length?.over ? length.hint : error;

  function send(event?: FormEvent) {
    event?.preventDefault();
    const cleaned = cleanText(text);
    const isEmpty = cleaned === "" && files.files.length === 0;
    setError(isEmpty ? emptyMessageText : null);
    field.current?.focus();
    if (isEmpty || length?.over) return;
    const outbox = patientOutbox();
    // The text goes with the first file.
    for (const [index, file] of (files.files.length > 0 ? files.files : [null]).entries())
      outbox.add({ conversationid: conversationId, text: index === 0 ? cleaned : "", file });
    setText("");
    files.clear();
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing) send(event);
  };

  return (
    <form className={css["composer"]} aria-label={`Write to ${to}`} onSubmit={send}>
      {refusalReason && <Alert tone="warning">{refusalReason}</Alert>}
      <FileList
        files={files.items}
        onRemove={(item) => {
          files.remove(item);
          attachButton.current?.focus();
        }}
      />
      <Stack role="alert" gap={2} className={css["problems"]}>
        {files.problems.map((each) => (
          <FieldError key={each}>{each}</FieldError>
        ))}
      </Stack>
      <label className="visually-hidden" htmlFor={id}>
        Your message
      </label>
      <textarea
        ref={field}
        id={id}
        className={cx(controlClassName, css["field"])}
        rows={2}
        dir="auto"
        placeholder="Write a message"
        value={text}
        aria-describedby={`${id}-hint ${id}-room`}
        aria-invalid={problem ? true : undefined}
        onChange={(event) => {
          setText(event.target.value);
          setError(null);
        }}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const pasted = [...event.clipboardData.files];
          if (pasted.length === 0) return;
          event.preventDefault();
          void files.take(pasted);
        }}
      />
      <div id={`${id}-room`} aria-live="polite" className={css["room"]}>
        {problem ? <FieldError>{problem}</FieldError> : length?.hint}
      </div>
      <div className={css["row"]}>
        <AttachButton ref={attachButton} onFiles={files.take} />
        <p id={`${id}-hint`} className={css["keys"]}>
          Enter starts a new line. Ctrl and Enter, or the button, sends.
        </p>
        <Button type="submit" className={css["send"]}>
          <SendIcon />
          Send
        </Button>
      </div>
      <EmergencyNumbers />
    </form>
  );
}

/** Chooses photos or files; on a phone the camera too. */
function AttachButton({ ref, onFiles }: { ref: Ref<HTMLButtonElement>; onFiles: (files: File[]) => void }) {
  const fileInput = useRef<HTMLInputElement>(null);
  return (
    <>
      <button ref={ref} type="button" className={css["attach"]} onClick={() => fileInput.current?.click()}>
        <PaperclipIcon />
        Add a photo or PDF
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
