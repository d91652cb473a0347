import { useRef, useState } from "react";
import { errorMessage, isApiError } from "#app/api/api-error.ts";
import { randomUuid } from "#app/browser/random-uuid.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Textarea } from "#app/ui/forms/textarea.tsx";
import { call } from "#clinic/api/call.ts";
import { isOutcomeUnknown } from "#clinic/api/refusal.ts";
import { care } from "#contract/care/calls.ts";

/** A short reply in the doctor's conversation. It answers what was read up to `answersSeq`; the same text sent again is the same message. */
export function ReplyBox({
  conversationId,
  answersSeq,
  text,
  disabled,
  maySend,
  onText,
  onSent,
  onConflict,
}: {
  conversationId: string;
  answersSeq: number;
  text: string;
  disabled: boolean;
  maySend: boolean;
  onText: (text: string) => void;
  onSent: () => void;
  /** A colleague wrote meanwhile. */
  onConflict: () => void;
}) {
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState("");
  const attempt = useRef({ text: "", clientid: "" });
  async function send() {
    const message = text.trim();
    if (sending || message === "") return;
    if (attempt.current.text !== message) attempt.current = { text: message, clientid: randomUuid() };
    const { clientid } = attempt.current;
    setSending(true);
    setProblem("");
    try {
      const body = { message, clientid, answersseq: answersSeq, seenseq: answersSeq };
      await call(care.sendMessage, { params: { id: conversationId }, body }, { key: clientid });
      onSent();
    } catch (error) {
      setProblem(errorMessage(error));
      // What was refused is another request, once it has been looked at again.
      if (!isOutcomeUnknown(error)) attempt.current = { text: "", clientid: "" };
      if (isApiError(error) && error.code === "conflict") onConflict();
    } finally {
      setSending(false);
    }
  }
  return (
    <>
      <Textarea
        label="Reply"
        hideLabel
        placeholder="Write to the patient"
        rows={2}
        maxLength={5000}
        id="case-reply"
        value={text}
        disabled={disabled}
        onChange={({ target }) => onText(target.value)}
      />
      {problem && <Alert tone="warning">{problem}</Alert>}
      {text.trim() !== "" && (
        <div>
          <Button
            variant="secondary"
            busy={sending}
            busyLabel="Sending"
            disabled={!maySend}
            onClick={() => void send()}
          >
            Send
          </Button>
        </div>
      )}
    </>
  );
}
