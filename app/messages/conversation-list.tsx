import { CountBadge } from "#app/ui/badge.tsx";
import { ChevronRightIcon } from "#app/ui/icons.tsx";
import type { Conversation } from "#contract/messages.ts";
import { useOutbox } from "./her-outbox.ts";
import { serverClock } from "#app/api/server-clock.ts";
import css from "./list.module.css";
import { shortWhen } from "./moments.ts";
import { pathOf } from "./paths.ts";
import { Portrait } from "./portrait.tsx";
import { previewOf } from "./words.ts";

/** Her conversations, each with its latest message. `here` is the one that is open. */
export function ConversationList({
  conversations,
  here = null,
}: {
  conversations: readonly Conversation[];
  here?: Conversation["kind"] | null;
}) {
  const { entries } = useOutbox();
  return (
    <ul className={css["list"]} aria-label="Conversations">
      {conversations.map((conversation) => {
        const { id, kind, title, lastmessage, unreadcount } = conversation;
        const waiting = entries.filter(({ conversationid }) => conversationid === id).length;
        return (
          <li key={id}>
            <a
              href={pathOf(kind)}
              className={css["entry"]}
              aria-current={kind === here ? "page" : undefined}
              data-unread={unreadcount > 0 || undefined}
            >
              <Portrait conversation={conversation} />
              <span className={css["text"]}>
                <span className={css["head"]}>
                  <bdi className={css["title"]}>{title}</bdi>
                  {lastmessage && (
                    <time className={css["when"]} dateTime={lastmessage.createdat}>
                      {shortWhen(lastmessage.createdat, serverClock.now())}
                    </time>
                  )}
                </span>
                <span className={css["tail"]}>
                  <span dir="auto" className={css["preview"]}>
                    {waiting > 0
                      ? `${waiting} not sent yet`
                      : lastmessage
                        ? previewOf(lastmessage)
                        : "Nothing written yet"}
                  </span>
                  <CountBadge count={unreadcount} label={unreadcount === 1 ? "unread message" : "unread messages"} />
                </span>
              </span>
              <ChevronRightIcon />
            </a>
          </li>
        );
      })}
    </ul>
  );
}
