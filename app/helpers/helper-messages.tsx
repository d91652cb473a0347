import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { call } from "#app/api/call.ts";
import { LoadError } from "#app/api/load-error.tsx";
import { queryClient, queryKey, queryOf } from "#app/api/query.ts";
import { saveFile } from "#app/browser/save-file.ts";
import { EmergencyPanel } from "#app/emergency/emergency-panel.tsx";
import { useKeyedRequests } from "#app/forms/keyed-requests.ts";
import { useDates } from "#app/formats/use-dates.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import { Textarea } from "#app/ui/forms/textarea.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { cx } from "#app/ui/cx.ts";
import type { Emergency } from "#contract/emergency/emergency.ts";
import type { Conversation } from "#contract/messages/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import type { Message } from "#contract/messages/message.ts";
import type { HelperSession } from "./helper-page.tsx";
import css from "./helpers.module.css";
import { MoreButton } from "./more-button.tsx";

/** How often a conversation on screen is looked at again: a helper has no live connection. */
const lookAgainMs = 20_000;

/** The patient's conversations. Reading marks nothing as read: that's for the patient. */
export function HelperMessages({ session }: { session: HelperSession }) {
  const conversations = useQuery(queryOf(messages.conversations, {}));
  if (!conversations.data)
    return conversations.isError ? <LoadError query={conversations} /> : <Skeleton shape="card" count={1} />;
  return conversations.data.items.map((conversation) => (
    <Thread key={conversation.id} conversation={conversation} session={session} />
  ));
}

function Thread({
  conversation: { id, title, open, closedreason },
  session,
}: {
  conversation: Conversation;
  session: HelperSession;
}) {
  const list = useInfiniteQuery({
    queryKey: queryKey(messages.messagePages, { params: { id } }),
    queryFn: ({ pageParam, signal }) =>
      call(messages.messagePages, { params: { id }, query: pageParam ? { nextpage: pageParam } : {} }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ nextpage }) => nextpage,
    refetchInterval: lookAgainMs,
  });
  const items = (list.data?.pages ?? []).flatMap((page) => page.items).toReversed();
  return (
    <Card as="section" gap={4} aria-labelledby={id}>
      <h2 id={id} className={css["title"]}>
        Messages: {title}
      </h2>
      <MoreButton list={list} label="Show earlier messages" />
      {list.data ? (
        items.length === 0 && <p>No messages yet.</p>
      ) : list.isError ? (
        <LoadError query={list} />
      ) : (
        <Skeleton shape="row" count={3} />
      )}
      <Stack as="ul" gap={3} className={css["thread"]}>
        {items.map((message) => (
          <Row key={message.id} message={message} session={session} />
        ))}
      </Stack>
      {open ? (
        <Composer conversationId={id} patient={session.patient} />
      ) : (
        closedreason !== null && <p className={css["quiet"]}>{closedreason}</p>
      )}
    </Card>
  );
}

/** Who wrote it, as the helper reads it. */
export function writerName(
  { sender }: Pick<Message, "sender">,
  { id, patient }: Pick<HelperSession, "id" | "patient">,
) {
  if (sender.id === id) return "You";
  if (sender.role === "patient" && sender.title === null) return patient;
  return sender.title === null ? sender.name : `${sender.name}, ${sender.title}`;
}

function Row({ message, session }: { message: Message; session: HelperSession }) {
  const { formatDayAndTime } = useDates();
  const { attachment, article } = message;
  return (
    <li className={cx(css["message"], message.sender.role === "patient" && css["mine"])}>
      <p className={css["quiet"]}>
        <strong>
          <bdi>{writerName(message, session)}</bdi>
        </strong>{" "}
        <time dateTime={message.createdat}>{formatDayAndTime(message.createdat)}</time>
      </p>
      {message.message && (
        <p dir="auto" className={css["text"]}>
          {message.message}
        </p>
      )}
      {article && <p className={css["quiet"]}>To read: {article.title}</p>}
      {attachment && <AttachedFile message={message} name={attachment.name} fileId={attachment.id} />}
    </li>
  );
}

function AttachedFile({ message, name, fileId }: { message: Message; name: string; fileId: string }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const download = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const params = { id: message.conversationid, attachmentid: fileId };
      saveFile(await call(messages.attachment, { params }), name);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button variant="quiet" busy={busy} busyLabel="Loading" onClick={() => void download()}>
        Download the file
      </Button>
      {failure !== null && <Alert tone="warning">{errorMessage(failure)}</Alert>}
    </>
  );
}

function Composer({ conversationId, patient }: { conversationId: string; patient: string }) {
  const keyed = useKeyedRequests();
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [isSent, setSent] = useState(false);
  const [emergency, setEmergency] = useState<Emergency | null>(null);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || text.trim() === "") return;
    setBusy(true);
    setFailure(null);
    setSent(false);
    try {
      const body = { message: text };
      const answer = await keyed(body, (key) => call(messages.send, { params: { id: conversationId }, body }, { key }));
      setEmergency(answer.emergency);
      setText("");
      setSent(true);
      await queryClient.invalidateQueries({
        queryKey: queryKey(messages.messagePages, { params: { id: conversationId } }),
      });
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void send(event)} noValidate>
      <Stack gap={3}>
        {emergency && <EmergencyPanel emergency={emergency} onDismiss={() => setEmergency(null)} />}
        {failure !== null && <Alert tone="warning">{errorMessage(failure)}</Alert>}
        <StatusMessage>{isSent ? "Your message was sent." : ""}</StatusMessage>
        <Textarea
          label={`Write for ${patient}`}
          hint={`Your name is on it, and ${patient} can read it.`}
          rows={3}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" variant="secondary" busy={busy} busyLabel="Sending">
          Send
        </Button>
      </Stack>
    </form>
  );
}
