import { Stack } from "#app/ui/layout/stack.tsx";
import { cx } from "#app/ui/cx.ts";
import { mayReport, type Message } from "#contract/messages/message.ts";
import { Attachment } from "../attachments/attachment.tsx";
import css from "./message-row.module.css";
import { MessageText } from "./message-text.tsx";
import { ToRead } from "./to-read.tsx";
import { formatTime } from "#app/formats/dates.ts";
import { senderName } from "../message-summary.ts";
import { errorMessage } from "#app/api/api-error.ts";
import { NotMine } from "#app/api/not-mine.tsx";
import { openFollowup } from "#app/followup/followup-opener.ts";
import { useDelayedBusy } from "#app/browser/use-delayed.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Button, ButtonLink } from "#app/ui/actions/button.tsx";
import { CheckIcon } from "#app/ui/brand/base-icons.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { reportMessage, useMarkActionDone } from "../thread/queries.ts";

/** One message; the `first` of a run by the same person shows the sender's name. `state`: what has become of it. */
export function MessageRow({ message, first, state }: { message: Message; first: boolean; state: string | null }) {
  const { sender, type, createdat } = message;
  const time = <time dateTime={createdat}>{formatTime(createdat)}</time>;
  if (type === "system") {
    return (
      <li className={css["system"]}>
        <MessageText>{message.message}</MessageText>
        <p className={css["meta"]}>{time}</p>
      </li>
    );
  }
  const isOwn = sender.role === "patient";
  return (
    <Stack as="li" gap={1} align="start" className={cx(css["row"], isOwn && css["mine"], first && css["first"])}>
      <p className={first ? css["meta"] : "visually-hidden"}>
        <bdi className={css["name"]}>{senderName(sender)}</bdi> {sender.title && <span>{sender.title}, </span>}
        {time}
      </p>
      <Stack gap={3} className={cx(css["bubble"], type === "prescription_followup" && css["followup"])}>
        <Attachment message={message} />
        {message.message && <MessageText>{message.message}</MessageText>}
        {message.article && <ToRead article={message.article} />}
        {type === "prescription_followup" && <FollowupActions message={message} />}
      </Stack>
      {mayReport(message) && (
        <NotMine
          question="Is this message for somebody else?"
          detail="We'll hide it here right away, and our care team will look into it now. If it turns out to be yours, you'll see it again."
          className={css["notmine"]}
          report={() => reportMessage(message)}
        />
      )}
      {state && <p className={css["state"]}>{state}</p>}
    </Stack>
  );
}

/** The action a message asks of the patient: do it, or mark it as done. */
function FollowupActions({ message }: { message: Message }) {
  const { mutate, isPending, error } = useMarkActionDone(message);
  const busy = useDelayedBusy(isPending);
  const done = message.actionstatus === "ANSWERED";
  return (
    <Stack gap={4} aria-live="polite">
      {done ? (
        <StatusBadge tone="success">
          <CheckIcon />
          Done
        </StatusBadge>
      ) : (
        <>
          {error && <Alert tone="warning">{errorMessage(error)}</Alert>}
          <Cluster stretch>
            <ButtonLink href="/home" onClick={openFollowup}>
              Answer now
            </ButtonLink>
            <Button variant="secondary" busy={busy} busyLabel="Please wait" onClick={() => isPending || mutate()}>
              Mark as done
            </Button>
          </Cluster>
        </>
      )}
    </Stack>
  );
}
