import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#app/api/call.ts";
import { queryClient, queryKey } from "#app/api/query.ts";
import { useEmergencyDetector } from "#app/emergency/use-emergency-detector.ts";
import type { Emergency } from "#contract/emergency/emergency.ts";
import type { Output } from "#contract/http/endpoint.ts";
import { type Conversation, messages } from "#contract/messages/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import type { OutgoingMessage } from "./outgoing-message.ts";

const listKey = queryKey(messages.conversations, {});

const homeKey = queryKey(treatment.overview, {});

/** Sets or clears the emergency notice of a conversation in the cache, wherever it is shown; the server keeps it. */
export function setConversationEmergency(id: string, emergency: Emergency | null): void {
  queryClient.setQueryData<Output<typeof treatment.overview>>(homeKey, (home) =>
    home?.doctorthread?.conversationid === id ? { ...home, doctorthread: { ...home.doctorthread, emergency } } : home,
  );
  queryClient.setQueryData<Output<typeof messages.conversations>>(
    listKey,
    (list) => list && { items: list.items.map((each) => (each.id === id ? { ...each, emergency } : each)) },
  );
}

/** The emergency notice of a conversation, triggered by a sent or queued message, and how to dismiss it. */
export function useConversationEmergency(
  { id, emergency }: Pick<Conversation, "id" | "emergency">,
  outgoing: readonly OutgoingMessage[],
) {
  const detectEmergency = useEmergencyDetector();
  const [dismissedIds, setDismissedIds] = useState<readonly string[]>([]);
  const dismissal = useMutation({
    networkMode: "always",
    mutationFn: () => call(messages.dismissEmergency, { params: { id } }),
    onMutate: () => setConversationEmergency(id, null),
    onError: () => setConversationEmergency(id, emergency),
  });
  const waiting =
    detectEmergency &&
    outgoing.filter(({ clientid }) => !dismissedIds.includes(clientid)).findLast(({ text }) => detectEmergency(text));
  return {
    emergency: (waiting && detectEmergency?.(waiting.text)) ?? emergency,
    dismiss: () => {
      setDismissedIds(outgoing.map(({ clientid }) => clientid));
      if (emergency !== null) dismissal.mutate();
    },
  };
}
