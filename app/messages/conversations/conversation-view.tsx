import { type DragEvent, useEffect, useEffectEvent, useState } from "react";
import { cx } from "#app/ui/cx.ts";
import { EmergencyPanel } from "#app/emergency/emergency-panel.tsx";
import type { Conversation } from "#contract/messages/calls.ts";
import { ClosedConversation } from "../composer/closed-conversation.tsx";
import { Composer } from "../composer/composer.tsx";
import { MessageLog } from "../log/message-log.tsx";
import { useThread } from "../thread/queries.ts";
import { resetThread } from "../thread/thread-cache.ts";
import css from "./thread-page.module.css";
import { useWriting } from "../composer/use-writing.ts";
import type { UseQueryResult } from "@tanstack/react-query";
import { errorMessage } from "#app/api/api-error.ts";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";

/** One conversation: its messages and the composer. */
export function ConversationView({ conversation, live }: { conversation: Conversation; live: boolean }) {
  const { id, title, open, awaytext } = conversation;
  // What arrived while the patient was elsewhere is unread when they come back.
  useState(() => resetThread(id));
  const query = useThread(id, live);
  const { data: thread } = query;
  const { outbox, outgoing, draft, files, field, refusalReason, emergency, dismiss, returnToComposer } = useWriting(
    conversation,
    thread?.messages ?? [],
  );
  const [text] = draft;
  const [draggingOver, setDraggingOver] = useState(false);

  // A refused text goes back to the composer, where the patient can change it.
  const onOutboxChange = useEffectEvent(() => {
    const refused = outbox
      .get()
      .entries.find((entry) => entry.conversationid === id && entry.state === "refused" && entry.file === null);
    if (refused && open && text === "" && document.visibilityState === "visible") returnToComposer(refused);
  });
  useEffect(() => outbox.subscribe(() => onOutboxChange()), [outbox]);

  if (!thread) return <ThreadLoading query={query} />;
  return (
    <div
      className={cx(css["conversation"], draggingOver && css["over"])}
      onDragOver={(event: DragEvent) => {
        if (!open || !event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setDraggingOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) =>
        currentTarget.contains(relatedTarget as Node | null) || setDraggingOver(false)
      }
      onDrop={(event) => {
        if (!open) return;
        event.preventDefault();
        setDraggingOver(false);
        void files.take([...event.dataTransfer.files]);
      }}
    >
      <MessageLog
        conversation={conversation}
        thread={thread}
        outgoing={outgoing}
        onEdit={open ? returnToComposer : null}
      />
      {emergency && <EmergencyPanel className={css["emergency"]} emergency={emergency} onDismiss={dismiss} />}
      {open && awaytext && <p className={css["away"]}>{awaytext}</p>}
      {open ? (
        <Composer
          conversationId={id}
          to={title}
          draft={draft}
          files={files}
          field={field}
          refusalReason={refusalReason}
        />
      ) : (
        <ClosedConversation conversation={conversation} unsentText={text} />
      )}
    </div>
  );
}

/** Shown in place of messages not loaded yet: that they are loading, or why they failed, with a retry. */
export function ThreadLoading({
  query: { error, isFetching, refetch },
}: {
  query: Pick<UseQueryResult, "error" | "isFetching" | "refetch">;
}) {
  return error ? (
    <div className={css["middle"]}>
      <ErrorState busy={isFetching} onRetry={() => void refetch()}>
        {errorMessage(error)}
      </ErrorState>
    </div>
  ) : (
    <div className={css["loading"]}>
      <Skeleton shape="row" count={4} label="Loading your messages" />
    </div>
  );
}
