import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { navigate } from "wouter/use-browser-location";
import { isApiError } from "#app/api/api-error.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { call } from "#clinic/api/call.ts";
import { queryOf } from "#clinic/api/query.ts";
import { serverClock } from "#clinic/api/server-clock.ts";
import { AboutPatient, WhoItIs } from "#clinic/care/wrong-chart/who-it-is.tsx";
import { UnreachedEmail } from "#clinic/care/unreached-email.tsx";
import { useMember } from "#clinic/session/current.ts";
import { useIdInPath } from "#clinic/ui/id-in-path.ts";
import { QueryContent, Notice, Page } from "#clinic/ui/page.tsx";
import { useKeys } from "#clinic/ui/use-keys.ts";
import { patientName } from "#clinic/ui/labels/patient-name.ts";
import { onPracticeDay } from "#clinic/ui/labels/practice-time.ts";
import { claimOf } from "#clinic/work/claim-of.ts";
import { ClaimedNotice } from "#clinic/work/claimed-notice.tsx";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { span } from "#clinic/work/urgency.ts";
import { useAct } from "#clinic/work/use-act.ts";
import { useClaims } from "#clinic/work/use-claims.ts";
import { useWaiting } from "#clinic/work/use-inbox.ts";
import { care } from "#contract/care/calls.ts";
import type { ClinicConversation } from "#contract/care/conversations.ts";
import { CannedReplies } from "./canned-replies.tsx";
import { Composer } from "./composer.tsx";
import css from "./conversation-page.module.css";
import { ConversationSide } from "./conversation-side.tsx";
import { EmergencyNotice } from "./emergency-notice.tsx";
import { conversationPath, nextWaiting } from "./next-waiting.ts";
import { ThreadView } from "./thread-view.tsx";
import { contiguousSeq } from "./thread.ts";
import {
  useConversation,
  useHandovers,
  useMayWrite,
  useMessages,
  useReadMark,
  useMessageInAddress,
} from "./use-conversation.ts";
import { useReply } from "./use-reply.ts";
import { useStayAtEnd } from "./use-stay-at-end.ts";

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
  const page = (
    <Page
      title={data ? patientName(data.patient) : "Conversation"}
      actions={data && <ConversationFacts conversation={data} />}
      headStays
    >
      <QueryContent query={conversation} rows={8}>
        {(read) => <Answering conversation={read} />}
      </QueryContent>
    </Page>
  );
  return data ? <AboutPatient patient={data.patient}>{page}</AboutPatient> : page;
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

/** The most urgent other conversation that waits. */
function useNextWaiting(conversationId: string): string | null {
  const { id: memberId } = useMember();
  const waiting = useWaiting("conversation");
  const claims = useClaims().data?.items ?? [];
  return nextWaiting(waiting, claims, { conversationId, memberId });
}

/** Closes a conversation, or opens it again. */
function useOpening(id: string, onDone: (notice: string) => void) {
  const cache = useQueryClient();
  const act = useAct<boolean>();
  const setOpen = (open: boolean) =>
    act.send(
      open,
      () => call(care.openConversation, { params: { id }, body: { open } }),
      (changed) => {
        cache.setQueryData(queryOf(care.conversation, { params: { id } }).queryKey, changed);
        void cache.invalidateQueries({ queryKey: ["inbox"] });
        onDone(open ? "Open again." : "Closed.");
      },
    );
  return { act, setOpen };
}

/** An open conversation: the thread, the answer to it, and who it is. */
function Answering({ conversation }: { conversation: ClinicConversation }) {
  const { id, patient, waitingsince } = conversation;
  const mayWrite = useMayWrite(conversation);
  const open = conversation.open && mayWrite;
  const pages = useMessages(conversation);
  const messages = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  const shownSeq = contiguousSeq(messages);
  useReadMark(conversation, shownSeq);
  const handovers = useHandovers(conversation);
  const next = useNextWaiting(id);
  const field = useRef<HTMLTextAreaElement>(null);
  const nextLink = useRef<HTMLAnchorElement>(null);
  const reply = useReply(conversation, messages);
  const { draft, claim, act } = reply;
  const end = useStayAtEnd(shownSeq > 0, [shownSeq, claim.claimedBy, act.sending, act.failure, handovers.length]);
  useMessageInAddress(pages, end.leaveEnd);
  const opening = useOpening(id, reply.setNotice);
  async function send(needsReply: boolean): Promise<boolean> {
    end.goToEnd();
    const isSent = await reply.send(needsReply);
    if (isSent) (nextLink.current ?? field.current)?.focus();
    return isSent;
  }
  useKeys({
    r: () => field.current?.focus(),
    e: () => next !== null && navigate(conversationPath(next)),
    c: () => document.querySelector<HTMLElement>("[data-reply]")?.focus(),
    h: () => document.querySelector<HTMLElement>("[data-material]")?.focus(),
  });
  return (
    <div className={css["columns"]}>
      <div className={css["main"]}>
        <EmergencyNotice conversation={conversation} />
        <Earlier pages={pages} onMore={end.leaveEnd} />
        <QueryContent query={pages} rows={6}>
          {() =>
            messages.length === 0 ? (
              <p className={css["quiet"]}>Nothing has been written yet.</p>
            ) : (
              <ThreadView messages={messages} conversation={conversation} handovers={handovers} />
            )
          }
        </QueryContent>
        <div className={css["desk"]}>
          <FailureNotice act={opening.act} fields={[]} />
          <div className={css["after"]}>
            {open && (
              <CannedReplies
                id={id}
                onReply={(text) => {
                  reply.insert(text);
                  field.current?.focus();
                }}
                onArticle={(article) => {
                  reply.giveToRead(article);
                  field.current?.focus();
                }}
              />
            )}
            {!open && <Notice>{reply.notice}</Notice>}
            {next !== null && (
              <a ref={nextLink} className={css["next"]} href={conversationPath(next)}>
                Next that waits <kbd aria-hidden="true">e</kbd>
              </a>
            )}
          </div>
          <ClaimedNotice claim={claim} onTakeOver={() => void act.takeOver().then(() => field.current?.focus())}>
            {draft.value === "" ? "You can read along." : "What you wrote stays here."}
          </ClaimedNotice>
          {open ? (
            <>
              <UnreachedEmail patient={patient} />
              <WhoItIs doing={waitingsince === null ? "Writing to" : "Answering"} patient={patient} />
              <Composer
                ref={field}
                label={`${waitingsince === null ? "Write to" : "Answer"} ${patient.firstname ?? "the patient"}`}
                reply={reply}
                onSend={send}
              />
            </>
          ) : (
            <p className={css["quiet"]}>
              {mayWrite
                ? "This conversation is closed. The patient can read it and not write."
                : "You can read this conversation. Your role doesn’t write in it."}
            </p>
          )}
        </div>
      </div>
      <ConversationSide
        conversation={conversation}
        messages={messages}
        opening={opening}
        onHandedOver={() => reply.setNotice("Handed over.")}
        onFollowupSent={reply.readAgain}
      />
    </div>
  );
}

function Earlier({ pages, onMore }: { pages: ReturnType<typeof useMessages>; onMore: () => void }) {
  return (
    pages.hasNextPage && (
      <div className={css["earlier"]}>
        <Button
          variant="secondary"
          busy={pages.isFetchingNextPage}
          busyLabel="Loading"
          onClick={() => {
            onMore();
            void pages.fetchNextPage();
          }}
        >
          Earlier messages
        </Button>
      </div>
    )
  );
}
