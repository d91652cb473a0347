import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { plainText } from "#clinic/work/draft-text.ts";
import { useDraft } from "#clinic/work/draft.ts";
import { type Reply, sendReply } from "#clinic/work/send-reply.ts";
import { useAct } from "#clinic/work/use-act.ts";
import { useClaim } from "#clinic/work/use-claims.ts";
import { care } from "#contract/care/calls.ts";
import type { ClinicConversation, TeachingMaterial } from "#contract/care/conversations.ts";
import type { Message } from "#contract/messages/message.ts";
import { staffWorkCalls } from "#contract/staff/work.ts";
import { contiguousSeq, wasSentElsewhere } from "./thread.ts";
import { useMayWrite, useShowMessage } from "./use-conversation.ts";

/** The answer in a conversation: its draft, a file that goes with it, the claim, and sending it. */
export function useReply(conversation: ClinicConversation, messages: readonly Message[]) {
  const { id, open, waitingsince } = conversation;
  const mayWrite = useMayWrite(conversation);
  const cache = useQueryClient();
  const show = useShowMessage(id);
  const work = { kind: "conversation", id } as const;
  const draft = useDraft(work, plainText);
  const claim = useClaim(work, mayWrite && open && (waitingsince !== null || draft.value !== ""));
  const [file, setFile] = useState<File | null>(null);
  const [article, setArticle] = useState<TeachingMaterial | null>(null);
  const [notice, setNotice] = useState("");
  /** A colleague may have written: it's shown before anything is sent again. */
  function readAgain() {
    void cache.invalidateQueries({ queryKey: queryOf(care.conversation, { params: { id } }).queryKey });
    void cache.invalidateQueries({ queryKey: ["inbox"] });
  }
  const act = useAct<Reply>({ claim, asSent: true, onFailure: readAgain });
  const answersSeq = contiguousSeq(messages);

  // The list of claims doesn't know it yet.
  useEffect(() => {
    if (claim.status === "own" || claim.status === "released")
      void cache.invalidateQueries({ queryKey: queryKey(staffWorkCalls.claims) });
  }, [cache, claim.status]);

  function sent(text: string) {
    void draft.drop();
    setFile(null);
    setArticle(null);
    setNotice(text);
  }
  const seen = useRef(0);
  const onNews = useEffectEvent((before: number) => {
    const isFound = act.found(({ key }) => messages.some(({ clientid }) => clientid === key));
    if (isFound || (before > 0 && wasSentElsewhere(messages, before, draft.latest()))) sent("It was sent.");
  });
  useEffect(() => {
    const before = seen.current;
    seen.current = answersSeq;
    if (answersSeq > before) onNews(before);
  }, [answersSeq]);

  function edit() {
    act.forget();
    setNotice("");
  }
  return {
    ...{ draft, claim, file, article, notice, act, setNotice, readAgain },
    write: (text: string) => {
      edit();
      draft.write(text);
    },
    attach: (chosen: File | null) => {
      edit();
      setFile(chosen);
    },
    /** Sends it along to read, instead of what was chosen before; null: nothing. */
    giveToRead: (chosen: TeachingMaterial | null) => {
      edit();
      setArticle(chosen);
    },
    /** Below what is written already. */
    insert: (text: string) => {
      const before = draft.latest().trimEnd();
      draft.write(before === "" ? text : `${before}\n\n${text}`);
    },
    /** Whether it's sent. */
    send: async (needsReply: boolean): Promise<boolean> => {
      setNotice("");
      const message = await act.send(
        { text: draft.latest().trim(), answersSeq, needsReply, file, articleId: article?.id ?? null },
        (reply, key) => sendReply(call, id, reply, key),
        (answered) => {
          sent("Sent.");
          show(answered);
          readAgain();
        },
      );
      return message !== null;
    },
  };
}
