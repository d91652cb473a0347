import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { onLive, useLiveState } from "#app/api/live.ts";
import { queryKey } from "#app/api/query.ts";
import type { Message } from "#contract/messages/message.ts";
import { messages } from "#contract/messages/calls.ts";
import { addMessages, hasGap } from "./thread-cache.ts";

/**
 * Puts messages from the live connection into the cache, and fetches those it only announces. Returns whether the connection is up: while it is not,
 * the pages poll.
 */
export function useLiveMessages(): boolean {
  const cache = useQueryClient();
  const on = useLiveState() === "on";
  useEffect(() => {
    const refetchThreads = () => void cache.invalidateQueries({ queryKey: queryKey(messages.messages) });
    const onMessage = (message: Message) => {
      addMessages([message]);
      if (hasGap(message.conversationid)) refetchThreads();
    };
    const unsubscribes = [
      onLive("message", onMessage),
      onLive("admin_chat:message", onMessage),
      onLive("changes", (items) => {
        if (items.some(({ topic }) => topic === "message" || topic === "conversation")) refetchThreads();
      }),
    ];
    return () => {
      for (const end of unsubscribes) end();
    };
  }, [cache]);
  useEffect(() => {
    if (on) void cache.invalidateQueries({ queryKey: queryKey(messages.messages) });
  }, [cache, on]);
  return on;
}
