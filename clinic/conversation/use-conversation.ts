import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { useSearch } from "wouter";
import { usePageVisible } from "#app/browser/visibility.ts";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { usePermissions, useSession } from "#clinic/session/current.ts";
import { care } from "#contract/care/calls.ts";
import { type ClinicConversation, conversationNeeds, type Handover } from "#contract/care/conversations.ts";
import type { Message } from "#contract/messages/message.ts";
import { permits } from "#contract/policy/policy.ts";
import { useOpenEmergencies } from "#clinic/care/open-emergencies.tsx";
import { useLookEvery } from "#clinic/work/use-work-changes.ts";
import { contiguousSeq, seqToMark } from "./thread.ts";

/** How often an open conversation looks for news where the server can’t tell of it, ms. Each look is in the audit. */
const lookEveryMs = 10_000;
const background = { background: true } as const;

export function useConversation(id: string) {
  const lookEvery = useLookEvery(lookEveryMs);
  return useQuery({
    queryKey: queryOf(care.conversation, { params: { id } }).queryKey,
    queryFn: ({ signal }) => call(care.conversation, { params: { id } }, { signal, ...background }),
    refetchInterval: lookEvery,
  });
}

/** Pages of messages, newest first. They're read again only when the conversation says that there are more. */
export function useMessages({ id, lastseq }: Pick<ClinicConversation, "id" | "lastseq">) {
  const messages = useInfiniteQuery({
    queryKey: queryKey(care.conversationMessages, { params: { id } }),
    queryFn: ({ pageParam, signal }) =>
      call(
        care.conversationMessages,
        { params: { id }, query: pageParam ? { cursor: pageParam } : {} },
        { signal, ...background },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
  });
  const known = contiguousSeq(messages.data?.pages.flatMap(({ items }) => items) ?? []);
  const { refetch, isFetching } = messages;
  const asked = useRef(0);
  useEffect(() => {
    if (!messages.data || known >= lastseq || asked.current === lastseq || isFetching) return;
    asked.current = lastseq;
    void refetch();
  }, [messages.data, known, lastseq, isFetching, refetch]);
  return messages;
}

/** The message that an address asks for: earlier ones are read until it's there, and it's scrolled to once. */
export function useMessageInAddress(
  { data, hasNextPage, isFetchingNextPage, fetchNextPage }: ReturnType<typeof useMessages>,
  leaveEnd: () => void,
): void {
  const wanted = Number(new URLSearchParams(useSearch()).get("seq") ?? 0);
  const shown = useRef(0);
  const isHere = data?.pages.some(({ items }) => items.some(({ seq }) => seq === wanted)) ?? false;
  const goThere = useEffectEvent(() => {
    leaveEnd();
    const row = document.getElementById(`message-${wanted}`);
    row?.scrollIntoView({ block: "center" });
    row?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (wanted === 0 || shown.current === wanted) return;
    if (!isHere) {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
      return;
    }
    shown.current = wanted;
    goThere();
  }, [wanted, isHere, hasNextPage, isFetchingNextPage, fetchNextPage]);
}

/** Shows a message that was just sent, before it's read. */
export function useShowMessage(id: string) {
  const cache = useQueryClient();
  return (message: Message): void => {
    type Pages = ReturnType<typeof useMessages>["data"];
    cache.setQueryData(queryKey(care.conversationMessages, { params: { id } }), (read: Pages) => {
      const [first, ...rest] = read?.pages ?? [];
      if (!read || !first || first.items.some(({ seq }) => seq === message.seq)) return read;
      return { ...read, pages: [{ ...first, items: [message, ...first.items] }, ...rest] };
    });
  };
}

/** Whether this person writes in a conversation, or only reads it. */
export const useMayWrite = ({ kind }: Pick<ClinicConversation, "kind">): boolean =>
  permits(usePermissions(), conversationNeeds("write", kind));

/** Marks what is on screen as read by the practice, while somebody who answers can see it. */
export function useReadMark(conversation: ClinicConversation, shownSeq: number): void {
  const cache = useQueryClient();
  const visible = usePageVisible();
  const answers = useMayWrite(conversation);
  const open = useSession().stage === "open" && answers;
  const marked = useRef(0);
  const { id, staffreadseq } = conversation;
  useEffect(() => {
    const seq = seqToMark({ shownSeq, markedSeq: Math.max(staffreadseq, marked.current), visible, open });
    if (seq === null) return;
    marked.current = seq;
    call(care.readConversation, { params: { id }, body: { seq } }, background).then(
      (read) => cache.setQueryData(queryOf(care.conversation, { params: { id } }).queryKey, read),
      // The next look tries again.
      () => void (marked.current = 0),
    );
  }, [cache, id, shownSeq, staffreadseq, visible, open]);
}

/** The emergencies of this patient that no clinician has closed; null where the person's roles don't open them. */
export function useEmergencies({ patient }: Pick<ClinicConversation, "patient">) {
  const cache = useQueryClient();
  const open = useOpenEmergencies(patient);
  const acknowledge = useMutation({
    mutationFn: (id: string) => call(care.acknowledgeEmergency, { params: { id }, body: {} }),
    onSuccess: () => {
      for (const key of [queryKey(care.emergencies), queryKey(care.conversation), ["inbox"]])
        void cache.invalidateQueries({ queryKey: key });
    },
  });
  return { ...open, acknowledge };
}

/** The hand-overs of a conversation; each comes with a message, so they're read again when there are more messages. */
export function useHandovers({ id, lastseq }: Pick<ClinicConversation, "id" | "lastseq">): readonly Handover[] {
  const read = useQuery({
    queryKey: queryKey(care.handovers, { params: { id }, lastseq }),
    queryFn: ({ signal }) => call(care.handovers, { params: { id } }, { signal, ...background }),
    placeholderData: (before) => before,
  });
  return read.data?.items ?? [];
}
