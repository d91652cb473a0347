import { useMutation, useQuery } from "@tanstack/react-query";
import { call } from "#app/api/call.ts";
import { queryClient, queryKey, queryOf } from "#app/api/query.ts";
import type { Output } from "#contract/http/endpoint.ts";
import type { Message } from "#contract/messages/message.ts";
import { messages, type Conversation } from "#contract/messages/calls.ts";
import { addMessages, loadOlder, loadThread, markThread, threadKey } from "./thread-cache.ts";

/** Polling interval where there is no live connection, ms. */
const pollMs = 10_000;

/** Refetches when the tab is shown again or the connection is back; `live`: updates arrive by themselves. */
const refetchOptions = (live: boolean) =>
  ({
    refetchOnWindowFocus: "always",
    refetchOnReconnect: "always",
    staleTime: 0,
    refetchInterval: live ? false : pollMs,
  }) as const;

/** The patient's conversations. */
export const useConversations = (live: boolean) =>
  useQuery({
    ...queryOf(messages.conversations, {}),
    ...refetchOptions(live),
  });

/** The messages of a conversation, kept up to date. */
export const useThread = (id: string, live: boolean) =>
  useQuery({
    queryKey: threadKey(id),
    queryFn: ({ signal }) => loadThread(id, signal),
    ...refetchOptions(live),
    structuralSharing: false,
  });

/** Who answers in a conversation. */
export const useMembers = (id: string) =>
  useQuery({ ...queryOf(messages.members, { params: { id } }), staleTime: 600_000 });

/** Loads the page before. */
export const useLoadOlder = (id: string) => useMutation({ networkMode: "always", mutationFn: () => loadOlder(id) });

/** Moves the patient's read mark; every unread badge follows. */
export async function markRead(id: string, seq: number): Promise<void> {
  const unread = await call(messages.markAsRead, { params: { id }, body: { seq } }, { silent: true });
  markThread(id, unread.readseq);
  queryClient.setQueryData<Output<typeof messages.conversations>>(
    queryKey(messages.conversations, {}),
    (list) =>
      list && {
        items: list.items.map((each) =>
          each.id === id ? { ...each, readseq: unread.readseq, unreadcount: unread.unreadcount } : each,
        ),
      },
  );
  await queryClient.invalidateQueries({ queryKey: queryKey(messages.unreadCount) });
}

/** Marks the action a message asked for as done. */
export const useMarkActionDone = ({ id: mid, conversationid: id }: Message) =>
  useMutation({
    networkMode: "always",
    mutationFn: () => call(messages.answerAction, { params: { id, mid }, body: { actionstatus: "ANSWERED" } }),
    onSuccess: (message) => addMessages([message]),
  });

/** Says that a message isn't the patient's; what it asked for and what home shows of it follow. */
export const reportMessage = async ({ id: mid, conversationid: id }: Message): Promise<void> =>
  addMessages([await call(messages.reportMessage, { params: { id, mid } })]);

/** The bytes of a file in a message, fetched once needed. */
export const useAttachment = ({ conversationid: id, attachment }: Message, enabled: boolean) =>
  useQuery({
    queryKey: queryKey(messages.attachment, attachment?.id ?? ""),
    queryFn: ({ signal }) =>
      call(messages.attachment, { params: { id, attachmentid: attachment?.id ?? "" } }, { signal, silent: true }),
    enabled: enabled && attachment !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const messagesPath = "/messages";

/** Path of a conversation. */
export const conversationPath = (kind: Conversation["kind"]): string => `/messages/${kind}`;
