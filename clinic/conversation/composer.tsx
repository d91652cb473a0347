import { type Ref, useId, useRef, useState } from "react";
import { acceptedFiles, fileProblem, formatBytes } from "#app/browser/file-rules.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Checkbox } from "#app/ui/forms/choices/checkbox.tsx";
import { draftStatusTexts } from "#clinic/work/draft.ts";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import css from "./conversation-page.module.css";
import type { useReply } from "./use-reply.ts";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";

/** Where the answer is written. Nothing typed is lost: not by a lock, a lost line, or somebody who takes over. */
export function Composer({
  ref,
  label,
  reply: { draft, claim, act, file, article, notice, attach, giveToRead, write },
  onSend,
}: {
  ref: Ref<HTMLTextAreaElement>;
  label: string;
  reply: ReturnType<typeof useReply>;
  /** Gives whether it's sent. */
  onSend: (needsReply: boolean) => Promise<boolean>;
}) {
  const hintId = useId();
  const [needsReply, setNeedsReply] = useState(false);
  const busy = act.sending;
  const isUnknown = act.pending !== null && !busy;
  const isLocked = busy || isUnknown;
  const hasContent = draft.value.trim() !== "" || file !== null;
  const maySend = draft.loaded && claim.status !== "taken" && (isUnknown || hasContent);
  async function send() {
    if (maySend && !busy && (await onSend(needsReply && file === null))) setNeedsReply(false);
  }
  return (
    <form
      className={css["composer"]}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {isUnknown && (
        <Alert tone="warning" title="We don’t know whether it was sent">
          No answer came. Send it again: it can’t arrive twice.
        </Alert>
      )}
      {!act.isUnknown && <FailureNotice act={act} fields={[]} />}
      <CountedTextarea
        ref={ref}
        label={label}
        hideLabel
        placeholder={label}
        rows={1}
        limit={5000}
        className={css["field"]}
        value={draft.value}
        readOnly={isLocked}
        aria-describedby={hintId}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
            event.preventDefault();
            void send();
          } else if (event.key === "Escape") event.currentTarget.blur();
        }}
      />
      {article && (
        <div className={css["toRead"]}>
          <span>
            <span className={css["quiet"]}>{article.leaflet ? "Leaflet to read:" : "Article to read:"}</span>{" "}
            {article.title}
          </span>
          <Button variant="secondary" disabled={isLocked} onClick={() => giveToRead(null)}>
            Don’t send it
          </Button>
          {!hasContent && <span className={css["quiet"]}>Write a line to go with it.</span>}
        </div>
      )}
      <div className={css["foot"]}>
        <Button type="submit" busy={busy} busyLabel="Sending" disabled={!maySend && !busy}>
          {isUnknown ? "Send again" : "Send"}
        </Button>
        <AttachedFile file={file} locked={isLocked} onFile={attach} />
        <Checkbox
          label="Ask for an answer"
          checked={needsReply && file === null}
          disabled={isUnknown || file !== null}
          onChange={(event) => setNeedsReply(event.target.checked)}
        />
        <span className={css["quiet"]} id={hintId}>
          <kbd>Ctrl</kbd> <kbd>Enter</kbd> sends
        </span>
        <output className={css["saved"]}>{notice || draftStatusTexts[draft.status]}</output>
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
  async function choose(chosen: File | undefined) {
    if (!chosen) return;
    const found = (await fileProblem(chosen)) ?? "";
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
          void choose(target.files?.[0]);
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
