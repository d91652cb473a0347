import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { navigate } from "wouter/use-browser-location";
import { errorMessage, isApiError } from "#app/api/api-error.ts";
import { randomUuid } from "#app/browser/random-uuid.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { useInbox } from "#clinic/work/use-inbox.ts";
import { useMember } from "#clinic/session/current.ts";
import { useIdInPath } from "#clinic/ui/id-in-path.ts";
import { Loaded, Page, Said } from "#clinic/ui/page.tsx";
import { serverClock } from "#clinic/api/server-clock.ts";
import { span } from "#clinic/work/urgency.ts";
import { claimOf } from "#clinic/work/claim-of.ts";
import { patientName } from "#clinic/ui/words/patient-name.ts";
import { useKeys } from "#clinic/ui/use-keys.ts";
import { HeldNotice } from "#clinic/work/held-notice.tsx";
import { useClaims, useHold } from "#clinic/work/use-claims.ts";
import { joinParagraphs } from "#clinic/work/draft-text.ts";
import { useDraft } from "#clinic/work/use-draft.ts";
import { onPracticeDay } from "#clinic/ui/words/practice-time.ts";
import { care } from "#contract/care/calls.ts";
import type { ClinicConversation } from "#contract/care/conversations.ts";
import type { Message } from "#contract/messages/message.ts";
import { staffWorkCalls } from "#contract/staff/work.ts";
import { Composer } from "./composer.tsx";
import css from "./conversation-page.module.css";
import { CannedReplies } from "./canned-replies.tsx";
import { ConversationSide } from "./conversation-side.tsx";
import { EmergencyNotice } from "./emergency-notice.tsx";
import { conversationPath, nextWaiting } from "./next-waiting.ts";
import { createSender } from "./send-message.ts";
import { ThreadView } from "./thread-view.tsx";
import { lastSeq, wasSentMeanwhile } from "./thread.ts";
import { useConversation, useHandovers, useMessages, useReadMark } from "./use-conversation.ts";

/** The conversation in the address. */
export function ConversationPage() {
  const id = useIdInPath("conversation");
  return id === null ? <NoConversation /> : <Conversation key={id} id={id} />;
}

const NoConversation = () => (
  <Page title="There’s no conversation here">
    <p>
      Check the address, or go to <a href="/clinic/inbox?queue=conversation">the messages that wait</a>.
    </p>
  </Page>
);

export const kindNames: Readonly<Record<ClinicConversation["kind"], string>> = {
  doctor: "With the doctor",
  patient_services: "With patient services",
};

function Conversation({ id }: { id: string }) {
  const conversation = useConversation(id);
  if (isApiError(conversation.error) && conversation.error.code === "not_found") return <NoConversation />;
  const { data } = conversation;
  return (
    <Page
      title={data ? patientName(data.patient) : "Conversation"}
      actions={data && <ConversationFacts conversation={data} />}
      headStays
    >
      <Loaded query={conversation} rows={8}>
        {(read) => <Opened conversation={read} />}
      </Loaded>
    </Page>
  );
}

/** Beside the name: with whom, since when the patient waits, who has it. */
function ConversationFacts({
  conversation: { id, kind, waitingsince, open, assignee },
}: {
  conversation: ClinicConversation;
}) {
  const { id: memberId } = useMember();
  const claims = useClaims();
  const claim = claimOf(claims.data?.items ?? [], { kind: "conversation", id });
  const now = serverClock.now();
  return (
    <>
      {waitingsince !== null && (
        <span>
          Waits since {onPracticeDay(waitingsince, new Date(now)).replace(/^on /, "")},{" "}
          <b>{span(now - Date.parse(waitingsince))}</b>
        </span>
      )}
      {claim && (
        <StatusBadge tone={claim.memberid === memberId ? "success" : "warning"}>
          {claim.memberid === memberId ? "You have it" : `${claim.name} has it`}
        </StatusBadge>
      )}
      {assignee && assignee.memberid !== claim?.memberid && (
        <StatusBadge tone={assignee.memberid === memberId ? "success" : "neutral"}>
          {assignee.memberid === memberId ? "Assigned to you" : `Assigned to ${assignee.name}`}
        </StatusBadge>
      )}
      {!open && <StatusBadge>Closed</StatusBadge>}
      <StatusBadge tone="info">{kindNames[kind]}</StatusBadge>
    </>
  );
}

const toEnd = () => scrollTo({ top: document.documentElement.scrollHeight });
const isAtEnd = () => innerHeight + scrollY >= document.documentElement.scrollHeight - 160;

function Opened({ conversation }: { conversation: ClinicConversation }) {
  const { id, patient, open, waitingsince } = conversation;
  const work = { kind: "conversation", id } as const;
  const cache = useQueryClient();
  const self = useMember();
  const inbox = useInbox();
  const claims = useClaims();
  const pages = useMessages(conversation);
  const messages = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  const shownSeq = lastSeq(messages);
  useReadMark(conversation, shownSeq);
  const handovers = useHandovers(conversation);

  const { draft, state: written } = useDraft(work, joinParagraphs);
  const [sender] = useState(() => createSender(call, id, randomUuid));
  const sending = useSyncExternalStore(sender.subscribe, sender.get, sender.get);
  const { hold, state: held } = useHold(work, open && (waitingsince !== null || written.text !== ""));
  const [said, setSaid] = useState("");
  const [problem, setProblem] = useState("");
  const [file, setFile] = useState<File | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const nextLink = useRef<HTMLAnchorElement>(null);
  const next = nextWaiting(inbox.data?.items ?? [], claims.data?.items ?? [], {
    conversationId: id,
    memberId: self.id,
  });

  const atEnd = useRef(true);
  // The list of claims doesn't know it yet.
  useEffect(() => {
    if (held.status === "mine" || held.status === "released")
      void cache.invalidateQueries({ queryKey: queryKey(staffWorkCalls.claims) });
  }, [cache, held.status]);

  const theirs = held.status === "theirs" ? held.holder : null;
  // What has come, or what takes room above the composer, doesn't hide what was read last.
  useLayoutEffect(() => {
    if (shownSeq > 0 && atEnd.current) toEnd();
  }, [shownSeq, theirs, sending.phase, handovers.length]);
  useEffect(() => {
    const note = () => void (atEnd.current = isAtEnd());
    addEventListener("scroll", note, { passive: true });
    return () => removeEventListener("scroll", note);
  }, []);

  const seen = useRef(0);
  const onNews = useEffectEvent((before: number) => {
    if (sender.see(messages) || (before > 0 && wasSentMeanwhile(messages, before, draft.get().text))) {
      setSaid("It was sent.");
      void draft.drop();
      setFile(null);
    }
  });
  useEffect(() => {
    const before = seen.current;
    seen.current = shownSeq;
    if (shownSeq > before) onNews(before);
  }, [shownSeq]);

  function show(message: Message) {
    cache.setQueryData(queryKey(care.conversationMessages, { params: { id } }), (read: typeof pages.data) => {
      const [first, ...rest] = read?.pages ?? [];
      if (!read || !first || first.items.some(({ seq }) => seq === message.seq)) return read;
      return { ...read, pages: [{ ...first, items: [message, ...first.items] }, ...rest] };
    });
  }
  function refresh() {
    void cache.invalidateQueries({ queryKey: queryOf(care.conversation, { params: { id } }).queryKey });
    void cache.invalidateQueries({ queryKey: ["inbox"] });
  }
  async function send(needsReply: boolean) {
    setSaid("");
    const message = await sender.send({ text: draft.get().text.trim(), answersSeq: shownSeq, needsReply, file });
    const { claimedBy } = sender.get();
    if (claimedBy !== null) hold.lost(claimedBy);
    if (message === null) {
      // A colleague may have written meanwhile: it is shown before anything is sent again.
      refresh();
      return false;
    }
    void draft.drop();
    setFile(null);
    atEnd.current = true;
    show(message);
    refresh();
    setSaid("Sent.");
    (nextLink.current ?? field.current)?.focus();
    return true;
  }
  async function takeOver() {
    await hold.takeOver();
    sender.clearProblem();
    void cache.resetQueries({ queryKey: queryKey(staffWorkCalls.claims) });
    field.current?.focus();
  }
  async function setOpen(to: boolean) {
    setProblem("");
    try {
      const changed = await call(care.openConversation, { params: { id }, body: { open: to } });
      cache.setQueryData(queryOf(care.conversation, { params: { id } }).queryKey, changed);
      void cache.invalidateQueries({ queryKey: ["inbox"] });
      setSaid(to ? "Open again." : "Closed.");
    } catch (error) {
      setProblem(errorMessage(error));
    }
  }
  function insert(text: string) {
    const before = draft.get().text.trimEnd();
    draft.write(before === "" ? text : `${before}\n\n${text}`);
    field.current?.focus();
  }

  useKeys({
    r: () => field.current?.focus(),
    e: () => next !== null && navigate(conversationPath(next)),
    c: () => document.querySelector<HTMLElement>("[data-reply]")?.focus(),
  });

  return (
    <div className={css["columns"]}>
      <div className={css["main"]}>
        <EmergencyNotice conversation={conversation} />
        {pages.hasNextPage && (
          <div className={css["earlier"]}>
            <Button
              variant="secondary"
              busy={pages.isFetchingNextPage}
              busyLabel="Loading"
              onClick={() => {
                atEnd.current = false;
                void pages.fetchNextPage();
              }}
            >
              Earlier messages
            </Button>
          </div>
        )}
        <Loaded query={pages} rows={6}>
          {() =>
            messages.length === 0 ? (
              <p className={css["quiet"]}>Nothing has been written yet.</p>
            ) : (
              <ThreadView messages={messages} conversation={conversation} handovers={handovers} />
            )
          }
        </Loaded>
        <div className={css["desk"]}>
          {problem && <Alert tone="warning">{problem}</Alert>}
          <div className={css["after"]}>
            {open && <CannedReplies id={id} onReply={insert} />}
            {!open && <Said>{said}</Said>}
            {next !== null && (
              <a ref={nextLink} className={css["next"]} href={conversationPath(next)}>
                Next that waits <kbd aria-hidden="true">e</kbd>
              </a>
            )}
          </div>
          <HeldNotice hold={held} onTakeOver={() => void takeOver()}>
            {written.text === "" ? "You can read along." : "What you wrote stays here."}
          </HeldNotice>
          {open ? (
            <Composer
              ref={field}
              label={`${waitingsince === null ? "Write to" : "Answer"} ${patient.firstname ?? "the patient"}`}
              draft={written}
              sending={sending}
              heldBy={theirs}
              said={said}
              file={file}
              onFile={(chosen) => {
                sender.clearProblem();
                setSaid("");
                setFile(chosen);
              }}
              onWrite={(text) => {
                sender.clearProblem();
                setSaid("");
                draft.write(text);
              }}
              onSend={send}
            />
          ) : (
            <p className={css["quiet"]}>This conversation is closed. The patient can read it and not write.</p>
          )}
        </div>
      </div>
      <ConversationSide
        conversation={conversation}
        messages={messages}
        onSetOpen={setOpen}
        onHandedOver={() => setSaid("Handed over.")}
        onReviewSent={refresh}
      />
    </div>
  );
}
