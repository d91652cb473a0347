import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";
import { call } from "#clinic/api/call.ts";
import { type Reply, sendReply } from "#clinic/work/send-reply.ts";
import { useAct } from "#clinic/work/use-act.ts";

/** A short reply in the doctor's conversation. It answers what was read up to `answersSeq`. */
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
  /** A colleague wrote in between. */
  onConflict: () => void;
}) {
  const act = useAct<Reply>({ asSent: true, onFailure: ({ kind }) => void (kind === "conflict" && onConflict()) });
  const message = text.trim();
  const send = () =>
    message !== "" &&
    act.send({ text: message, answersSeq }, (reply, key) => sendReply(call, conversationId, reply, key), onSent);
  return (
    <>
      <CountedTextarea
        label="Reply"
        hideLabel
        placeholder="Write to the patient"
        rows={2}
        limit={5000}
        id="case-reply"
        value={text}
        disabled={disabled}
        // Another text would be another message while nobody knows what became of this one.
        readOnly={act.pending !== null}
        onChange={({ target }) => onText(target.value)}
      />
      {act.message && <Alert tone="warning">{act.message}</Alert>}
      {message !== "" && (
        <div>
          <Button
            variant="secondary"
            busy={act.sending}
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
