import { Stack } from "#app/ui/layout/stack.tsx";
import { cx } from "#app/ui/cx.ts";
import type { Message } from "#contract/messages/message.ts";
import { Attachment } from "../attachments/attachment.tsx";
import { FollowupActions } from "./followup-actions.tsx";
import css from "./message-row.module.css";
import { MessageText } from "./message-text.tsx";
import { clockTime } from "#app/formats/dates.ts";
import { senderName } from "./message-summary.ts";

/** One message; the `first` of a run by the same person shows the sender's name. `state`: what has become of it. */
export function MessageRow({ message, first, state }: { message: Message; first: boolean; state: string | null }) {
  const { sender, type, createdat } = message;
  const time = <time dateTime={createdat}>{clockTime(createdat)}</time>;
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
        {type === "prescription_followup" && <FollowupActions message={message} />}
      </Stack>
      {state && <p className={css["state"]}>{state}</p>}
    </Stack>
  );
}
