import { Suspense, useRef, useState } from "react";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import { isDrawable } from "#app/browser/file-rules.ts";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import type { Message } from "#contract/messages/message.ts";
import { FileAttachment } from "./file-attachment.tsx";
import css from "./attachment.module.css";
import { Picture } from "#app/ui/data/picture.tsx";
import { useAttachment } from "../queries.ts";
import { useNearViewport } from "#app/browser/visibility.ts";
import { senderName } from "../log/message-summary.ts";

const PictureDialog = lazyRoute<{ file: Blob; title: string; onOpenChange: (open: boolean) => void }>(
  () => import("./picture-dialog.tsx"),
).Part;

/** The file of a message: a picture that opens larger, else its name to download. */
export function Attachment({ message }: { message: Message }) {
  if (!message.attachment) return null;
  return isDrawable(message.attachment.type) ? (
    <PhotoAttachment message={message} />
  ) : (
    <FileAttachment message={message} />
  );
}

function PhotoAttachment({ message }: { message: Message }) {
  const container = useRef<HTMLDivElement>(null);
  const { data, error, refetch, isFetching } = useAttachment(message, useNearViewport(container));
  const [open, setOpen] = useState(false);
  const title = message.sender.role === "patient" ? "Photo you sent" : `Photo from ${senderName(message.sender)}`;
  return (
    <div ref={container} className={css["photo"]}>
      {data ? (
        <button
          type="button"
          className={css["open"]}
          aria-label={`${title}, open larger`}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <Picture file={data} alt="" className={css["thumbnail"]} />
        </button>
      ) : error ? (
        <button type="button" className={css["again"]} aria-disabled={isFetching} onClick={() => void refetch()}>
          We couldn't load this photo. Try again
        </button>
      ) : (
        <Skeleton shape="card" count={1} label="" />
      )}
      {open && data && (
        <Suspense fallback={null}>
          <PictureDialog file={data} title={title} onOpenChange={setOpen} />
        </Suspense>
      )}
    </div>
  );
}
