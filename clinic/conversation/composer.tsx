import { type Ref, useId, useRef, useState } from "react";
import { acceptedFiles, fileProblem, formatBytes } from "#app/browser/file-rules.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Checkbox } from "#app/ui/forms/choices/checkbox.tsx";
import { Textarea } from "#app/ui/forms/textarea.tsx";
import type { DraftState } from "#clinic/work/keep-draft.ts";
import css from "./conversation-page.module.css";
import type { SendState } from "./send-message.ts";

const keptWords: Readonly<Record<DraftState["kept"], string>> = {
  none: "",
  waiting: "Not saved yet",
  saved: "Draft saved",
};

/** Where the answer is written. Nothing typed is lost: not by a lock, a lost line, or somebody who takes over. */
export function Composer({
  ref,
  label,
  draft,
  sending,
  heldBy,
  said,
  file,
  onFile,
  onWrite,
  onSend,
}: {
  ref: Ref<HTMLTextAreaElement>;
  label: string;
  draft: DraftState;
  sending: SendState;
  /** Somebody else has the conversation. */
  heldBy: string | null;
  /** What just happened. */
  said: string;
  /** Goes with the words. */
  file: File | null;
  onFile: (file: File | null) => void;
  onWrite: (text: string) => void;
  onSend: (needsReply: boolean) => Promise<boolean>;
}) {
  const hintId = useId();
  const [needsReply, setNeedsReply] = useState(false);
  const unsure = sending.phase === "unsure";
  const busy = sending.phase === "sending";
  const maySend = draft.loaded && heldBy === null && (unsure || draft.text.trim() !== "" || file !== null);
  async function send() {
    if (!maySend || busy) return;
    if (await onSend(needsReply && file === null)) setNeedsReply(false);
  }
  return (
    <form
      className={css["composer"]}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {unsure && (
        <Alert tone="warning" title="We don’t know whether it was sent">
          No answer came. Send it again: it can’t arrive twice.
        </Alert>
      )}
      {sending.phase === "ready" && sending.problem && <Alert tone="warning">{sending.problem}</Alert>}
      <Textarea
        ref={ref}
        label={label}
        hideLabel
        placeholder={label}
        rows={1}
        maxLength={5000}
        className={css["field"]}
        value={draft.text}
        readOnly={busy || unsure}
        aria-describedby={hintId}
        onChange={(event) => onWrite(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
            event.preventDefault();
            void send();
          } else if (event.key === "Escape") event.currentTarget.blur();
        }}
      />
      <div className={css["foot"]}>
        <Button type="submit" busy={busy} busyLabel="Sending" disabled={!maySend && !busy}>
          {unsure ? "Send again" : "Send"}
        </Button>
        <AttachedFile file={file} locked={busy || unsure} onFile={onFile} />
        <Checkbox
          label="Ask for an answer"
          checked={needsReply && file === null}
          disabled={unsure || file !== null}
          onChange={(event) => setNeedsReply(event.target.checked)}
        />
        <span className={css["quiet"]} id={hintId}>
          <kbd>Ctrl</kbd> <kbd>Enter</kbd> sends
        </span>
        <output className={css["kept"]}>{said || keptWords[draft.kept]}</output>
      </div>
    </form>
  );
}

/** One file to send, of the kinds and sizes that patients may send as well; the server checks what is in it. */
function AttachedFile({
  file,
  locked,
  onFile,
}: {
  file: File | null;
  locked: boolean;
  onFile: (file: File | null) => void;
}) {
  const [problem, setProblem] = useState("");
  const input = useRef<HTMLInputElement>(null);
  function choose(chosen: File | undefined) {
    if (!chosen) return;
    const found = fileProblem(chosen) ?? "";
    setProblem(found);
    if (found === "") onFile(chosen);
  }
  return (
    <div className={css["chosen"]}>
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptedFiles}
        aria-label="File to send"
        onChange={({ target }) => {
          choose(target.files?.[0]);
          target.value = "";
        }}
      />
      {file ? (
        <>
          <span>
            {file.name} <span className={css["quiet"]}>{formatBytes(file.size)}</span>
          </span>
          <Button variant="secondary" disabled={locked} onClick={() => onFile(null)}>
            Remove
          </Button>
        </>
      ) : (
        <Button variant="secondary" disabled={locked} onClick={() => input.current?.click()}>
          Attach a file
        </Button>
      )}
      {problem && <Alert tone="warning">{problem}</Alert>}
    </div>
  );
}
