import { useEffect, useState } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { formatBytes, isDrawable } from "#app/browser/file-rules.ts";
import { saveFile } from "#app/browser/save-file.ts";
import { call } from "#clinic/api/call.ts";
import { care } from "#contract/care/calls.ts";
import type { Message } from "#contract/messages/message.ts";
import css from "./thread-view.module.css";

/** A file of a message. It is read only when somebody asks for it: each look is in the audit. */
export function Attachment({ message }: { message: Message & { attachment: NonNullable<Message["attachment"]> } }) {
  const { attachment, conversationid } = message;
  const [url, setUrl] = useState<string | null>(null);
  const [loading, setLoading] = useState(false);
  const [problem, setProblem] = useState("");
  useEffect(() => () => void (url !== null && URL.revokeObjectURL(url)), [url]);

  const drawn = isDrawable(attachment.type);
  async function open() {
    if (loading) return;
    setLoading(true);
    setProblem("");
    try {
      const file = await call(care.messageAttachment, {
        params: { id: conversationid, attachmentid: attachment.id },
      });
      // Only what is known to be a picture is drawn; whatever else it is, the browser is not asked to open it.
      if (drawn) setUrl(URL.createObjectURL(new Blob([file], { type: attachment.type })));
      else saveFile(file, attachment.name);
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setLoading(false);
    }
  }

  return (
    <div className={css["attachment"]}>
      {url === null ? (
        <button type="button" className={css["file"]} aria-busy={loading || undefined} onClick={() => void open()}>
          {drawn ? "Show" : "Save"} {attachment.name}
          <span>{loading ? "Loading" : formatBytes(attachment.bytes)}</span>
        </button>
      ) : (
        <figure>
          <img src={url} alt={`Sent with the message: ${attachment.name}`} />
          <figcaption>
            {attachment.name}
            <button type="button" className={css["file"]} onClick={() => setUrl(null)}>
              Hide
            </button>
          </figcaption>
        </figure>
      )}
      {problem && <p role="alert">{problem}</p>}
    </div>
  );
}
