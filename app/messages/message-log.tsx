import { useRef, useState } from "react";
import { ArrowLeftIcon } from "#app/ui/icons.tsx";
import { StatusMessage } from "#app/ui/status-message.tsx";
import type { Conversation } from "#contract/messages.ts";
import { serverClock } from "#app/api/server-clock.ts";
import css from "./log.module.css";
import { MessageRow } from "./message-row.tsx";
import { dayWords } from "./moments.ts";
import { Older } from "./older.tsx";
import { type Outgoing, waitsForHer } from "./outgoing.ts";
import { OutgoingRow } from "./outgoing-row.tsx";
import { useOlder } from "./queries.ts";
import { daysOf } from "./rows.ts";
import { lastSeq, othersAbove, type Thread } from "./thread.ts";
import { useAnnouncement } from "./use-announcement.ts";
import { useLogScroll } from "./use-log-scroll.ts";
import { useDivider, useReadMark } from "./use-read-mark.ts";
import { useSent } from "./use-sent.ts";
import { Welcome } from "./welcome.tsx";
import { useOutbox } from "./her-outbox.ts";
import { newMessages } from "./words.ts";

/** The messages of a conversation, the newest at the bottom, and after them hers on their way. */
export function MessageLog({
  conversation,
  thread,
  outgoing,
  onEdit,
}: {
  conversation: Conversation;
  thread: Thread;
  outgoing: readonly Outgoing[];
  onEdit: ((entry: Outgoing) => void) | null;
}) {
  const { messages } = thread;
  const log = useRef<HTMLDivElement>(null);
  const start = useRef<HTMLLIElement>(null);
  const older = useOlder(conversation.id);
  const divider = useDivider(thread);
  const said = useAnnouncement(messages);
  const sent = useSent(outgoing, messages);
  const ends = {
    first: messages[0]?.seq ?? 0,
    last: outgoing.at(-1)?.clientid ?? String(lastSeq(messages)),
    mine: outgoing.length > 0,
  };
  const moreOlder = thread.older !== null;
  const { atEnd, onScroll, toEnd } = useLogScroll(log, start, ends, () => {
    if (moreOlder && older.isIdle) older.mutate(undefined, { onSuccess: older.reset });
  });
  useReadMark(conversation.id, thread, atEnd);
  const [seen, setSeen] = useState(thread.readseq);
  if (atEnd && seen < lastSeq(messages)) setSeen(lastSeq(messages));
  const missed = othersAbove(messages, Math.max(seen, thread.readseq));

  return (
    <div className={css["place"]}>
      {/* What comes is read out below, once; the log itself would read out older ones too. */}
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
          <Older more={moreOlder} older={older} log={log} />
          {messages.length === 0 && outgoing.length === 0 && <Welcome conversation={conversation} />}
          {daysOf(messages, divider).map(({ key, rows }) => (
            <section key={key} aria-labelledby={`day-${key}`}>
              <h2 id={`day-${key}`} className={css["day"]}>
                <span>{dayWords(key, serverClock.now())}</span>
              </h2>
              <ul className={css["list"]}>
                {rows.map(({ message, first, unread }) => [
                  unread && (
                    <li key="unread" ref={start} className={css["unread"]}>
                      <span>New messages</span>
                    </li>
                  ),
                  <MessageRow key={message.seq} message={message} first={first} />,
                ])}
              </ul>
            </section>
          ))}
          <OnTheirWay outgoing={outgoing} onEdit={onEdit} />
        </div>
      </div>
      {missed > 0 && !atEnd && (
        <button type="button" className={css["pill"]} onClick={toEnd}>
          {newMessages(missed)}
          <ArrowLeftIcon />
        </button>
      )}
      <StatusMessage>
        <span key={said.seq}>{said.words}</span>
      </StatusMessage>
      <StatusMessage>{sent > 0 && <span key={sent}>Sent.</span>}</StatusMessage>
    </div>
  );
}

function OnTheirWay(props: { outgoing: readonly Outgoing[]; onEdit: ((entry: Outgoing) => void) | null }) {
  const { outgoing, onEdit } = props;
  const { sending, outbox } = useOutbox();
  const stuck = outgoing.find(({ state }) => state !== "waiting");
  return (
    <>
      {outgoing.length > 0 && (
        <ul aria-label="On their way" className={css["list"]}>
          {outgoing.map((entry) => (
            <OutgoingRow
              key={entry.clientid}
              entry={entry}
              held={waitsForHer(outgoing, entry)}
              part={sending?.clientid === entry.clientid ? sending.part : null}
              onRetry={() => outbox.retry(entry.clientid)}
              onRemove={() => outbox.remove(entry.clientid)}
              onEdit={onEdit && (() => onEdit(entry))}
            />
          ))}
        </ul>
      )}
      <StatusMessage>{stuck && `Not sent. ${stuck.reason}`}</StatusMessage>
    </>
  );
}
