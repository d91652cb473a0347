import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { cx } from "#app/ui/cx.ts";
import { EmergencyPanel } from "#app/ui/emergency-panel.tsx";
import type { Conversation } from "#contract/messages.ts";
import { Closed } from "./closed.tsx";
import { Composer } from "./composer.tsx";
import { useOutbox } from "./her-outbox.ts";
import { MessageLog } from "./message-log.tsx";
import { notYetThere, type Outgoing } from "./outgoing.ts";
import { useThread } from "./queries.ts";
import { startAnew } from "./thread-cache.ts";
import { ThreadPending } from "./thread-pending.tsx";
import css from "./page.module.css";
import { useEmergency } from "./use-emergency.ts";
import { useDraft } from "./use-draft.ts";
import { useFiles } from "./use-files.ts";

/** One conversation: what was written, and where she writes. */
export function ConversationView({ conversation, live }: { conversation: Conversation; live: boolean }) {
  const { id, title, open } = conversation;
  // What came while she was elsewhere is new when she comes back.
  useState(() => startAnew(id));
  const query = useThread(id, live);
  const { data: thread } = query;
  const { entries, outbox } = useOutbox();
  const outgoing = notYetThere(entries, thread?.messages ?? []).filter((each) => each.conversationid === id);
  const draft = useDraft(id);
  const files = useFiles();
  const field = useRef<HTMLTextAreaElement>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const { emergency, dismiss } = useEmergency(conversation, outgoing);
  const [text, setText] = draft;

  const giveBack = (entry: Outgoing) => {
    setText(text ? `${entry.text}\n\n${text}` : entry.text);
    setTrouble(entry.reason);
    outbox.remove(entry.clientid);
    field.current?.focus();
  };
  // Words that will never be taken as they are go back to where she can change them.
  const onNews = useEffectEvent(() => {
    const refused = outbox
      .get()
      .entries.find((entry) => entry.conversationid === id && entry.state === "refused" && entry.file === null);
    if (refused && open && text === "" && document.visibilityState === "visible") giveBack(refused);
  });
  useEffect(() => outbox.subscribe(() => onNews()), [outbox]);

  if (!thread) return <ThreadPending query={query} />;
  return (
    <div
      className={cx(css["conversation"], over && css["over"])}
      onDragOver={(event: DragEvent) => {
        if (!open || !event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) =>
        currentTarget.contains(relatedTarget as Node | null) || setOver(false)
      }
      onDrop={(event) => {
        if (!open) return;
        event.preventDefault();
        setOver(false);
        files.take([...event.dataTransfer.files]);
      }}
    >
      <MessageLog conversation={conversation} thread={thread} outgoing={outgoing} onEdit={open ? giveBack : null} />
      {emergency && <EmergencyPanel className={css["emergency"]} emergency={emergency} onDismiss={dismiss} />}
      {open ? (
        <Composer
          conversationId={id}
          to={title}
          draft={[
            text,
            (next) => {
              setText(next);
              setTrouble(null);
            },
          ]}
          files={files}
          field={field}
          trouble={trouble}
        />
      ) : (
        <Closed conversation={conversation} kept={text} />
      )}
    </div>
  );
}
