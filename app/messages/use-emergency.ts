import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#app/api/api.ts";
import { queryClient, queryKey } from "#app/api/query.ts";
import { useEmergencyReader } from "#app/support/use-emergency-reader.ts";
import type { Emergency } from "#contract/emergency.ts";
import type { Output } from "#contract/endpoint.ts";
import { type Conversation, messages } from "#contract/messages.ts";
import type { Outgoing } from "./outgoing.ts";

const listKey = queryKey(messages.conversations, {});

/** Shows, or no longer shows, whom to turn to in a conversation; the server keeps it. */
export function showEmergency(id: string, emergency: Emergency | null): void {
  queryClient.setQueryData<Output<typeof messages.conversations>>(
    listKey,
    (list) => list && { items: list.items.map((each) => (each.id === id ? { ...each, emergency } : each)) },
  );
}

/** Whom to turn to in a conversation now, because of what was written or still waits to be sent, and how to put it aside. */
export function useEmergency({ id, emergency }: Conversation, outgoing: readonly Outgoing[]) {
  const read = useEmergencyReader();
  const [aside, setAside] = useState<readonly string[]>([]);
  const dismissal = useMutation({
    networkMode: "always",
    mutationFn: () => call(messages.dismissEmergency, { params: { id } }),
    onMutate: () => showEmergency(id, null),
    onError: () => showEmergency(id, emergency),
  });
  const waiting =
    read && outgoing.filter(({ clientid }) => !aside.includes(clientid)).findLast(({ text }) => read(text));
  return {
    emergency: (waiting && read?.(waiting.text)) ?? emergency,
    dismiss: () => {
      setAside(outgoing.map(({ clientid }) => clientid));
      if (emergency !== null) dismissal.mutate();
    },
  };
}
