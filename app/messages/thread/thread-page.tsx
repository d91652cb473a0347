import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { navigate, useHistoryState } from "wouter/use-browser-location";
import { CrisisCard } from "#app/support/crisis-card.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import type { Conversation } from "#contract/messages/calls.ts";
import { ConversationList } from "../conversation-list.tsx";
import { ConversationView } from "./conversation-view.tsx";
import { DoctorAside } from "./doctor-aside.tsx";
import { NoDoctorYet } from "../no-doctor-yet.tsx";
import css from "./thread-page.module.css";
import { conversationPath } from "../paths.ts";
import { useConversations } from "../queries.ts";
import { ThreadHead } from "./thread-head.tsx";
import { ThreadLoading } from "../thread-pending.tsx";
import { useKeyboard } from "./use-keyboard.ts";
import { useLiveMessages } from "../use-live-messages.ts";

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
        <ThreadHead kind={kind} conversation={conversation} back={hasSeveral} />
        {redirected && kind === "doctor" && (
          <div className={css["note"]}>
            <Alert>Chat with patient services is not offered where you live. Here you write to your doctor.</Alert>
          </div>
        )}
        {conversation ? (
          <ConversationView key={conversation.id} conversation={conversation} live={live} />
        ) : (
          <ThreadLoading query={query} />
        )}
      </div>
      <div className={css["side"]}>
        {hasSeveral && data && <ConversationList conversations={data.items} here={kind} />}
        {kind === "doctor" && conversation && <DoctorAside conversation={conversation} />}
        <CrisisCard />
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
