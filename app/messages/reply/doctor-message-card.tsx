import { type ReactNode, useEffect, useState } from "react";
import { whenConnected } from "#app/browser/connection.ts";
import { preloadableChunk } from "#app/router/load-chunk.ts";
import { serverClock } from "#app/api/server-clock.ts";
import { useSession } from "#app/api/session/session.ts";
import { tokenPatientId } from "#app/api/session/token.ts";
import { onWhenInWords, whenInWords } from "#app/formats/dates.ts";
import { PaperclipIcon, SendIcon } from "#app/ui/brand/app-icons.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import type { Doctor } from "#contract/doctors.ts";
import type { DoctorThread } from "#contract/messages/doctor-thread.ts";
import { messageDraftName, messageDrafts } from "../outbox/message-drafts.ts";
import { MessageText } from "../log/message-text.tsx";
import { ToRead } from "../log/to-read.tsx";
import { hasPendingMessages } from "../outbox/resume-sending.ts";
import css from "./doctor-message-card.module.css";

const threadPath = "/messages/doctor";

/**
 * The doctor with their latest message, answered in place. `children` stand in for a message before there is one. `answering` grows with each
 * press elsewhere on the page that leads to the answer.
 */
export function DoctorMessageCard({
  doctor,
  thread,
  answering = 0,
  children,
}: {
  doctor: Pick<Doctor, "name" | "profileUrl">;
  thread: DoctorThread | null;
  answering?: number;
  children: ReactNode;
}) {
  const latest = thread?.latest ?? null;
  // A nurse is shown as themself, without the doctor's picture; what the practice's system wrote is the doctor's.
  const isNamed = latest !== null && (latest.title !== null || latest.profileUrl !== null);
  const { name, profileUrl } = isNamed ? latest : doctor;
  return (
    <Card as="section" gap={4} aria-label="Your doctor">
      <Cluster gap={4}>
        {profileUrl && <img className={css["portrait"]} src={profileUrl} alt="" width={64} height={64} />}
        <div className={css["who"]}>
          <h2 className={css["name"]}>{name}</h2>
          {latest?.title && <p className={css["when"]}>{latest.title}</p>}
          {latest ? (
            <Cluster gap={2} rowGap={1}>
              <time dateTime={latest.createdat} className={css["when"]}>
                {whenInWords(latest.createdat, serverClock.now())}
              </time>
              {latest.unread && <StatusBadge tone="accent">New</StatusBadge>}
            </Cluster>
          ) : (
            <p className={css["when"]}>Your doctor</p>
          )}
        </div>
      </Cluster>
      {latest ? <LatestMessage message={latest} name={name} /> : children}
      {thread?.open && <Reply key={thread.conversationid} thread={thread} to={doctor.name} answering={answering} />}
      <Link standalone href={threadPath} className={css["all"]}>
        {thread ? "Open your conversation" : "Write a message"}
      </Link>
    </Card>
  );
}

/** What the doctor wrote, and when the patient replied, which is announced when they have just done so. */
function LatestMessage({
  message: { message, hasattachment, article, answeredat },
  name,
}: {
  message: NonNullable<DoctorThread["latest"]>;
  name: string;
}) {
  return (
    <Stack gap={2}>
      <div className={css["words"]}>
        {hasattachment && (
          <p className={css["file"]}>
            <PaperclipIcon />
            <Link href={threadPath}>See the file {name} sent you</Link>
          </p>
        )}
        {message && (
          <div className={css["clamped"]}>
            <MessageText>{message}</MessageText>
          </div>
        )}
        {article && <ToRead article={article} />}
      </div>
      <StatusMessage visible>
        {answeredat !== null && (
          <p className={css["when"]}>You replied {onWhenInWords(answeredat, serverClock.now())}.</p>
        )}
      </StatusMessage>
    </Stack>
  );
}

/** Opens where the patient writes; open at once where they have begun, or a message of theirs has not left. */
function Reply({ thread, to, answering }: { thread: DoctorThread; to: string; answering: number }) {
  const { token } = useSession();
  const [isPressed, setPressed] = useState(false);
  const [isResumed] = useState(
    () =>
      thread.emergency !== null ||
      hasPendingMessages() ||
      messageDrafts.get(messageDraftName(tokenPatientId(token), thread.conversationid)) !== null,
  );
  const presses = answering + (isPressed ? 1 : 0);
  const isOpen = isResumed || presses > 0;
  const { ReplyInPlace, isLost } = useReplyInPlace(isOpen);
  if (!isOpen)
    return (
      <button
        type="button"
        className={css["opener"]}
        onPointerEnter={() => void preloadReply()}
        onFocus={() => void preloadReply()}
        onClick={() => setPressed(true)}
      >
        <span>{thread.latest ? "Write back" : `Write to ${to}`}</span>
        <SendIcon />
      </button>
    );
  if (ReplyInPlace) return <ReplyInPlace thread={thread} to={to} presses={presses} />;
  return isLost ? (
    <p>This part didn’t load. You can write in your conversation.</p>
  ) : (
    <Skeleton shape="row" count={1} label="" />
  );
}

const { preload: preloadReply } = preloadableChunk(() => whenConnected().then(() => import("./reply-in-place.tsx")));
type ReplyChunk = Awaited<ReturnType<typeof preloadReply>>;

/** The code to write with, loaded once it is wanted; `isLost` where that failed. */
function useReplyInPlace(isWanted: boolean) {
  const [state, setState] = useState<{ readonly chunk: ReplyChunk; readonly isLost: boolean }>({
    chunk: null,
    isLost: false,
  });
  useEffect(() => {
    if (isWanted) void preloadReply().then((chunk) => setState({ chunk, isLost: chunk === null }));
  }, [isWanted]);
  return { ReplyInPlace: state.chunk?.default ?? null, isLost: state.isLost };
}
