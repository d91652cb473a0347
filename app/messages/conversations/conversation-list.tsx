import { Stack } from "#app/ui/layout/stack.tsx";
import { CountBadge } from "#app/ui/data/badge.tsx";
import type { Conversation } from "#contract/messages/calls.ts";
import { useOutbox } from "../outbox/patient-outbox.ts";
import { serverClock } from "#app/api/server-clock.ts";
import css from "./conversation-list.module.css";
import { shortTime } from "#app/formats/dates.ts";
import { conversationPath } from "../thread/queries.ts";
import { ConversationAvatar } from "./conversation-avatar.tsx";
import { previewOf } from "../message-summary.ts";

/** The patient's conversations, each with its latest message. `here` is the open one. */
export function ConversationList({
  conversations,
  current = null,
}: {
  conversations: readonly Conversation[];
  current?: Conversation["kind"] | null;
}) {
  const { entries } = useOutbox();
  return (
    <Stack as="ul" gap={2} aria-label="Conversations">
      {conversations.map((conversation) => {
        const { id, kind, title, lastmessage, unreadcount } = conversation;
        const pendingCount = entries.filter(({ conversationid }) => conversationid === id).length;
        return (
          <li key={id}>
            <a
              href={conversationPath(kind)}
              className={css["entry"]}
              aria-current={kind === current ? "page" : undefined}
              data-unread={unreadcount > 0 || undefined}
            >
              <ConversationAvatar conversation={conversation} />
              <Stack as="span" gap={1} className={css["text"]}>
                <span className={css["head"]}>
                  <bdi className={css["title"]}>{title}</bdi>
                  {lastmessage && (
                    <time className={css["when"]} dateTime={lastmessage.createdat}>
                      {shortTime(lastmessage.createdat, serverClock.now())}
                    </time>
                  )}
                </span>
                <span className={css["tail"]}>
                  <span dir="auto" className={css["preview"]}>
                    {pendingCount > 0
                      ? `${pendingCount} not sent yet`
                      : lastmessage
                        ? previewOf(lastmessage)
                        : "Nothing written yet"}
                  </span>
                  <CountBadge count={unreadcount} label={unreadcount === 1 ? "unread message" : "unread messages"} />
                </span>
              </Stack>
            </a>
          </li>
        );
      })}
    </Stack>
  );
}
