import { Stack } from "#app/ui/layout/stack.tsx";
import { useRef, useState, type RefObject, useEffect } from "react";
import { ArrowLeftIcon } from "#app/ui/brand/base-icons.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import type { Conversation } from "#contract/messages/calls.ts";
import { serverClock } from "#app/api/server-clock.ts";
import css from "./message-log.module.css";
import { MessageRow } from "./message-row.tsx";
import { dayHeading } from "#app/formats/dates.ts";
import type { OutgoingMessage } from "../outbox/outgoing-message.ts";
import { OutgoingMessages } from "./outgoing-messages.tsx";
import { useLoadOlder } from "../thread/queries.ts";
import { groupByDay } from "./message-days.ts";
import { arrivalStates, lastSeq, countFromOthers, type Thread } from "../thread/thread.ts";
import { useAnnouncement, useSentCount } from "./announcements.ts";
import { useLogScroll } from "./use-log-scroll.ts";
import { useUnreadDivider, useReadMark } from "../thread/use-read-mark.ts";
import { newMessagesText } from "../message-summary.ts";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { EnvelopeFlower } from "#app/ui/brand/illustrations/envelope-flower.tsx";
import type { UseMutationResult } from "@tanstack/react-query";
import { errorMessage } from "#app/api/api-error.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";

/** The messages of a conversation, the newest at the bottom, followed by the outgoing ones. */
export function MessageLog({
  conversation,
  thread,
  outgoing,
  onEdit,
}: {
  conversation: Conversation;
  thread: Thread;
  outgoing: readonly OutgoingMessage[];
  onEdit: ((entry: OutgoingMessage) => void) | null;
}) {
  const { messages } = thread;
  const log = useRef<HTMLDivElement>(null);
  const unreadStart = useRef<HTMLLIElement>(null);
  const older = useLoadOlder(conversation.id);
  const divider = useUnreadDivider(thread);
  const arrivals = arrivalStates(messages, conversation.staffreadseq);
  const stateTexts = {
    none: null,
    sent: "Sent",
    read: conversation.kind === "doctor" ? "Read by your care team" : "Read",
  };
  const announcement = useAnnouncement(messages);
  const sent = useSentCount(outgoing, messages);
  const ends = {
    first: messages[0]?.seq ?? 0,
    last: outgoing.at(-1)?.clientid ?? String(lastSeq(messages)),
    mine: outgoing.length > 0,
  };
  const moreOlder = thread.older !== null;
  const { atEnd, onScroll, toEnd } = useLogScroll(log, unreadStart, ends, () => {
    if (moreOlder && older.isIdle) older.mutate(undefined, { onSuccess: older.reset });
  });
  useReadMark(conversation.id, thread, atEnd);
  const [seen, setSeen] = useState(thread.readseq);
  if (atEnd && seen < lastSeq(messages)) setSeen(lastSeq(messages));
  const newBelow = countFromOthers(messages, Math.max(seen, thread.readseq));

  return (
    <div className={css["place"]}>
      {/* New messages are announced below, once; the log itself would also read out older ones. */}
      <div
        ref={log}
        role="log"
        aria-live="off"
        aria-label={`Messages with ${conversation.title}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keyboard too
        tabIndex={0}
        className={css["log"]}
        onScroll={onScroll}
      >
        <div className={css["content"]}>
          <OlderMessages more={moreOlder} older={older} log={log} />
          {messages.length === 0 && outgoing.length === 0 && <EmptyConversation conversation={conversation} />}
          {groupByDay(messages, divider).map(({ key, rows }) => (
            <section key={key} aria-labelledby={`day-${key}`}>
              <h2 id={`day-${key}`} className={css["day"]}>
                <span>{dayHeading(key, serverClock.now())}</span>
              </h2>
              <Stack as="ul" gap={2}>
                {rows.map(({ message, first, unread }) => [
                  unread && (
                    <li key="unread" ref={unreadStart} className={css["unread"]}>
                      <span>New messages</span>
                    </li>
                  ),
                  <MessageRow
                    key={message.seq}
                    message={message}
                    first={first}
                    state={stateTexts[arrivals.get(message.seq) ?? "none"]}
                  />,
                ])}
              </Stack>
            </section>
          ))}
          <OutgoingMessages outgoing={outgoing} onEdit={onEdit} />
        </div>
      </div>
      {newBelow > 0 && !atEnd && (
        <button type="button" className={css["pill"]} onClick={toEnd}>
          {newMessagesText(newBelow)}
          <ArrowLeftIcon />
        </button>
      )}
      <StatusMessage>
        <span key={announcement.seq}>{announcement.text}</span>
      </StatusMessage>
      <StatusMessage>{sent > 0 && <span key={sent}>Sent.</span>}</StatusMessage>
    </div>
  );
}

/** Shown in place of messages before the first one. */
function EmptyConversation({ conversation: { kind, title, open } }: { conversation: Conversation }) {
  return (
    <EmptyState
      className={css["welcome"]}
      illustration={<EnvelopeFlower />}
      title={
        <>
          Write to <bdi>{title}</bdi>
        </>
      }
    >
      {!open
        ? "Nothing was written here."
        : kind === "doctor"
          ? "Ask anything about your plan or how you feel. You can add photos too."
          : "Ask about your order, a payment or this app. For how you feel, message your doctor."}
    </EmptyState>
  );
}

/** The top of the log: a button for older messages, or a note that there are none. */
function OlderMessages({
  more,
  older,
  log,
}: {
  more: boolean;
  older: UseMutationResult<void, Error, void>;
  /** Takes the focus when the focused button is removed. */
  log: RefObject<HTMLElement | null>;
}) {
  const hadFocus = useRef(false);
  useEffect(() => {
    if (!more && hadFocus.current) log.current?.focus({ preventScroll: true });
    if (!more) hadFocus.current = false;
  }, [more, log]);
  if (!more) return null;
  return (
    <div className={css["older"]}>
      {older.error && <Alert tone="warning">{errorMessage(older.error)}</Alert>}
      <Button
        variant="quiet"
        busy={older.isPending}
        busyLabel="Loading"
        onFocus={() => {
          hadFocus.current = true;
        }}
        onBlur={({ relatedTarget }) => {
          // A focused button that is removed blurs without a `relatedTarget`.
          if (relatedTarget) hadFocus.current = false;
        }}
        onClick={() => older.mutate(undefined, { onSuccess: older.reset })}
      >
        {older.error ? "Try again" : "Show earlier messages"}
      </Button>
    </div>
  );
}
