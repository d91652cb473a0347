import { formatBytes, isDrawable } from "#app/browser/file-rules.ts";
import { call } from "#clinic/api/call.ts";
import { useFile } from "#clinic/care/use-file.ts";
import { care } from "#contract/care/calls.ts";
import type { Message } from "#contract/messages/message.ts";
import css from "./thread-view.module.css";

/** A file of a message. */
export function Attachment({ message }: { message: Message & { attachment: NonNullable<Message["attachment"]> } }) {
  const { attachment, conversationid } = message;
  const drawn = isDrawable(attachment.type);
  const {
    url,
    isLoading,
    message: problem,
    open,
    hide,
  } = useFile(async () => {
    const file = await call(care.messageAttachment, { params: { id: conversationid, attachmentid: attachment.id } });
    return new Blob([file], { type: attachment.type });
  }, attachment.name);
  return (
    <div className={css["attachment"]}>
      {url === null ? (
        <button type="button" className={css["file"]} aria-busy={isLoading || undefined} onClick={open}>
          {drawn ? "Show" : "Save"} {attachment.name}
          <span>{isLoading ? "Loading" : formatBytes(attachment.bytes)}</span>
        </button>
      ) : (
        <figure>
          <img src={url} alt={`Sent with the message: ${attachment.name}`} />
          <figcaption>
            {attachment.name}
            <button type="button" className={css["file"]} onClick={hide}>
              Hide
            </button>
          </figcaption>
        </figure>
      )}
      {problem && <p role="alert">{problem}</p>}
    </div>
  );
}
