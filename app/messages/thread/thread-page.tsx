import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { navigate, useHistoryState } from "wouter/use-browser-location";
import { Alert } from "#app/ui/feedback/alert.tsx";
import type { Conversation } from "#contract/messages/calls.ts";
import { ConversationList } from "../conversation-list.tsx";
import { ConversationView, ThreadLoading } from "./conversation-view.tsx";
import { DoctorAside } from "./doctor-aside.tsx";
import css from "./thread-page.module.css";
import { useConversations, conversationPath } from "../queries.ts";
import { ThreadHead } from "./thread-head.tsx";
import { useKeyboard } from "./use-keyboard.ts";
import { useLiveMessages } from "../use-live-messages.ts";
import { ButtonLink } from "#app/ui/actions/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { EnvelopeFlower } from "#app/ui/brand/illustrations/envelope-flower.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";

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
