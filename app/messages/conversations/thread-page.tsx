import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { navigate, useHistoryState } from "wouter/use-browser-location";
import { Alert } from "#app/ui/feedback/alert.tsx";
import type { Conversation } from "#contract/messages/calls.ts";
import { ConversationList } from "./conversation-list.tsx";
import { ConversationView, ThreadLoading } from "./conversation-view.tsx";
import css from "./thread-page.module.css";
import { useConversations, conversationPath, messagesPath, useMembers } from "../thread/queries.ts";
import { useKeyboard } from "./use-keyboard.ts";
import { useLiveMessages } from "../thread/use-live-messages.ts";
import { ButtonLink } from "#app/ui/actions/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { EnvelopeFlower } from "#app/ui/brand/illustrations/envelope-flower.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { ArrowLeftIcon } from "#app/ui/brand/base-icons.tsx";
import { ConversationAvatar, Portrait } from "./conversation-avatar.tsx";
import { useQuery } from "@tanstack/react-query";
import { queryOf } from "#app/api/query.ts";
import { DoctorCard } from "#app/ui/data/doctor-card.tsx";
import { treatment } from "#contract/treatment/calls.ts";

const chatUnavailableState = "no patient services";

/** A conversation of the patient with everything around it. */
export function ThreadPage({ kind }: { kind: Conversation["kind"] }) {
  const live = useLiveMessages();
  const query = useConversations(live);
  const { data } = query;
  const conversation = data?.items.find((each) => each.kind === kind);
  const panel = useRef<HTMLDivElement>(null);
  const redirected = useRedirectedFromChat();
  useKeyboard(panel);
  if (data && !conversation) return kind === "doctor" ? <NoDoctorYet sentHere={redirected} /> : <RedirectToDoctor />;
  const hasSeveral = (data?.items.length ?? 0) > 1;
  return (
    <div className={css["page"]}>
      <div ref={panel} className={css["panel"]}>
        {/* Most patients have several conversations: the name does not move when they have loaded. */}
        <ThreadHead kind={kind} conversation={conversation} back={hasSeveral || !data} />
        {redirected && kind === "doctor" && (
          <div className={css["note"]}>
            <Alert>We don't offer chat with patient services where you live. You can message your doctor here.</Alert>
          </div>
        )}
        {conversation ? (
          <ConversationView key={conversation.id} conversation={conversation} live={live} />
        ) : (
          <ThreadLoading query={query} />
        )}
      </div>
      <div className={css["side"]}>
        {hasSeveral && data && <ConversationList conversations={data.items} current={kind} />}
        {kind === "doctor" && conversation && <DoctorAside conversation={conversation} />}
      </div>
    </div>
  );
}

/** Whether the patient was redirected from the chat their state doesn't have; true once. */
function useRedirectedFromChat(): boolean {
  const state = useHistoryState<string | null>();
  const [redirected] = useState(state === chatUnavailableState);
  useEffect(() => {
    if (history.state === chatUnavailableState) history.replaceState(null, "");
  }, []);
  return redirected;
}

/** The patient's state has no chat with patient services: the doctor's conversation replaces it (spec §6). */
function RedirectToDoctor() {
  useLayoutEffect(() => navigate(conversationPath("doctor"), { replace: true, state: chatUnavailableState }), []);
  return null;
}

/** Shown before the patient has a doctor: when they can write. `sentHere` when redirected from a chat their state doesn't have. */
function NoDoctorYet({ sentHere: redirected }: { sentHere: boolean }) {
  return (
    <>
      {redirected && <Alert>We don't offer chat with patient services where you live.</Alert>}
      <EmptyState
        level={1}
        illustration={<EnvelopeFlower />}
        title="Your doctor will be here"
        action={
          <Cluster>
            <ButtonLink href="/home">Go home</ButtonLink>
            <ButtonLink variant="secondary" href="/contact-us">
              Contact us
            </ButtonLink>
          </Cluster>
        }
      >
        You can write as soon as a doctor has your visit. Until then, we're glad to help you by email.
      </EmptyState>
    </>
  );
}

/** Who the conversation is with; `back` leads to the other conversations. */
function ThreadHead({
  kind,
  conversation,
  back,
}: {
  kind: Conversation["kind"];
  conversation: Conversation | undefined;
  back: boolean;
}) {
  return (
    <Cluster as="header" className={css["head"]}>
      {back && (
        <a href={messagesPath} className={css["back"]} aria-label="All conversations">
          <ArrowLeftIcon />
        </a>
      )}
      {conversation ? <ConversationAvatar conversation={conversation} /> : <Portrait kind={kind} />}
      <div className={css["headText"]}>
        <h1 className={css["title"]}>
          <bdi>{conversation?.title ?? (kind === "doctor" ? "Your doctor" : "Patient services")}</bdi>
        </h1>
        <p className={css["sub"]}>
          {kind === "doctor" ? "Usually answers in 1 business day" : "Orders, payments and the app"}
        </p>
      </div>
    </Cluster>
  );
}

/** The doctor who answers, beside the conversation. */
function DoctorAside({ conversation }: { conversation: Conversation }) {
  const { data: members } = useMembers(conversation.id);
  // Read once: what changes in it with each message is not shown here.
  const { data: treatmentData } = useQuery({
    ...queryOf(treatment.overview, {}),
    enabled: ({ state }) => state.data === undefined,
  });
  const member = members?.items.find(({ doctorid }) => doctorid);
  if (!member) return null;
  const doctor = treatmentData?.doctor?.id === member.doctorid ? treatmentData?.doctor : null;
  return (
    <section aria-label="Who you're talking to">
      <DoctorCard
        photo={member.profileUrl}
        name={member.doctorname ?? conversation.title}
        credentials={doctor?.credentials}
        level={2}
      >
        {doctor && <p>{doctor.bio}</p>}
      </DoctorCard>
    </section>
  );
}
